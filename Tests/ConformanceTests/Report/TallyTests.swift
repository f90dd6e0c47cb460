import Testing

@testable import Conformance

@Suite struct TallyTests {
  @Test func `the closing line counts runs and names what is not claimed`() throws {
    let suite = Stage.suite(Stage.spec("- app: launch"))
    let run = try #require(suite.runs.first)
    let failure = Failure(kind: .testee(TesteeError("x")), mark: run.mark, start: nil, at: 0)
    let other = try #require(suite.vocabulary.capability(named: "other"))
    let base = try #require(suite.vocabulary.capability(named: "base"))
    let outcomes: [Verdict.Outcome] = [
      .passed, .passed, .failed(failure), .open(nil), .notClaimed(other),
      .notClaimed([other, base]),
    ]

    let tally = Tally(
      outcomes.map {
        Verdict(run: run, outcome: $0, chance: 0.5, trace: [], usedIgnores: [])
      })

    #expect(tally.total == 6)
    #expect(
      tally.closingLine(suite.vocabulary)
        == "2 passed, 1 failed, 0 known, 2 not claimed (base, other), 1 open")
  }

  @Test func `without what is not claimed there are no brackets`() {
    #expect(
      Tally().closingLine(.empty) == "0 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }
}
