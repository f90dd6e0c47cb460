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
  /// The chosen runs with the file each stands in.
  let chosen: [(run: Run, file: SpecFile)]

  /// Options that every command on specs takes.
  struct Options {
    var specs: String?
    var recordings: String?
    var jobs: Int
    var filters: [String] = []

    init(_ arguments: inout Arguments) throws(UsageError) {
      specs = try arguments.value(of: "--specs")
      recordings = try arguments.value(of: "--recordings")
      jobs = try arguments.number(of: "--jobs", in: 1...64) ?? Processors.count
    }

    static let help = """
        --jobs N          runs side by side (default: the processors)
        --specs DIR       the folder of the specs (default: Specs/grovs, here or above)
        --recordings DIR  the folder of the recordings (default: beside the specs)
      """
  }

  /// Why a command cannot go on: lines to tell, and the exit code.
  struct Refusal: Error {
    var lines: [String]
    var code: ExitCode = .incomplete
  }

  var runs: [Run] { chosen.map(\.run) }
  var vocabulary: Vocabulary { suite.vocabulary }

  /// Loads what the options ask for. Files that are refused end it, unless they are tolerated.
  init(_ options: Options, tolerant: Bool = false) throws(Refusal) {
    folder = try Self.folder(options.specs)
    let whole = Files.wholePath(folder) ?? folder
    let recordings = options.recordings ?? Self.recordings(beside: folder)
    archive = Archive(folder: recordings)
    batch = Batch(testee: grovsTestee, jobs: options.jobs)
    let areas = (try? Files.below(folder, ending: ".yaml")) ?? []
    selection = Selection(
      options.filters, areas: areas.compactMap(\.areaOfPath), pathOf: Files.wholePath)
    suite = Suite.load(folder: folder, only: Self.names(selection.paths, below: whole, areas))
    if !tolerant, !suite.errors.isEmpty {
      throw Refusal(lines: suite.errors.map(\.description))
    }
    let selection = selection
    chosen = suite.files.flatMap { file in
      let path = Files.wholePath(file.path) ?? file.path
      return file.runs.filter { selection.includes($0, path: path, area: file.area) }.map {
        (run: $0, file: file)
      }
    }
    if suite.errors.isEmpty { try demandMatches() }
  }

  /// Fails for a filter that matches nothing, and for a suite without runs.
  private func demandMatches() throws(Refusal) {
    for filter in selection.filters {
      let matches = suite.files.contains { file in
        let path = Files.wholePath(file.path) ?? file.path
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

  private static func folder(_ given: String?) throws(Refusal) -> String {
    if let given {
      guard Files.isFolder(given) else {
        throw Refusal(lines: ["error: \(given): there is no such folder"])
      }
      return given
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

  // Specs/grovs is recorded in Recordings/grovs.
  private static func recordings(beside specs: String) -> String {
    var parts = specs.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    while parts.last == "" { parts.removeLast() }
    let name = parts.popLast() ?? specs
    if parts.last == "Specs" {
      parts[parts.count - 1] = "Recordings"
    } else {
      parts.append("Recordings")
    }
    return (parts + [name]).joined(separator: "/")
  }

  // Paths under the specs' folder of the files that path filters name; nil for all.
  private static func names(_ paths: [String]?, below whole: String, _ all: [String]) -> [String]? {
    guard let paths else { return nil }
    let wanted = paths.map { $0.isSame(as: whole) ? "" : String($0.dropFirst(whole.count + 1)) }
    return all.filter { name in
      wanted.contains { $0.isEmpty || name.isSame(as: $0) || name.hasPrefix($0 + "/") }
    }
  }

  /// The command that repeats a run.
  static func repeatCommand(_ run: Run) -> String {
    "conformance run '\(run.rule)/\(run.name.replacingQuotes)'"
  }
}

extension String {
  /// The area of a spec's path under its folder; nil for the suite's own files.
  fileprivate var areaOfPath: String? {
    utf8.firstIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) }
  }

  // A shell ends a quoted word at a quote: it is closed, written escaped, and opened again.
  fileprivate var replacingQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
