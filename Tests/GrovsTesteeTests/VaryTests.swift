import Conformance
import GrovsTestee
import JSON
import Testing

/// A testee that knows the turns of one run by heart, in their order.
private final class ByHeart: Testee {
  private var turns: ArraySlice<Turn>

  init(_ turns: [Turn]) { self.turns = turns[...] }

  func take(_ input: Input) throws(TesteeError) -> Turn {
    guard let turn = turns.popFirst() else { throw TesteeError("that is all I know") }
    return turn
  }
}

/// The core, and what it did.
private final class Watched: Testee {
  private let core = GrovsTestee()
  private(set) var turns: [Turn] = []

  func take(_ input: Input) throws(TesteeError) -> Turn {
    let turn = try core.take(input)
    turns.append(turn)
    return turn
  }
}

@Suite struct VaryTests {
  private static let suite = Suite.own([
    "deep-links", "events", "in-app", "links", "payloads", "push", "screens", "users",
  ])

  @Test(arguments: [1, 4711])
  func `the core holds under every variation`(seed: UInt64) {
    let vocabulary = Self.suite.vocabulary
    let verdicts = Batch(testee: grovsTestee, jobs: 2).judge(
      Self.suite.runs, vocabulary: vocabulary, varied: Variations(vocabulary, seed: seed)
    ) { _ in }

    let failed = verdicts.compactMap { verdict in
      if case .failed(let failure) = verdict.outcome {
        "\(verdict.run.name): \(failure)"
      } else {
        nil
      }
    }
    #expect(failed == [])
  }

  /// How many runs a testee passes that has learned them by heart from the core.
  private func passed(_ parts: Variation.Parts) -> Int {
    let vocabulary = Self.suite.vocabulary
    let variations = Variations(vocabulary, seed: 1, parts: parts)
    return Self.suite.runs.count { run in
      let frame = Frame(run, vocabulary: vocabulary, claims: .all)
      let core = Watched()
      _ = Replayer.judge(frame, against: core)
      let heart = VaryingTestee(ByHeart(core.turns), variations.of(run))
      if case .passed = Replayer.judge(frame, against: heart).outcome { return true }
      return false
    }
  }

  @Test func `who answers by heart holds where nothing is varied`() {
    #expect(passed([]) == Self.suite.runs.count)
  }

  @Test(arguments: [Variation.Parts.ids, .words])
  func `who answers by heart fails in most runs, by ids alone and by words alone`(
    parts: Variation.Parts
  ) {
    #expect(passed(parts) < Self.suite.runs.count / 10)
  }

  @Test func `who knows the day by heart fails where a date is told`() {
    #expect(passed(.clock) < Self.suite.runs.count / 2)
  }

  @Test func `almost every run gives words that vary`() {
    let variations = Variations(Self.suite.vocabulary, seed: 1)

    let still = Self.suite.runs.filter { variations.of($0).words.isEmpty }

    #expect(still.count < Self.suite.runs.count / 100)
  }
}
