import Conformance
import JSON

/// `conformance next`: the next rule that a porter builds.
struct NextCommand: Command {
  static let name = "next"
  static let summary = "Tell a porter the first rule that does not hold, and what it takes."
  static let help = """
    Judges the specs from the bottom of the ladder upwards, each rule behind those that its specs
    name under 'after', and tells the first rule that fails, with its transcript in words, the
    calls and effects that it takes, and the failure. Where nothing that is claimed fails, it tells
    the first rule that is not claimed.

    usage: conformance next [OPTION…] [FILTER…]

    \(TesteeOptions.help)
    \(Project.Options.common)

    \(Commands.filterHelp)
    """

  var options: Project.Options
  var testee: TesteeOptions

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    options.filters = try arguments.rest()
    guard options.json == nil else { throw UsageError("next writes no JSON") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let project = try Project(options, testee: testee)
      let ladder = Ladder(try project.rulebook, project.suite.files)
      let climb = ladder.climb(Judging.judge(project, terminal))
      try project.demandTestee()
      let code = tell(climb, project, &terminal)
      return Judging.complain(of: project, &terminal) ? code : .fails
    } catch {
      return terminal.refuse(error)
    }
  }

  private func tell(
    _ climb: Ladder.Climb, _ project: Project, _ terminal: inout Terminal
  ) -> ExitCode {
    let count = "\(climb.holding) of \(climb.steps.count) rules hold"
    guard let next = climb.next else {
      terminal.print(terminal.green("\(count): the ladder ends here"))
      return .holds
    }
    for line in RuleText.lines(next.rung.rule) { terminal.print(line) }
    for id in next.rung.after {
      terminal.print("  after \(id)" + (climb.standing(of: id).map { " (\($0.name))" } ?? ""))
    }
    terminal.print("")
    switch next.standing {
    case .holds: break
    case .fails(let verdict):
      tell(verdict.run, project, &terminal)
      tell(verdict, project, &terminal)
    case .notClaimed(let run, let missing):
      tell(run, project, &terminal)
      let names = project.vocabulary.names(of: missing).joined(separator: ", ")
      terminal.print("It is not claimed. Claim \(names) when you begin with it.\n")
    }
    if climb.holding == 0, let flaw = groundFlaw(project) {
      terminal.print(terminal.red("Below the first rule: \(flaw)\n"))
    }
    terminal.print("\(count), \(climb.failing) fail, \(climb.notClaimed) are not claimed")
    return .fails
  }

  private func tell(_ run: Run, _ project: Project, _ terminal: inout Terminal) {
    for line in TranscriptText.lines(run, project.vocabulary) { terminal.print(line) }
    terminal.print("\nIt takes")
    for line in Needed(run, project.vocabulary).lines { terminal.print(line) }
    terminal.print("")
  }

  private func tell(_ verdict: Verdict, _ project: Project, _ terminal: inout Terminal) {
    guard case .failed(let failure) = verdict.outcome else { return }
    // The rule has been told already.
    let text = FailureText(
      verdict, failure, rule: nil, base: project.vocabulary.base,
      repeatCommand: project.repeatCommand(verdict.run))
    terminal.print(terminal.red(text.text) + "\n")
  }

  // Where no rule holds, even what is below all rules may be missing.
  private func groundFlaw(_ project: Project) -> String? {
    let testee = project.batch.testee
    guard !testee.claims.isEmpty else {
      return "'\(testee.name)' claims nothing; begin with a claim"
    }
    let claims = project.batch.claims(project.vocabulary)
    let ground = GroundRung(project.vocabulary, claims: claims)
    return project.batch.share(1, runs: 1) { _, testee in ground.flaw(of: testee) }.first ?? nil
  }
}
