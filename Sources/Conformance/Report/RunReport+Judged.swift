import JSON
import YAML

extension RunReport {
  /// What a report says of the runs that were chosen, before any of them is judged.
  package struct Plan: Sendable {
    package var suite: Suite
    package var filters: [String]
    package var isSweep: Bool
    package var testee: Testee
    package var part: Part?
    /// The runs of this shard, each with its area.
    package var runs: [(run: Conformance.Run, area: String)]
    package var vocabulary: Vocabulary

    /// `before`: how many runs of other suites were chosen ahead of these.
    package init(
      suite name: String, filters: [String], isSweep: Bool, batch: Batch, vocabulary: Vocabulary,
      chosen: [(run: Conformance.Run, area: String)], shard: Shard?, before: Int = 0
    ) {
      suite = Suite(name: name, hash: Self.hash(chosen.map(\.run)))
      self.filters = filters.sorted { $0.precedes($1) }
      self.isSweep = isSweep
      testee = Testee(
        name: batch.testee.name, sdk: batch.testee.sdk.isEmpty ? nil : batch.testee.sdk,
        claims: vocabulary.names(of: batch.claims(vocabulary)))
      part = shard.map { Part(shard: $0, total: chosen.count) }
      runs = chosen.enumerated().filter { shard?.holds(before + $0.offset) ?? true }.map(\.element)
      self.vocabulary = vocabulary
    }

    private static func hash(_ runs: [Conformance.Run]) -> String {
      var fingerprint = Fingerprint()
      for run in runs {
        fingerprint.feed(run.rule)
        fingerprint.feed(run.name)
        fingerprint.feed(run.stepsHash)
      }
      return fingerprint.text
    }
  }

  /// A report of runs that were judged.
  ///
  /// The verdicts are of the plan's runs, in their order; a run without one was not run. `text`
  /// makes the text of a failure.
  package init(
    _ plan: Plan, _ verdicts: [Verdict], rulebook: Rulebook?, stopped: String?,
    text: (Verdict, Failure) -> String
  ) {
    self.init(plan, rulebook: rulebook, stopped: stopped)
    var rest = verdicts[...]
    cases = plan.runs.map { run, area in
      var one = Case(run, area: area, plan.vocabulary)
      guard let verdict = rest.first, verdict.run.isSame(as: run) else { return one }
      rest.removeFirst()
      one.take(verdict, plan.vocabulary, text: text)
      return one
    }
  }

  /// A report of runs that were swept, in the same way.
  package init(
    _ plan: Plan, _ results: [SweepResult], rulebook: Rulebook?, stopped: String?,
    text: (SweepResult) -> String
  ) {
    self.init(plan, rulebook: rulebook, stopped: stopped)
    var rest = results[...]
    cases = plan.runs.map { run, area in
      var one = Case(run, area: area, plan.vocabulary)
      guard let result = rest.first, result.run.isSame(as: run) else { return one }
      rest.removeFirst()
      one.take(result, text: text)
      return one
    }
  }

  private init(_ plan: Plan, rulebook: Rulebook?, stopped: String?) {
    let used = Set(plan.runs.map(\.run.rule))
    let rules = (rulebook?.rules ?? []).filter { used.contains($0.id) }
      .map { RuleText(id: $0.id, says: $0.says, sources: $0.sources) }
    self.init(
      suite: plan.suite, filters: plan.filters, isSweep: plan.isSweep, testee: plan.testee,
      capabilities: plan.vocabulary.capabilities.map(\.name),
      rules: rules.sorted { $0.id.precedes($1.id) }, part: plan.part, stopped: stopped, cases: [])
  }
}

extension Run {
  fileprivate func isSame(as other: Run) -> Bool {
    mark == other.mark && name.isSame(as: other.name)
  }
}

extension RunReport.Case {
  fileprivate init(_ run: Run, area: String, _ vocabulary: Vocabulary) {
    self.init(
      area: area, rule: run.rule, name: run.name, mark: run.mark, outcome: .notRun,
      start: run.start?.name, needs: vocabulary.names(of: run.needs))
    if case .open(let because) = run.judge { self.because = because }
  }

  fileprivate mutating func take(
    _ verdict: Verdict, _ vocabulary: Vocabulary, text: (Verdict, Failure) -> String
  ) {
    lasted = verdict.lasted
    chance = verdict.chance
    var cause: Failure?
    switch verdict.outcome {
    case .passed: outcome = .passed
    case .failed(let failure):
      outcome = .failed
      cause = failure
    case .known(let failure, let excuse):
      outcome = .known
      cause = failure
      self.excuse = excuse
    case .open(let failure):
      outcome = .open
      cause = failure
    case .notClaimed(let capabilities):
      outcome = .notClaimed
      missing = vocabulary.names(of: capabilities)
    }
    if let cause {
      failure = RunReport.Fault(
        verdict, cause, base: vocabulary.base, text: text(verdict, cause))
      failure?.diverges = Divergence(cause, in: verdict, vocabulary).text
    }
  }

  fileprivate mutating func take(_ result: SweepResult, text: (SweepResult) -> String) {
    disturbed = result.count
    guard let breach = result.breaches.first else {
      outcome = .passed
      return
    }
    outcome = .failed
    failure = RunReport.Fault(
      text: text(result), says: "\(breach.invariant): \(breach.text), \(breach.disturbance)",
      kind: "breach", mark: mark, at: 0)
  }
}
