import Conformance
import JSON

/// `conformance replay`: plays recordings and compares every effect.
struct ReplayCommand: Command {
  static let name = "replay"
  static let summary = "Play recordings and compare every effect, without patterns."
  static let help = """
    Plays the inputs of the recordings and compares everything the core does with what was
    recorded. A missing, orphaned, stale or drifted recording fails.

    usage: conformance replay [OPTION…] [FILTER…]

    \(TesteeOptions.help)
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options
  var testee: TesteeOptions

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    options.filters = try arguments.rest()
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let projects = try Projects(options, Projects.Use(testee: testee)).all
      var faults: [RecordingFault] = []
      var parts: [(tally: Tally, vocabulary: Vocabulary)] = []
      for project in projects {
        let found = Replaying.faults(project)
        try project.demandTestee()
        parts.append((Replaying.tally(project, found), project.vocabulary))
        faults += found
      }
      for fault in faults { terminal.print(terminal.red(fault.description)) }
      try Project.write("faults", .array(faults.map(\.value)), to: options.json)
      terminal.print(Tally.closingLine(parts))
      return faults.isEmpty ? .holds : .fails
    } catch {
      return terminal.refuse(error)
    }
  }
}

/// Plays recordings; shared by `replay` and `check`.
enum Replaying {
  /// All that is wrong with the recordings of the chosen runs.
  static func faults(_ project: Project) -> [RecordingFault] {
    let archive = project.archive
    let starts: RecordingFile
    do throws(RecordingFault) {
      starts = try archive.read(Archive.starts) ?? RecordingFile()
    } catch {
      var fault = error
      fault.runs = project.recordable.count
      return [fault]
    }
    let all = project.selection.isEverything
    let selection = project.selection
    let specs = project.recordedSpecs
    let areas = project.suite.files.map(\.area)
    let faults = project.batch.share(specs.count, runs: project.recordable.count) { index, testee in
      let path = Files.wholePath(specs[index].path) ?? specs[index].path
      return archive.faults(
        of: specs[index], starts: starts, against: testee,
        chosen: { selection.includes($0, path: path, area: areas[index]) }, all: all)
    }
    guard all else { return faults.flatMap(\.self) }
    return faults.flatMap(\.self) + archive.orphans(specs: specs)
      + archive.orphans(starts: starts, specs: specs)
  }

  /// How many of the chosen runs hold; what stands for no run counts as none.
  static func tally(_ project: Project, _ faults: [RecordingFault]) -> Tally {
    let claims = project.batch.claims(project.vocabulary)
    var tally = Tally()
    tally.failed = faults.reduce(0) { $0 + $1.runs }
    tally.passed = project.recordable.count - tally.failed
    for (run, _) in project.chosen {
      let missing = project.vocabulary.closure(of: run.needs).subtracting(claims)
      if !missing.isEmpty {
        tally.notClaimed += 1
        tally.missing.formUnion(missing)
      } else if case .open = run.judge {
        tally.open += 1
      }
    }
    return tally
  }
}
