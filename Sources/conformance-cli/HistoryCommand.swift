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
    \(Suites.help)
      --recordings DIR  the folder of one suite's recordings (default: beside the specs)
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
      var told: [Value] = []
      for folder in try folders() {
        let commits = try commits(in: folder)
        tell(commits, of: folder, &terminal)
        told += commits.map(\.value)
      }
      try Project.write("history", .array(told), to: options.json)
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  // A suite that was never recorded has no history.
  private func folders() throws(Project.Refusal) -> [String] {
    if let recordings = options.recordings { return [recordings] }
    return try Suites.folders(options).map { Project.recordings(beside: $0) }
      .filter { Files.isFolder($0) }
  }

  private func tell(
    _ commits: [RecordedHistory.Commit], of folder: String, _ terminal: inout Terminal
  ) {
    let isNarrow = isLong || !options.filters.isEmpty
    for commit in commits {
      for line in commit.lines(isLong: isLong, runs: isNarrow ? 20 : 3) { terminal.print(line) }
      terminal.print("")
    }
    terminal.print("\(folder): \(commits.count) commits changed what is recorded")
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
