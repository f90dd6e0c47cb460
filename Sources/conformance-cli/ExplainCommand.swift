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
                        reasons in notes; a run named by RULE/NAME is always played
    \(Project.Options.common)
    """

  var options: Project.Options
  var showsTrace: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    let isAsked = arguments.flag("--trace")
    options.filters = try arguments.rest()
    // A run is always told as it goes, a rule by its transcripts.
    showsTrace = isAsked || options.filters.contains { $0.utf8.contains(UInt8(ascii: "/")) }
    guard options.json == nil else { throw UsageError("explain writes no JSON") }
    guard options.filters.count == 1 else { throw UsageError("explain takes one rule or run") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let wanted = options.filters[0]
      // A rule that no spec shows is still worth telling.
      for folder in try Suites.folders(options) {
        guard let rule = try Project.rulebook(in: folder)[wanted], rule.level != .core else {
          continue
        }
        for line in RuleText.lines(rule) { terminal.print(line) }
        return .holds
      }
      for project in try Projects(options).all {
        explain(project, try project.rulebook, &terminal)
      }
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  private func explain(_ project: Project, _ rulebook: Rulebook, _ terminal: inout Terminal) {
    var rule = ""
    for (run, _) in project.chosen {
      if !rule.isSame(as: run.rule) {
        rule = run.rule
        if let known = rulebook[rule] {
          for line in RuleText.lines(known) { terminal.print(line) }
        }
      }
      terminal.print("")
      for line in TranscriptText.lines(run, project.vocabulary) { terminal.print(line) }
      guard showsTrace else { continue }
      let vocabulary = project.vocabulary
      let claims = project.batch.claims(vocabulary)
      let batch = Batch(testee: project.batch.testee.explaining, jobs: 1)
      let traces = batch.map([run], done: { _ in }) { run, testee in
        let frame = Frame(run, vocabulary: vocabulary, claims: claims)
        let verdict = Replayer.judge(frame, against: testee)
        return Array(verdict.trace.dropFirst(verdict.startEntries))
      }
      terminal.print("")
      for line in TranscriptText.lines(of: traces.flatMap(\.self), base: vocabulary.base) {
        terminal.print(line)
      }
    }
  }
}
