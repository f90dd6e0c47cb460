import Conformance

/// `conformance merge`: joins the reports of shards.
struct MergeCommand: Command {
  static let name = "merge"
  static let summary = "Join the reports of shards into one; a hole is refused."
  static let help = """
    Joins the JSON reports of all shards of one run into the report that the run would have
    written unsharded, and prints its closing line. A shard that is missing, stopped or there
    twice, or one of other specs, filters or claims, or of another testee, is refused.

    usage: conformance merge [OPTION…] REPORT…

      --json FILE       write the whole as JSON
    \(Reporting.help)
    """

  var reporting: Reporting
  var paths: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    reporting = try Reporting(&arguments, json: try arguments.value(of: "--json"))
    paths = try arguments.rest()
    guard !paths.isEmpty else { throw UsageError("merge takes the reports of all shards") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      var reports: [RunReport.Named] = []
      for path in paths {
        reports.append(RunReport.Named(path: path, report: try Reporting.read(path)))
      }
      let base = try reporting.begin()
      let whole: RunReport
      do throws(ReportError) {
        whole = try RunReport.merged(reports)
      } catch {
        throw Project.Refusal(lines: ["error: \(error)"])
      }
      for one in whole.cases where one.outcome == .failed {
        terminal.print(terminal.red(one.failure?.text ?? "✘ \(one.title)") + "\n")
      }
      return try Closing(whole, base: base).tell(reporting, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }
}
