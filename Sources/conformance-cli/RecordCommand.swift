import Conformance
import JSON

/// `conformance record`: writes the exact trace of each run.
struct RecordCommand: Command {
  static let name = "record"
  static let summary = "Write the exact trace of each run; only what passes."
  static let help = """
    Plays specs and writes what the core did, exactly, to the recordings.
    Nothing but this command writes a recording. Runs outside the filter keep theirs.

    usage: conformance record [OPTION…] [FILTER…]

    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    options.filters = try arguments.rest()
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      var recorded = 0
      var failed: [Take] = []
      for project in try Projects(options).all {
        let takes = try record(project, &terminal)
        failed += takes.filter { $0.failure != nil }
        recorded += takes.count
      }
      recorded -= failed.count
      try Project.write(
        "failed", .array(failed.map { .string("\($0.head.rule)/\($0.head.name)") }),
        to: options.json)
      terminal.print("\(recorded) recorded, \(failed.count) failed")
      return failed.isEmpty ? .holds : .fails
    } catch {
      return terminal.refuse(error)
    }
  }

  /// Records the chosen runs of one suite, and gives them with those that failed.
  private func record(
    _ project: Project, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> [Take] {
    let folder = project.archive.folder
    do {
      try Files.makeFolder(folder)
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
    guard let lock = FileLock("\(folder)/.lock") else {
      throw Project.Refusal(lines: [
        "error: \(folder)/.lock: another command records here; try again when it has ended"
      ])
    }
    defer { lock.release() }
    let takes = takes(project, terminal)
    for take in takes {
      guard let failure = take.failure else { continue }
      let text = FailureText(
        take.verdict, failure, rule: nil, base: project.vocabulary.base,
        repeatCommand: project.repeatCommand(take.verdict.run))
      terminal.print(terminal.red(text.text) + "\n")
    }
    do throws(RecordingFault) {
      let recorder = Recorder(archive: project.archive)
      let written = try recorder.record(
        takes.filter { $0.failure == nil }, specs: project.recordedSpecs,
        whole: project.selection.isEverything)
      for path in written { terminal.print("wrote \(path)") }
    } catch {
      throw Project.Refusal(lines: [error.description])
    }
    return takes
  }

  private func takes(_ project: Project, _ terminal: Terminal) -> [Take] {
    let progress = Progress("recording", total: project.recordable.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let claims = project.batch.claims(vocabulary)
    return project.batch.map(project.recordable.map(\.run), done: { _ in progress.step() }) {
      run, testee in
      Take.of(Frame(run, vocabulary: vocabulary, claims: claims), against: testee)
    }
  }
}

extension Project {
  /// The chosen runs that are judged and whose needs the testee claims.
  var recordable: [(run: Run, file: SpecFile)] { chosen.filter { isRecordable($0.run) } }

  /// Every loaded spec file with the runs that must have a recording.
  var recordedSpecs: [RecordedSpec] {
    suite.files.map { file in
      RecordedSpec(
        name: String(file.path.dropFirst(folder.count + 1)), path: file.path,
        runs: file.runs.filter(isRecordable))
    }
  }

  private func isRecordable(_ run: Run) -> Bool {
    guard case .pass = run.judge else { return false }
    return vocabulary.closure(of: run.needs).isSubset(of: batch.claims(vocabulary))
  }
}
