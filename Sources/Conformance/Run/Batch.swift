/// Many runs against one kind of testee, some of them side by side.
package struct Batch: Sendable {
  package let testee: TesteeKind
  package let jobs: Int
  /// Seconds that one run may take before the command ends with its name.
  package let limit: Int
  /// Whether somebody asked to stop: then no run is begun, and those under way do not count.
  package let isStopped: @Sendable () -> Bool

  package init(
    testee: TesteeKind, jobs: Int, limit: Int = 20,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.testee = testee
    self.jobs = jobs
    self.limit = limit
    self.isStopped = isStopped
  }

  /// The same for work that plays one run very many times.
  package var patient: Batch {
    Batch(testee: testee, jobs: jobs, limit: 600, isStopped: isStopped)
  }

  /// The capabilities that the testee claims, with all they rest on.
  package func claims(_ vocabulary: Vocabulary) -> CapabilitySet {
    var claims = CapabilitySet()
    for name in testee.claims {
      if let capability = vocabulary.capability(named: name) { claims.formUnion(capability) }
    }
    return vocabulary.closure(of: claims)
  }

  /// Judges each run; verdicts come in the order of the runs, whatever the number of jobs.
  ///
  /// The traces of runs that pass are let go unless they are asked for. With variations the testee is
  /// told every run in other words. When it is stopped the runs that were not finished have none.
  package func judge(
    _ runs: [Run], vocabulary: Vocabulary, varied variations: Variations? = nil,
    keepsTraces: Bool = false,
    done: @escaping @Sendable (Int) -> Void
  ) -> [Verdict] {
    let claims = claims(vocabulary)
    let isStopped = isStopped
    let kind = testee
    let verdicts = map(runs, done: done) { run, testee -> Verdict? in
      let missing = vocabulary.closure(of: run.needs).subtracting(claims)
      guard missing.isEmpty else {
        return Verdict(
          run: run, outcome: .notClaimed(missing), chance: 0.5, trace: [], usedIgnores: [])
      }
      let told = variations.map { VaryingTestee(testee, $0.of(run)) } ?? testee
      var verdict = Replayer.judge(
        Frame(run, vocabulary: vocabulary, claims: claims), against: told)
      if case .failed(var failure) = verdict.outcome, case .unbuilt(let what) = failure.kind,
        let near = Nearest.name(to: what, among: kind.builtMembers())
      {
        failure.hints.append("the nearest member that is built is '\(near)'")
        verdict.outcome = .failed(failure)
      }
      // A trace is only read where something failed.
      if case .passed = verdict.outcome, !keepsTraces { verdict.trace = [] }
      return isStopped() ? nil : verdict
    }
    return verdicts.compactMap(\.self)
  }

  /// Judges starts that are whole runs; what the testee does not claim is passed over in them.
  package func judge(starts: [Run], vocabulary: Vocabulary) -> [Verdict] {
    let claims = claims(vocabulary)
    let runs = starts.map { start in
      var run = start
      run.needs = claims
      run.judged = claims
      return run
    }
    return judge(runs, vocabulary: vocabulary, done: { _ in })
  }

  /// Does something with each run and a testee, under the guard that names it if it traps.
  package func map<Result: Sendable>(
    _ runs: [Run], done: @escaping @Sendable (Int) -> Void,
    _ work: @escaping @Sendable (Run, any Testee) -> Result
  ) -> [Result] {
    share(runs.count, runs: runs.count) { index, testee in
      let result = RunGuard.during(runs[index]) { work(runs[index], testee) }
      done(index)
      return result
    }
  }

  /// Does a number of jobs, each with a testee; together they play so many runs, each under guard.
  package func share<Result: Sendable>(
    _ jobs: Int, runs: Int, _ work: @escaping @Sendable (Int, any Testee) -> Result
  ) -> [Result] {
    // A child has limits of its own, and cannot take this process with it.
    RunGuard.start(runs: runs, limit: testee.isInProcess ? limit : .max)
    let make = testee.make
    return Workers.map(
      count: jobs, threads: self.jobs, isStopped: isStopped,
      setUp: { () -> any Testee in
        RunGuard.sit()
        return make()
      }, work: work)
  }
}
