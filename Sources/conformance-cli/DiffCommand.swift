import Conformance
import JSON

/// `conformance diff`: two testees, compared by what they do in every run that both claim.
struct DiffCommand: Command {
  static let name = "diff"
  static let summary = "Play specs against two testees and tell where they part."
  static let help = """
    Plays every run that both claim against two testees, and compares their portable traces: what
    each may do its own way is left out, everything else must be the same. Tells the first entry
    that differs in each run, by rule.

    usage: conformance diff [OPTION…] A B [FILTER…]

    A and B are commands of programs that speak the protocol, or the word core for the suite's own
    core. Exit code 1 where they part, 3 where no run is claimed by both.

      --turn-limit S    seconds that a turn of a program may take (default: 5; 0: no limit)
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options
  var testee: TesteeOptions
  /// The commands; nil for the suite's own core.
  var first: String?
  var second: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    guard testee.command == nil, !testee.isIsolated else {
      throw UsageError("diff takes its testees as its first two words")
    }
    let words = try arguments.rest()
    guard words.count >= 2 else {
      throw UsageError("diff takes two testees: commands, or core for the suite's own core")
    }
    first = words[0] == "core" ? nil : words[0]
    second = words[1] == "core" ? nil : words[1]
    options.filters = Array(words.dropFirst(2))
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let (project, kinds) = try pair()
      let outcomes = compare(project, kinds, terminal)
      for kind in [kinds.0, kinds.1] {
        if let trouble = kind.trouble() { throw Project.Refusal(lines: ["error: \(trouble)"]) }
      }
      return try tell(outcomes, project, kinds, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }

  /// The two testees, and the one suite of which both claim something.
  private func pair() throws(Project.Refusal) -> (Project, (TesteeKind, TesteeKind)) {
    let projects = try Projects(options, Projects.Use(tests: false)).all
    var pairs: [(project: Project, kinds: (TesteeKind, TesteeKind))] = []
    for project in projects {
      let isAlone = projects.count == 1
      pairs.append(
        (project, (try kind(first, project, isAlone), try kind(second, project, isAlone))))
    }
    let claimed = pairs.filter { !$0.kinds.0.claims.isEmpty && !$0.kinds.1.claims.isEmpty }
    guard claimed.count < 2 else { throw Projects.several(claimed.map(\.project)) }
    return claimed.first ?? pairs[0]
  }

  private func kind(
    _ command: String?, _ project: Project, _ isAlone: Bool
  ) throws(Project.Refusal) -> TesteeKind {
    var options = testee
    options.command = command
    return try Project.kind(
      Projects.Use(testee: options), of: project.suite, name: project.name, isAlone: isAlone)
  }

  private func compare(
    _ project: Project, _ kinds: (TesteeKind, TesteeKind), _ terminal: Terminal
  ) -> [PortDiff.Outcome] {
    let progress = Progress("comparing", total: project.chosen.count, terminal)
    defer { progress.end() }
    return PortDiff(kinds.0, kinds.1, jobs: options.jobs).compare(
      project.runs, vocabulary: project.vocabulary
    ) { _ in progress.step() }
  }

  private func tell(
    _ outcomes: [PortDiff.Outcome], _ project: Project, _ kinds: (TesteeKind, TesteeKind),
    _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let report = DiffReport(outcomes, project.vocabulary)
    let parts = !report.partings.isEmpty
    if parts {
      terminal.print("A is \(kinds.0.told(first)), B is \(kinds.1.told(second))\n")
      let rulebook = Rulebook.load(folder: project.folder)
      for line in report.lines(rulebook) { terminal.print(line) }
    }
    terminal.print(parts ? terminal.red(report.closingLine) : terminal.green(report.closingLine))
    try Project.write("diff", report.value, to: options.json)
    if parts { return .fails }
    guard report.equal > 0 else {
      throw Project.Refusal(lines: ["error: nothing was compared: no run is claimed by both"])
    }
    return .holds
  }
}

extension TesteeKind {
  /// Its name, with the command that starts it.
  fileprivate func told(_ command: String?) -> String {
    command.map { "\(name) (\($0))" } ?? name
  }
}
