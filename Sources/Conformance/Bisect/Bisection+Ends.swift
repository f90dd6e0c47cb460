import JSON

extension Bisection {
  enum Ends {
    case hunt(Hunt)
    case answer(Finding)
  }

  /// Proves that the bad end fails and the good one holds, every time, and chooses what to hunt.
  func ends() throws(BisectProblem) -> Ends {
    let (good, bad) = (plan.line.good, plan.line.bad)
    let runs = plan.runs.filter { $0.judge == .pass }
    guard !runs.isEmpty else {
      throw BisectProblem("error: none of the chosen runs is judged: their rules are open points")
    }
    let atBad = try survey(runs, bad)
    guard !atBad.failed.isEmpty else { return .answer(try holdsAtBad(runs, atBad)) }
    // Hunted at once, while the testee is there; few, since each is played many times.
    var proofs: [(failed: Survey.Failed, run: Run, evidence: Evidence)] = []
    for failed in atBad.failed.prefix(Self.most) {
      guard let run = runs.first(where: { $0.key.isSame(as: failed.run) }) else { continue }
      let evidence = try evidence(run, failed.chance, bad, processes: Self.processes.proof)
      proofs.append((failed, run, evidence))
    }
    report(bad, .bad, nil, left: 0)
    let failing = runs.filter { run in
      atBad.failed.contains { $0.run.isSame(as: run.key) }
    }
    let atGood = try survey(failing, good)
    let holding = failing.filter(atGood.holds)
    guard !holding.isEmpty else { return .answer(try specsOrRefuse(atGood, failing)) }
    let chosen = proofs.first { atGood.holds($0.run) && $0.evidence.isSteadilyBad }
    guard let chosen, let way = chosen.evidence.failures.first else {
      return try unsteadyOrAgain(proofs.filter { atGood.holds($0.run) }, holding[0])
    }
    let hunt = Hunt(
      run: chosen.run, divergence: way.divergence, chance: chosen.failed.chance,
      others: holding.filter { !$0.key.isSame(as: chosen.run.key) })
    return try proveGood(hunt)
  }

  private static let most = 8

  // What failed for a person may fail now and then only.
  private func holdsAtBad(_ runs: [Run], _ survey: Survey) throws(BisectProblem) -> Finding {
    let bad = plan.line.bad
    for run in runs.prefix(Self.most) where survey.holds(run) {
      let evidence = try evidence(run, 0.5, bad, processes: Self.processes.proof)
      if evidence.failed > 0 { return unsteady(run, bad, evidence) }
    }
    throw BisectProblem(
      lines: ["error: the bad end \(bad.text) fails in none of the \(runs.count) chosen runs"]
        + Self.unclaimed(survey, bad))
  }

  private func proveGood(_ hunt: Hunt) throws(BisectProblem) -> Ends {
    let good = plan.line.good
    let evidence = try evidence(hunt.run, hunt.chance, good, processes: Self.processes.proof)
    guard evidence.sense(hunting: hunt.divergence) == .good, evidence.parting.isEmpty else {
      return .answer(unsteady(hunt.run, good, evidence))
    }
    report(good, .good, evidence, left: Search(parents: plan.line.places).stepsLeft)
    return .hunt(hunt)
  }

  // What failed once does not fail steadily; a run further down the list was not proven yet.
  private func unsteadyOrAgain(
    _ proofs: [(failed: Survey.Failed, run: Run, evidence: Evidence)], _ first: Run
  ) throws(BisectProblem) -> Ends {
    guard let proof = proofs.first else {
      throw BisectProblem(
        "error: of the runs that fail at the bad end the first \(Self.most) fail at the good one, "
          + "too; name one that holds there: --scenario '\(first.key)'")
    }
    return .answer(unsteady(proof.run, plan.line.bad, proof.evidence))
  }

  func unsteady(_ run: Run, _ candidate: Candidate, _ evidence: Evidence) -> Finding {
    var details: [String] = []
    if evidence.failed == 0, evidence.parting.isEmpty, candidate == plan.line.bad {
      details.append("it fails behind other runs of the same process, and holds alone")
    }
    if !evidence.parting.isEmpty {
      details.append("two traces under one seed and one chance part here:")
      details += evidence.parting.map { "  " + EntryText.shortened($0, to: 200) }
    }
    let reason = evidence.trouble ?? evidence.counts
    return .notDeterministic(
      .init(
        run: run, suspects: [.init(candidate: candidate, reason: reason)], details: details))
  }

  static func unclaimed(_ survey: Survey, _ candidate: Candidate) -> [String] {
    survey.missing.isEmpty
      ? [] : ["  \(candidate.name) does not claim what \(survey.missing.count) of them need"]
  }
}

extension Evidence {
  fileprivate var isSteadilyBad: Bool {
    trouble == nil && passed == 0 && failures.count == 1 && parting.isEmpty
  }
}
