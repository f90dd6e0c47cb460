import Conformance
import JSON

/// `conformance sharpen`: proves that every expectation bites.
struct SharpenCommand: Command {
  static let name = "sharpen"
  static let summary = "Change traces in every small way: whatever still passes is told."
  static let help = """
    Takes the trace of each scenario, changes it in every small way, and judges the changed
    traces. One that still passes survives, unless a pattern on that very leaf lets it through;
    those are counted, and a file in which they are over 20% fails.

    usage: conformance sharpen [OPTION…] [FILTER…]

      --all             list every file's patterns, not only those near the limit
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options
  var listsAll: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    listsAll = arguments.flag("--all")
    options.filters = try arguments.rest()
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let projects = try Projects(options)
      let report = SharpenReport(
        projects.all.flatMap { project in
          Sharpening.results(project, runs: project.recordable.map(\.run), terminal)
        })
      for line in report.lines(listsAll: listsAll) { terminal.print(line) }
      try Project.write("files", report.value, to: options.json)
      return report.holds ? .holds : .fails
    } catch {
      return terminal.refuse(error)
    }
  }
}

/// Sharpens runs and sums up by file; shared by `sharpen` and `check`.
enum Sharpening {
  static func results(
    _ project: Project, runs: [Run], _ terminal: Terminal
  ) -> [Sharpness] {
    let progress = Progress("sharpening", total: runs.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let claims = project.batch.claims(vocabulary)
    return project.batch.patient.map(runs, done: { _ in progress.step() }) { run, testee in
      Sharpener.sharpen(Frame(run, vocabulary: vocabulary, claims: claims), against: testee)
    }
  }
}
