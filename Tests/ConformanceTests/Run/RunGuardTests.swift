import Testing

@testable import Conformance

@Suite struct RunGuardTests {
  /// Plays one run against a testee that does not come back.
  static func play(_ make: @escaping @Sendable () -> any Testee, jobs: Int, limit: Int) {
    let suite = Stage.suite(Stage.spec("- app: launch"))
    let batch = Batch(
      testee: TesteeKind(name: "bad", claims: ["events"], make: make), jobs: jobs, limit: limit)
    let runs = Array(repeating: suite.runs[0], count: 3)
    _ = batch.judge(runs, vocabulary: suite.vocabulary, done: { _ in })
  }

  final class Trapping: Testee {
    func take(_ input: Input) throws(TesteeError) -> Turn {
      let none: [Turn] = []
      return none[Int(input.now)]
    }
  }

  final class Looping: Testee {
    func take(_ input: Input) throws(TesteeError) -> Turn {
      var turn = Turn()
      while turn.timers.count < 2 { turn.timers = [Wake(at: input.now)] }
      return turn
    }
  }

  private let place = "Specs/demo/events/one.yaml:5:5: error: in events.one/one, "

  @Test func `a testee that traps ends the process with its run named`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      RunGuardTests.play({ Trapping() }, jobs: 1, limit: 20)
    }

    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.hasSuffix(place + "the testee trapped; runs not run or not finished: 3\n"))
  }

  @Test func `a testee that loops ends the process with its run named`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      RunGuardTests.play({ Looping() }, jobs: 2, limit: 1)
    }

    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.hasPrefix(place + "the testee did not come to rest; runs not run or not finished: 3\n")
    )
  }
}
