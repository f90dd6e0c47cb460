import JSON
import Testing
import YAML

@testable import Conformance

/// A ledger over runs of the stage: `events.one/a` to `events.one/d`, of which `d` fails.
struct Books {
  static let path = "ledger.yaml"
  static let divergence = "the returned value: false, not true"
  static let entry = """
      - run: events.one/d
        diverges: "\(divergence)"
        reason: The server turns it down.
        until: 2026-03-01

    """
  static let text = "ledger: 1\nclaims: [base, events]\nknown:\n" + entry

  let suite: Suite
  let ledger: Ledger

  init(_ text: String = text) {
    let spec = Stage.spec(
      "- app: launch\n- call: open\n  with: { url: $n }\n  returns: true",
      more: "for: { n: [a, b, c, d] }"
    ).replacing("name: one", with: "name: $n")
    suite = Stage.suite(spec)
    ledger = Ledger.read(YAMLFile(text, path: Self.path), path: Self.path, suite.vocabulary)
  }

  /// Judges the runs and holds them against the ledger.
  func judged(
    claims: [String] = ["events"], today: String = "2026-02-28", sdk: String? = "3.1.0",
    failing: [String] = ["d"]
  ) throws -> Ledger.Judgement {
    let kind = TesteeKind(name: "script", claims: claims) {
      Script(
        failing.map { on("call: open {\"url\":\"\($0)\"}", returns: false) } + [
          on("call: open", returns: true)
        ])
    }
    let batch = Batch(testee: kind, jobs: 1)
    let verdicts = batch.judge(suite.runs, vocabulary: suite.vocabulary, done: { _ in })
    return ledger.judge(
      verdicts, of: suite.runs, claims: batch.claims(suite.vocabulary), suite.vocabulary,
      LedgerMoment(today: try #require(Day(today)), sdk: sdk))
  }

  /// The change that the judgement asks for.
  func change(
    _ judgement: Ledger.Judgement, claims: [String] = ["events"], ground: LedgerChange.Ground? = nil
  ) -> LedgerChange {
    let kind = TesteeKind(name: "script", claims: claims) { Script([]) }
    return LedgerChange(
      ledger, judgement, claims: Batch(testee: kind, jobs: 1).claims(suite.vocabulary),
      suite.vocabulary, ground: ground)
  }
}
