import Conformance
import JSON

/// The suites that a command works on, each loaded as far as its filters ask.
///
/// A filter must choose something in one of them; a suite in which none does is left out.
struct Projects {
  /// In the order of their folders.
  let all: [Project]

  /// How a command uses what is loaded.
  struct Use {
    /// Whether files with mistakes are kept, with what is wrong in them.
    var tolerant = false
    /// Whether anything is tested at all.
    var tests = true
    var testee: TesteeOptions?
    var talk: (@Sendable (Nursery.Side, [UInt8]) -> Void)?
  }

  init(_ options: Project.Options, _ use: Use = Use()) throws(Project.Refusal) {
    let sites = try Suites.folders(options).map { Site($0, options) }
    let isAlone = sites.count == 1
    // A suite in which filters by path name no file need not be read.
    let touched = sites.filter { isAlone || $0.selection.paths == nil || !$0.paths.isEmpty }
    var projects: [Project] = []
    for site in touched.isEmpty ? Array(sites.prefix(1)) : touched {
      let project = try Project(options, site, use, isAlone: isAlone)
      guard isAlone || options.filters.isEmpty || project.isWanted else { continue }
      projects.append(project)
    }
    if projects.allSatisfy({ $0.suite.errors.isEmpty }) {
      try Self.demandMatches(projects, options, sites)
    }
    all = Self.claimed(projects, options, use)
  }

  /// The one suite of a command that works on one at a time.
  func only() throws(Project.Refusal) -> Project {
    guard all.count == 1 else { throw Self.several(all) }
    return all[0]
  }

  /// Why a command that works on one suite cannot go on with several.
  static func several(_ projects: [Project]) -> Project.Refusal {
    let names = projects.map(\.name).joined(separator: ", ")
    return Project.Refusal(
      lines: ["error: this works on one suite at a time; name it with --suite: \(names)"],
      code: .usage)
  }

  // A program that claims nothing of a suite is the SDK of another one.
  private static func claimed(
    _ projects: [Project], _ options: Project.Options, _ use: Use
  ) -> [Project] {
    guard use.testee?.command != nil, options.filters.isEmpty, projects.count > 1 else {
      return projects
    }
    let claimed = projects.filter { !$0.batch.testee.claims.isEmpty }
    return claimed.isEmpty ? projects : claimed
  }

  /// Fails for a filter that matches nothing, and for a suite without runs.
  private static func demandMatches(
    _ projects: [Project], _ options: Project.Options, _ sites: [Site]
  ) throws(Project.Refusal) {
    for (index, text) in options.filters.enumerated() {
      guard projects.contains(where: { $0.matches(filter: index) }) else {
        throw Project.Refusal(lines: [
          "error: the filter '\(text)' matches no run; conformance rules lists the rules"
        ])
      }
    }
    for project in projects where project.chosen.isEmpty {
      throw Project.Refusal(lines: ["error: \(project.folder): there are no specs in this folder"])
    }
  }
}

/// The folder of a suite, and what of it the filters name.
struct Site {
  let folder: String
  /// All specs in it.
  let all: [String]
  let selection: Selection
  /// The specs that have to be read.
  let paths: [String]

  init(_ folder: String, _ options: Project.Options) {
    self.folder = folder
    all = Suite.specPaths(in: folder)
    selection = Selection(
      options.filters, areas: all.compactMap { $0.area(below: folder) }, pathOf: Files.wholePath)
    paths = Self.paths(selection.paths, of: all, folder)
  }

  // Of all specs those that path filters name; nil filters name all.
  private static func paths(_ wanted: [String]?, of all: [String], _ folder: String) -> [String] {
    guard let wanted, let whole = Files.wholePath(folder) else { return all }
    return all.filter { path in
      let mine = whole + path.dropFirst(folder.count)
      return wanted.contains { mine.isSame(as: $0) || mine.hasPrefix($0 + "/") }
    }
  }
}

extension String {
  /// The area of a spec's path: the first folder below that of the specs.
  func area(below folder: String) -> String? {
    dropFirst(folder.count + 1).split(separator: "/").first.map(String.init)
  }
}

extension Project {
  /// Loads the one suite of a command that works on one at a time.
  init(
    _ options: Options, testee: TesteeOptions? = nil,
    talk: (@Sendable (Nursery.Side, [UInt8]) -> Void)? = nil
  ) throws(Refusal) {
    self = try Projects(options, Projects.Use(testee: testee, talk: talk)).only()
  }
}
