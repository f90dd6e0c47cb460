import Conformance
import JSON

/// `conformance history`: which commits changed what runs do, by the recordings in git.
struct HistoryCommand: Command {
  static let name = "history"
  static let summary = "Tell which commits changed what runs do, by their recordings in git."
  static let help = """
    Tells each commit that changed what a rule's runs do, with the events that changed, the newest
    first. Reads the recordings from git alone; nothing is built or played.

    usage: conformance history [OPTION…] [RULE | RULE/NAME]

      --rule R          the same as RULE
      --since WHEN      only commits since a revision or a date
      --all             every run and every event
      --json FILE       also write all of it as JSON
      --specs DIR       the folder of the specs (default: Specs/grovs, here or above)
      --recordings DIR  the folder of the recordings (default: beside the specs)
    """

  var options: Project.Options
  var since: String?
  var isLong: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    since = try arguments.value(of: "--since")
    isLong = arguments.flag("--all")
    let rule = try arguments.value(of: "--rule")
    options.filters = (rule.map { [$0] } ?? []) + (try arguments.rest())
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let recordings: String
      if let given = options.recordings {
        recordings = given
      } else {
        recordings = try Project.recordings(of: options.specs)
      }
      let commits = try commits(in: recordings)
      let isNarrow = isLong || !options.filters.isEmpty
      for commit in commits {
        for line in commit.lines(isLong: isLong, runs: isNarrow ? 20 : 3) { terminal.print(line) }
        terminal.print("")
      }
      terminal.print("\(commits.count) commits changed what is recorded")
      try Project.write("history", .array(commits.map(\.value)), to: options.json)
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  private func commits(
    in recordings: String
  ) throws(Project.Refusal) -> [RecordedHistory.Commit] {
    // A filter that names a rule which is gone today still has a history: none is looked up.
    let selection = Selection(options.filters, areas: [], pathOf: { _ in nil })
    do throws(BisectProblem) {
      let program = Program(named: "history-\(Files.processID)", hiding: "GIT_")
      let repository = try Repository(at: recordings, program)
      guard let folder = repository.path(recordings) else {
        throw BisectProblem("error: \(recordings): this folder is not in the work tree")
      }
      let history = RecordedHistory(repository, folder: folder) { rule, name in
        selection.includes(rule: rule, name: name)
      }
      return try history.commits(since: since)
    } catch {
      throw Project.Refusal(lines: error.lines)
    }
  }
}
