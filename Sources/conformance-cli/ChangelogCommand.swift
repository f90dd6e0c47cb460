import Conformance
import JSON

/// `conformance changelog`: what an app would notice between two versions.
struct ChangelogCommand: Command {
  static let name = "changelog"
  static let summary = "Tell what an app would notice between two versions, by rule."
  static let help = """
    Builds two commits, plays today's specs against both, and tells each change that an app, a
    server or a user would notice, by the rule that shows it best, also where every verdict stays
    as it was. Of each run the first difference counts.

    usage: conformance changelog [OPTION…] REV REV [FILTER…]

    \(WorkshopOptions.help)
    \(Project.Options.help)

    \(Commands.filterHelp)
    Exit codes: 0 both were compared, whatever changed; 3 they could not be.
    """

  var options: Project.Options
  var workshop: WorkshopOptions
  var before: String
  var after: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    workshop = try WorkshopOptions(&arguments)
    let words = try arguments.rest()
    guard words.count >= 2 else { throw UsageError("changelog takes two revisions") }
    (before, after) = (words[0], words[1])
    options.filters = Array(words.dropFirst(2))
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    Children.dieTogether()
    do {
      let project = try Projects(options, .init(tests: false)).only()
      let program = Program(named: "git-\(Files.processID)", hiding: "GIT_")
      let repository = try Repository(at: ".", program)
      let commits = (try repository.commit(before), try repository.commit(after))
      let workshop = try workshop.workshop(repository, specs: project.folder)
      let progress = terminal
      workshop.watch = { text in
        var terminal = progress
        terminal.progress(text)
      }
      let first = try version(commits.0, project, workshop, terminal)
      let second = try version(commits.1, project, workshop, terminal)
      return try tell(
        Changelog(first, second, project.runs, project.vocabulary), commits, project, &terminal)
    } catch let error as Project.Refusal {
      return terminal.refuse(error)
    } catch let error as BisectProblem {
      return terminal.refuse(.init(lines: error.lines))
    } catch let error as WorkshopTrouble {
      return terminal.refuse(error.refusal)
    } catch {
      return terminal.refuse(.init(lines: ["error: \(error)"]))
    }
  }

  private func version(
    _ commit: Candidate, _ project: Project, _ workshop: GitWorkshop,
    _ terminal: Terminal
  ) throws(BisectProblem) -> Changelog.Version {
    let command: String
    switch try workshop.ready(commit) {
    case .command(let ready): command = ready
    case .untestable(let reason, _): throw BisectProblem("error: \(commit.text): \(reason)")
    }
    let kind: TesteeKind
    do throws(TesteeError) {
      kind = try Nursery(
        command, suite: project.name,
        kinds: project.vocabulary.effects.keys, turnLimit: self.workshop.turnLimit,
        beside: workshop.program
      ).kind
    } catch {
      throw BisectProblem("error: \(commit.text): \(error.message)")
    }
    let progress = Progress("playing", total: project.runs.count, terminal)
    defer { progress.end() }
    let version = Changelog.Version(
      of: kind, project.runs, vocabulary: project.vocabulary, jobs: options.jobs
    ) { _ in progress.step() }
    if let trouble = kind.trouble() { throw BisectProblem("error: \(commit.text): \(trouble)") }
    return version
  }

  private func tell(
    _ changelog: Changelog, _ commits: (Candidate, Candidate), _ project: Project,
    _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    terminal.clearProgress()
    terminal.print("from \(commits.0.text)")
    terminal.print("to   \(commits.1.text)\n")
    let rulebook = Rulebook.load(folder: project.folder)
    let lines = changelog.lines(rulebook)
    for line in lines { terminal.print(line) }
    if !lines.isEmpty { terminal.print("") }
    terminal.print(changelog.closingLine)
    try Project.write("changelog", changelog.value, to: options.json)
    guard changelog.compared > 0 else {
      throw Project.Refusal(lines: ["error: nothing was compared: no run is claimed by both"])
    }
    return .holds
  }
}
