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
      let project = try Project(options)
      let faults = Replaying.faults(project)
      for fault in faults { terminal.print(terminal.red(fault.description)) }
      try Project.write("faults", .array(faults.map(\.value)), to: options.json)
      var tally = Tally()
      tally.failed = faults.reduce(0) { $0 + $1.runs }
      tally.passed = max(0, project.recordable.count - tally.failed)
      terminal.print(tally.closingLine(project.vocabulary))
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
      return [error]
    }
    let chosen = Set(project.chosen.map { "\($0.file.path)\u{0}\($0.run.name)" })
    let all = project.selection.isEverything
    let specs = project.recordedSpecs
    let make = project.batch.testee.make
    let faults = Workers.map(count: specs.count, threads: project.batch.jobs, setUp: make) {
      index, testee in
      archive.faults(
        of: specs[index], starts: starts, against: testee,
        chosen: { chosen.contains("\(specs[index].path)\u{0}\($0.name)") }, all: all)
    }
    return faults.flatMap(\.self) + (all ? archive.orphans(specs: specs) : [])
  }
}
