import Conformance
import GrovsTestee
import JSON

/// The suite that a command works on, and what of it the filters choose.
struct Project {
  /// The folder of the specs, as given or found.
  let folder: String
  let suite: Suite
  let selection: Selection
  let batch: Batch
  let archive: Archive
  /// The command of the port that is tested; nil for the suite's own core.
  let testeeCommand: String?
  /// The chosen runs with the file each stands in.
  let chosen: [(run: Run, file: SpecFile)]

  /// Options that every command on specs takes.
  struct Options {
    var specs: String?
    var recordings: String?
    var jobs: Int
    /// Where to write the results as JSON, too.
    var json: String?
    var filters: [String] = []

    init(_ arguments: inout Arguments) throws(UsageError) {
      specs = try arguments.value(of: "--specs")
      recordings = try arguments.value(of: "--recordings")
      jobs = try arguments.number(of: "--jobs", in: 1...64) ?? Processors.count
      json = try arguments.value(of: "--json")
    }

    static let help = """
        --json FILE       also write the results as JSON
      """ + "\n" + common

    static let common = """
        --jobs N          runs side by side (default: the processors)
        --specs DIR       the folder of the specs (default: Specs/grovs, here or above)
        --recordings DIR  the folder of the recordings (default: beside the specs)
      """
  }

  /// Writes results as JSON where the options ask for it.
  static func write(_ name: String, _ value: Value, to file: String?) throws(Refusal) {
    guard let file else { return }
    do throws(Files.Problem) {
      try Files.write(Value.object([name: value, "version": 1]).canonicalText + "\n", to: file)
    } catch {
      throw Refusal(lines: ["error: \(error)"])
    }
  }

  /// Why a command cannot go on: lines to tell, and the exit code.
  struct Refusal: Error {
    var lines: [String]
    var code: ExitCode = .incomplete
  }

  var runs: [Run] { chosen.map(\.run) }
  var vocabulary: Vocabulary { suite.vocabulary }

  /// Loads what the options ask for.
  ///
  /// Files that are refused end it, unless they are tolerated.
  init(
    _ options: Options, tolerant: Bool = false, testee: TesteeOptions? = nil,
    talk: (@Sendable (Nursery.Side, [UInt8]) -> Void)? = nil
  ) throws(Refusal) {
    folder = try Self.folder(options.specs)
    let recordings = options.recordings ?? Self.recordings(beside: folder)
    archive = Archive(folder: recordings)
    let all = Suite.specPaths(in: folder)
    let folder = folder
    selection = Selection(
      options.filters, areas: all.compactMap { $0.area(below: folder) }, pathOf: Files.wholePath)
    // Who tolerates mistakes looks for them, also in what no spec uses.
    suite = Suite.load(
      folder: folder, paths: Self.paths(selection.paths, of: all, folder),
      whole: tolerant && selection.paths == nil, threads: options.jobs)
    if !tolerant, !suite.errors.isEmpty {
      throw Refusal(lines: suite.errors.map(\.description))
    }
    let (selection, suite) = (selection, suite)
    let name = Self.suiteName(folder)
    let kind = try testee.map { options throws(Refusal) in
      try Self.kind(options, of: suite, name: name, talk: talk)
    }
    testeeCommand = testee?.command
    batch = Batch(testee: kind ?? grovsTestee, jobs: options.jobs)
    chosen = suite.files.flatMap { file in
      // Without filters everything is chosen, and no path has to be looked up on the disk.
      let path = selection.isEverything ? file.path : Self.wholePath(of: file)
      return file.runs.filter { selection.includes($0, path: path, area: file.area) }.map {
        (run: $0, file: file)
      }
    }
    if suite.errors.isEmpty { try demandMatches() }
  }

  /// The name of the suite, which is its folder's.
  static func suiteName(_ folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }

  private static func wholePath(of file: SpecFile) -> String {
    Files.wholePath(file.path) ?? file.path
  }

  /// Fails for a filter that matches nothing, and for a suite without runs.
  private func demandMatches() throws(Refusal) {
    for filter in selection.filters {
      let matches = suite.files.contains { file in
        let path = Self.wholePath(of: file)
        return file.runs.contains { filter.includes($0, path: path, area: file.area) }
      }
      guard matches else {
        throw Refusal(lines: [
          "error: the filter '\(filter.text)' matches no run; conformance rules lists the rules"
        ])
      }
    }
    guard !chosen.isEmpty else {
      throw Refusal(lines: ["error: \(folder): there are no specs in this folder"])
    }
  }

  static func folder(_ given: String?) throws(Refusal) -> String {
    if let given {
      guard Files.isFolder(given) else {
        throw Refusal(lines: ["error: \(given): there is no such folder"])
      }
      return given.withoutSlashesAtEnd
    }
    var up = ""
    for _ in 0..<32 {
      let folder = up + "Specs/grovs"
      if Files.isFolder(folder) { return folder }
      up += "../"
    }
    throw Refusal(lines: [
      "error: there is no folder Specs/grovs here or above; name one with --specs DIR"
    ])
  }

  /// The folder of the recordings beside the specs that are given or found.
  static func recordings(of specs: String?) throws(Refusal) -> String {
    recordings(beside: try folder(specs))
  }

  // Specs/grovs is recorded in Recordings/grovs.
  private static func recordings(beside specs: String) -> String {
    // What `.` or a bare name lies in, only the whole path tells.
    let isBare = !specs.utf8.contains(UInt8(ascii: "/"))
    let path = isBare ? Files.wholePath(specs) ?? specs : specs
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let name = parts.popLast() ?? specs
    if parts.last == "Specs" {
      parts[parts.count - 1] = "Recordings"
    } else {
      parts.append("Recordings")
    }
    return (parts + [name]).joined(separator: "/")
  }

  // Of all specs those that path filters name; nil filters name all.
  private static func paths(_ wanted: [String]?, of all: [String], _ folder: String) -> [String] {
    guard let wanted, let whole = Files.wholePath(folder) else { return all }
    return all.filter { path in
      let mine = whole + path.dropFirst(folder.count)
      return wanted.contains { mine.isSame(as: $0) || mine.hasPrefix($0 + "/") }
    }
  }

  /// The rulebook of the specs' folder; one with mistakes is refused.
  static func rulebook(_ specs: String?) throws(Refusal) -> Rulebook {
    let rulebook = Rulebook.load(folder: try folder(specs))
    guard rulebook.errors.isEmpty else {
      throw Refusal(lines: rulebook.errors.map(\.description))
    }
    return rulebook
  }

  /// Fails where the testee could not be started again: then not all that was to run has run.
  func demandTestee() throws(Refusal) {
    if let trouble = batch.testee.trouble() { throw Refusal(lines: ["error: \(trouble)"]) }
  }

  /// The command that repeats a run.
  func repeatCommand(_ run: Run, varied seed: UInt64? = nil) -> String {
    let testee = testeeCommand.map { "--testee '\($0.replacingQuotes)' " } ?? ""
    let vary = seed.map { "--vary \($0) " } ?? ""
    return "conformance run \(testee)\(vary)'\(run.rule)/\(run.name.replacingQuotes)'"
  }
}

extension String {
  /// The area of a spec's path: the first folder below that of the specs.
  fileprivate func area(below folder: String) -> String? {
    dropFirst(folder.count + 1).split(separator: "/").first.map(String.init)
  }

  /// A folder's path with nothing behind its name.
  var withoutSlashesAtEnd: String {
    var text = self
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return text
  }

  // A shell ends a quoted word at a quote: it is closed, written escaped, and opened again.
  var replacingQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
