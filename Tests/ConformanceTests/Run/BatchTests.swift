import JSON
import Testing

@testable import Conformance

@Suite struct BatchTests {
  @Test(arguments: [1, 2, 8])
  func `verdicts come in the order of the runs, whatever the number of jobs`(jobs: Int) throws {
    let spec = Stage.spec(
      "- app: launch\n- call: open\n  with: { url: $n }\n  returns: true",
      more: "for: { n: [a, b, c, d, e, f, g, h, i, j] }"
    ).replacing("name: one", with: "name: $n")
    let suite = Stage.suite(spec)
    let kind = TesteeKind(name: "script", claims: ["events"]) {
      Script([on("call: open {\"url\":\"d\"}", returns: false)] + rows)
    }

    let verdicts = Batch(testee: kind, jobs: jobs).judge(
      suite.runs, vocabulary: suite.vocabulary, done: { _ in })

    #expect(verdicts.map(\.run.name) == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
    #expect(
      verdicts.map(\.told).filter { $0 != "passed" } == ["9: the call returned false, not true"])
  }

  private var rows: [Script.Row] { [on("call: open", returns: true)] }

  @Test func `what a testee does not claim is not played`() throws {
    let suite = Stage.suite(Stage.spec("- app: launch"))
    let kind = TesteeKind(name: "script", claims: ["base"]) { Script([]) }

    let verdicts = Batch(testee: kind, jobs: 1).judge(
      suite.runs, vocabulary: suite.vocabulary, done: { _ in })

    #expect(verdicts.map(\.told) == ["not claimed"])
  }

  @Test func `a start is judged by what the testee claims`() throws {
    var start = try #require(Stage.suite(Stage.spec("- do: begun")).runs.first)
    start.needs = [.all]
    start.judged = .all
    let kind = TesteeKind(name: "script", claims: ["events"]) { Script([]) }

    let verdicts = Batch(testee: kind, jobs: 1).judge(
      starts: [start], vocabulary: Stage.suite(Stage.spec("- app: launch")).vocabulary)

    guard case .failed(let failure)? = verdicts.first?.outcome else {
      Issue.record("the start is not judged")
      return
    }
    #expect(failure.start == "begun")
  }
}
