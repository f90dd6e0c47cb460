/// Two kinds of testee, played side by side and compared by their portable traces.
package struct PortDiff: Sendable {
  package let first: TesteeKind
  package let second: TesteeKind
  package let jobs: Int

  package init(_ first: TesteeKind, _ second: TesteeKind, jobs: Int) {
    self.first = first
    self.second = second
    self.jobs = jobs
  }

  /// What came of one run.
  package struct Outcome: Sendable {
    package var run: Run
    package var kind: Kind

    package enum Kind: Sendable {
      case equal
      case differ(Parting)
      /// What either does not claim of the run's needs; then it is not played.
      case notClaimed(first: CapabilitySet, second: CapabilitySet)
    }
  }

  /// Plays each run that both claim against both; outcomes come in the order of the runs.
  package func compare(
    _ runs: [Run], vocabulary: Vocabulary, done: @escaping @Sendable (Int) -> Void
  ) -> [Outcome] {
    let claims = (
      Batch(testee: first, jobs: 1).claims(vocabulary),
      Batch(testee: second, jobs: 1).claims(vocabulary)
    )
    // Both are judged alike, so that what only one of them claims is left out of both traces.
    let common = claims.0.intersection(claims.1)
    let (makeFirst, makeSecond) = (first.make, second.make)
    RunGuard.start(runs: runs.count, limit: 60)
    return Workers.map(
      count: runs.count, threads: jobs,
      setUp: { () -> (any Testee, any Testee) in
        RunGuard.sit()
        return (makeFirst(), makeSecond())
      },
      work: { index, testees in
        defer { done(index) }
        let run = runs[index]
        let needs = vocabulary.closure(of: run.needs)
        let missing = (needs.subtracting(claims.0), needs.subtracting(claims.1))
        guard missing.0.isEmpty, missing.1.isEmpty else {
          return Outcome(run: run, kind: .notClaimed(first: missing.0, second: missing.1))
        }
        let frame = Frame(run, vocabulary: vocabulary, claims: common)
        let parting = RunGuard.during(run) { Self.parting(frame, testees.0, testees.1) }
        return Outcome(run: run, kind: parting.map { .differ($0) } ?? .equal)
      })
  }

  private static func parting(
    _ frame: Frame, _ first: any Testee, _ second: any Testee
  ) -> Parting? {
    for chance in frame.run.chances {
      let plays = (
        PortPlay(frame, chance: chance, against: first),
        PortPlay(frame, chance: chance, against: second)
      )
      if let parting = Parting(plays.0, plays.1, chance: chance) { return parting }
    }
    return nil
  }
}

extension PortDiff.Outcome.Kind {
  /// `equal`, `differ` or `not claimed`.
  package var name: String {
    switch self {
    case .equal: "equal"
    case .differ: "differ"
    case .notClaimed: "not claimed"
    }
  }
}
