import Conformance
import JSON

/// The verdicts on the chosen runs of one suite.
struct Judged {
  let project: Project
  var verdicts: [Verdict]
  /// What is wrong with the ledger that they were held against.
  var faults: [SpecError] = []

  var tally: Tally { Tally(verdicts) }

  /// Judges the chosen runs of every suite.
  static func all(
    _ projects: Projects, _ terminal: Terminal
  ) throws(Project.Refusal) -> [Judged] {
    var all: [Judged] = []
    for project in projects.all {
      all.append(Judged(project: project, verdicts: Judging.judge(project, terminal)))
      try project.demandTestee()
    }
    return all
  }

  func report(failures: [Int: String]) -> RunReport {
    var report = RunReport(
      verdicts: verdicts, tally: tally, vocabulary: project.vocabulary, failures: failures)
    report.ledgerFaults = faults
    return report
  }
}

extension [Judged] {
  /// The counts of all suites together.
  var tally: Tally { Tally(joining: map(\.tally)) }

  /// Whether nothing fails and no ledger is at fault.
  var holds: Bool { tally.failed == 0 && allSatisfy(\.faults.isEmpty) }

  /// The closing line of all suites together.
  var closingLine: String {
    Tally.closingLine(map { ($0.tally, $0.project.vocabulary) })
  }

  /// Fails where nothing was judged at all, or nothing but what a ledger lists.
  func demandJudged() throws(Project.Refusal) {
    let tally = tally
    // To claim nothing is to be judged by nothing, which is no success.
    if tally.total > 0, tally.notClaimed == tally.total {
      throw Project.Refusal(lines: [self[0].nothingRan])
    }
    // A ledger of everything would be green for ever; one run that it lists may be looked at.
    if tally.passed == 0, tally.known > 0, allSatisfy(\.project.selection.isEverything) {
      throw Project.Refusal(lines: ["error: nothing passed: the ledger lists all that was judged"])
    }
  }
}

extension Judged {
  fileprivate var nothingRan: String {
    let names = project.vocabulary.names(of: tally.missing).joined(separator: ", ")
    let testee = project.batch.testee
    return "error: nothing ran: '\(testee.name)' "
      + (testee.claims.isEmpty ? "claims nothing" : "does not claim what these runs need: \(names)")
  }
}
