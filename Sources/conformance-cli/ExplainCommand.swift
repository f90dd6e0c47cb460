import Conformance
import JSON

/// `conformance explain`: a rule in words, with the transcripts that show it.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Tell a rule: its sources, its decision, its transcript in words."
  static let help = """
    Tells a rule of the rulebook with the transcripts that show it, or one run as it goes.

    usage: conformance explain [OPTION…] RULE | RULE/NAME

      --trace           also play the runs and print what the core does, in virtual time, with its
                        reasons in notes; a run named by RULE/NAME is always played, and so is
                        an open point
    \(TesteeOptions.help)
    \(Project.Options.common)
    """

  var options: Project.Options
  var testee: TesteeOptions
  var showsTrace: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    let isAsked = arguments.flag("--trace")
    options.filters = try arguments.rest()
    // A run is always told as it goes, a rule by its transcripts.
    showsTrace = isAsked || options.filters.contains { $0.utf8.contains(UInt8(ascii: "/")) }
    guard options.json == nil else { throw UsageError("explain writes no JSON") }
    guard options.filters.count == 1 else { throw UsageError("explain takes one rule or run") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      // A rule that no spec shows is still worth telling.
      for folder in try Suites.folders(options) {
        guard let rule = try Project.rulebook(in: folder)[options.filters[0]], try !isShown(rule)
        else { continue }
        for line in RuleText.lines(rule) { terminal.print(line) }
        if rule.level == .core { terminal.print("  no spec shows it") }
        return .holds
      }
      for project in try Projects(options, Projects.Use(testee: testee)).all {
        explain(project, try project.rulebook, &terminal)
        try project.demandTestee()
      }
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  /// Whether some run shows a rule; where a spec is refused, its mistakes are told instead.
  private func isShown(_ rule: Rule) throws(Project.Refusal) -> Bool {
    guard rule.level == .core || rule.isOpen else { return false }
    var whole = options
    whole.filters = []
    return try Projects(whole, Projects.Use(tests: false)).all.contains { project in
      project.runs.contains { $0.rule.isSame(as: rule.id) }
    }
  }

  private func explain(_ project: Project, _ rulebook: Rulebook, _ terminal: inout Terminal) {
    var rule = ""
    for (run, _) in project.chosen {
      if !rule.isSame(as: run.rule) {
        if !rule.isEmpty { terminal.print("") }
        rule = run.rule
        if let known = rulebook[rule] {
          for line in RuleText.lines(known) { terminal.print(line) }
        }
      }
      terminal.print("")
      for line in TranscriptText.lines(run, project.vocabulary) { terminal.print(line) }
      // What nobody has decided is told with what is done today.
      guard showsTrace || run.openReason != nil else { continue }
      terminal.print("")
      for verdict in played(run, project) { tell(verdict, project, &terminal) }
    }
  }

  private func played(_ run: Run, _ project: Project) -> [Verdict] {
    let vocabulary = project.vocabulary
    let claims = project.batch.claims(vocabulary)
    let batch = Batch(testee: project.batch.testee.explaining, jobs: 1)
    return batch.map([run], done: { _ in }) { run, testee in
      Replayer.judge(Frame(run, vocabulary: vocabulary, claims: claims), against: testee)
    }
  }

  private func tell(_ verdict: Verdict, _ project: Project, _ terminal: inout Terminal) {
    let base = project.vocabulary.base
    for line in OpenText.lines(verdict, testee: project.batch.testee.name, base: base) {
      terminal.print(line)
    }
    let trace = Array(verdict.trace.dropFirst(verdict.startEntries))
    for line in TranscriptText.lines(of: trace, base: base) { terminal.print(line) }
  }
}
