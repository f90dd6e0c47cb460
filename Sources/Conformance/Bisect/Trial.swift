import JSON

/// Plays one run many times against the children of one candidate.
package struct Trial {
  private let run: Run
  private let vocabulary: Vocabulary
  /// The chance of the plays whose traces must be equal.
  private let chance: Double

  package init(_ run: Run, _ vocabulary: Vocabulary, chance: Double) {
    self.run = run
    self.vocabulary = vocabulary
    self.chance = chance
  }

  /// Plays the run in so many new processes, in each once under the same seed and chance and once
  /// under a seed of its own with all chances.
  ///
  /// So a verdict that hangs on chance, on the process or on what it did before shows.
  package func evidence(of kind: TesteeKind, processes: Int) -> Evidence {
    var evidence = Evidence()
    let claims = Batch(testee: kind, jobs: 1).claims(vocabulary)
    let missing = vocabulary.closure(of: run.needs).subtracting(claims)
    guard missing.isEmpty else {
      evidence.missing = vocabulary.names(of: missing)
      return evidence
    }
    let frame = Frame(run, vocabulary: vocabulary, claims: claims)
    for process in 0..<processes {
      let testee = kind.make()
      repeated(frame, testee, &evidence)
      let seeded = SeededTestee(testee, offset: UInt64(process + 1) &* 0x9E37_79B9_7F4A_7C15)
      note(Replayer.judge(frame, against: seeded), &evidence)
      if let trouble = kind.trouble() {
        evidence.trouble = trouble
        return evidence
      }
    }
    return evidence
  }

  private func repeated(_ frame: Frame, _ testee: any Testee, _ evidence: inout Evidence) {
    let same = SeededTestee(testee, offset: 0)
    let course = Replayer.play(Course(frame, chance: chance), against: same)
    let lines = ExactTrace.lines(of: course.trace, epoch: course.bindings.start.wall)
    if evidence.repeats == 0 {
      evidence.trace = lines
    } else if evidence.parting.isEmpty, let pair = Self.parting(evidence.trace, lines) {
      evidence.parting = [pair.0 ?? "nothing more", pair.1 ?? "nothing more"]
    }
    evidence.repeats += 1
    note(
      Verdict(
        run: run, outcome: course.failure.map { .failed($0) } ?? .passed, chance: chance,
        trace: course.trace, startEntries: course.startEntries, usedIgnores: []), &evidence)
  }

  private func note(_ verdict: Verdict, _ evidence: inout Evidence) {
    guard case .failed(let failure) = verdict.outcome else {
      evidence.passed += 1
      return
    }
    let divergence = Divergence(failure, in: verdict, vocabulary).text
    if let place = evidence.failures.firstIndex(where: { $0.divergence.isSame(as: divergence) }) {
      evidence.failures[place].count += 1
      return
    }
    let text = FailureText(
      verdict, failure, rule: nil, base: vocabulary.base, repeatCommand: ""
    ).headline
    evidence.failures.append(
      .init(divergence: divergence, count: 1, headline: "\(failure.mark): \(text)"))
  }

  /// The first lines at which two traces part; nil where they are equal.
  package static func parting(
    _ first: [String], _ second: [String]
  ) -> (first: String?, second: String?)? {
    for index in 0..<max(first.count, second.count) {
      let left = index < first.count ? first[index] : nil
      let right = index < second.count ? second[index] : nil
      if let left, let right, left.isSame(as: right) { continue }
      return (left, right)
    }
    return nil
  }
}

/// A testee whose launches have other seeds than the runner gives them.
///
/// It is not asked whether it was late: that costs a while for each play that fails, and what is
/// late shows in the next play of its process.
final class SeededTestee: Testee {
  private let testee: any Testee
  private let offset: UInt64

  init(_ testee: any Testee, offset: UInt64) {
    self.testee = testee
    self.offset = offset
  }

  func take(_ input: Input) throws(TesteeError) -> Turn {
    var input = input
    if case .launch(var launch) = input.act {
      launch.seed &+= offset
      input.act = .launch(launch)
    }
    return try testee.take(input)
  }
}
