import Conformance
import JSON

/// One suite that a command works on, and what of it the filters choose.
struct Project {
  /// The folder of the specs, as given or found.
  let folder: String
  /// The name of the suite.
  let name: String
  let suite: Suite
  let selection: Selection
  let batch: Batch
  let archive: Archive
  /// The command of the port that is tested; nil for the suite's own core.
  let testeeCommand: String?
  /// What the words of the runs are varied by.
  let seed: UInt64?
  /// The chosen runs with the file each stands in.
  let chosen: [(run: Run, file: SpecFile)]

  /// Options that every command on specs takes.
  struct Options {
    var specs: String?
    /// The name of a suite in Specs, or its folder; beside `specs` the name of that suite.
    var suite: String?
    var recordings: String?
    var jobs: Int
    /// Where to write the results as JSON, too.
    var json: String?
    var filters: [String] = []

    init(_ arguments: inout Arguments) throws(UsageError) {
      specs = try arguments.value(of: "--specs")
      suite = try arguments.value(of: "--suite")
      recordings = try arguments.value(of: "--recordings")
      jobs = try arguments.number(of: "--jobs", in: 1...64) ?? Processors.count
      json = try arguments.value(of: "--json")
    }

    static let help = """
        --json FILE       also write the results as JSON
      """ + "\n" + common

    static let common = """
        --jobs N          runs side by side (default: the processors)
      \(Suites.help)
        --recordings DIR  the folder of the recordings (default: beside the specs)
      """

    /// The name of the suite in the only folder there is.
    func suite(in folder: String) -> String {
      specs == nil ? Suites.name(of: folder) : suite ?? Suites.name(of: folder)
    }
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

  /// Loads what the options ask for of one suite.
  ///
  /// Files that are refused end it, unless they are tolerated.
  init(
    _ options: Options, _ site: Site, _ use: Projects.Use, isAlone: Bool
  ) throws(Refusal) {
    let folder = site.folder
    self.folder = folder
    name = isAlone ? options.suite(in: folder) : Suites.name(of: folder)
    let recordings =
      isAlone
      ? options.recordings ?? Self.recordings(beside: folder)
      : options.recordings.map { "\($0)/\(Suites.name(of: folder))" }
        ?? Self.recordings(beside: folder)
    archive = Archive(folder: recordings)
    selection = site.selection
    // Who tolerates mistakes looks for them, also in what no spec uses.
    suite = Suite.load(
      folder: folder, paths: site.paths,
      whole: use.tolerant && selection.paths == nil, threads: options.jobs)
    if !use.tolerant, !suite.errors.isEmpty {
      throw Refusal(lines: suite.errors.map(\.description))
    }
    let (selection, suite) = (selection, suite)
    chosen = suite.files.flatMap { file in
      // Without filters everything is chosen, and no path has to be looked up on the disk.
      let path = selection.isEverything ? file.path : Self.wholePath(of: file)
      return file.runs.filter { selection.includes($0, path: path, area: file.area) }.map {
        (run: $0, file: file)
      }
    }
    testeeCommand = use.testee?.command
    seed = use.testee?.seed
    let isTested = use.tests && suite.errors.isEmpty && !chosen.isEmpty
    batch = Batch(
      testee: isTested ? try Self.kind(use, of: suite, name: name, isAlone: isAlone) : Nobody.kind,
      jobs: options.jobs, isStopped: { StopSign.isUp })
  }

  private static func wholePath(of file: SpecFile) -> String {
    Files.wholePath(file.path) ?? file.path
  }

  /// Whether the filters choose something here, or its files are refused.
  var isWanted: Bool { !chosen.isEmpty || !suite.errors.isEmpty }

  /// Whether a filter chooses any of the runs.
  func matches(filter index: Int) -> Bool {
    let filter = selection.filters[index]
    return suite.files.contains { file in
      let path = Self.wholePath(of: file)
      return file.runs.contains { filter.includes($0, path: path, area: file.area) }
    }
  }

  /// The folder of a suite's recordings: Specs/NAME is recorded in Recordings/NAME.
  static func recordings(beside specs: String) -> String {
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

  /// The suite's rulebook; one with mistakes is refused.
  var rulebook: Rulebook {
    get throws(Refusal) { try Self.rulebook(in: folder) }
  }

  /// The rulebook in a suite's folder; one with mistakes is refused.
  static func rulebook(in folder: String) throws(Refusal) -> Rulebook {
    let rulebook = Rulebook.load(folder: folder)
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
  func repeatCommand(_ run: Run) -> String {
    "\(repeatHead) '\(run.rule)/\(run.name.replacingQuotes)'"
  }

  /// The same without the run's name behind it.
  var repeatHead: String {
    "conformance run" + (testeeCommand.map { " --testee '\($0.replacingQuotes)'" } ?? "")
      + (seed.map { " --vary \($0)" } ?? "")
  }
}

extension String {
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
