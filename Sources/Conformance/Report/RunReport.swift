package import JSON
import YAML

/// What a command found, as JSON for other programs.
package struct RunReport {
  package var verdicts: [Verdict]
  package var tally: Tally
  package var vocabulary: Vocabulary
  /// The text of each failure, by the place of its verdict.
  package var failures: [Int: String]
  /// What is wrong with the ledger that the verdicts were held against.
  package var ledgerFaults: [SpecError] = []

  package init(
    verdicts: [Verdict], tally: Tally, vocabulary: Vocabulary, failures: [Int: String]
  ) {
    self.verdicts = verdicts
    self.tally = tally
    self.vocabulary = vocabulary
    self.failures = failures
  }

  /// The report; its counts are those of the closing line.
  package var value: Value {
    [
      "report": 1, "closing": .string(tally.closingLine(vocabulary)),
      "passed": .int(tally.passed), "failed": .int(tally.failed), "known": .int(tally.known),
      "not_claimed": .int(tally.notClaimed), "open": .int(tally.open),
      "missing": names(tally.missing),
      "ledger": .array(ledgerFaults.map(\.value)),
      "runs": .array(verdicts.indices.map(run)),
    ]
  }

  /// The report of several suites: their runs one behind the other, under one closing line.
  package static func joined(_ reports: [RunReport]) -> Value {
    if reports.count == 1 { return reports[0].value }
    let tally = Tally(joining: reports.map(\.tally))
    return [
      "report": 1,
      "closing": .string(Tally.closingLine(reports.map { ($0.tally, $0.vocabulary) })),
      "passed": .int(tally.passed), "failed": .int(tally.failed), "known": .int(tally.known),
      "not_claimed": .int(tally.notClaimed), "open": .int(tally.open),
      "missing": .array(
        reports.flatMap { $0.vocabulary.names(of: $0.tally.missing) }.map { .string($0) }),
      "ledger": .array(reports.flatMap(\.ledgerFaults).map(\.value)),
      "runs": .array(reports.flatMap { report in report.verdicts.indices.map(report.run) }),
    ]
  }

  private func run(_ index: Int) -> Value {
    let verdict = verdicts[index]
    var object: Object = [
      "rule": .string(verdict.run.rule), "name": .string(verdict.run.name),
      "file": .string(verdict.run.file), "line": .int(verdict.run.mark.line),
      "verdict": .string(verdict.outcome.name),
    ]
    if let text = failures[index] { object["failure"] = .string(text) }
    switch verdict.outcome {
    case .known(_, let excuse):
      object["diverges"] = .string(excuse.diverges)
      object["reason"] = .string(excuse.reason)
      object["until"] = .string(excuse.until)
    case .notClaimed(let missing): object["missing"] = names(missing)
    case .passed, .failed, .open: break
    }
    return .object(object)
  }

  private func names(_ capabilities: CapabilitySet) -> Value {
    .array(vocabulary.names(of: capabilities).map { .string($0) })
  }
}

extension Verdict.Outcome {
  /// `pass`, `fail`, `known`, `open` or `not claimed`.
  package var name: String {
    switch self {
    case .passed: "pass"
    case .failed: "fail"
    case .known: "known"
    case .open: "open"
    case .notClaimed: "not claimed"
    }
  }
}
