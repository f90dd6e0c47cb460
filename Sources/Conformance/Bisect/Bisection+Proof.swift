import JSON

extension Bisection {
  enum Proof {
    case answer(Finding)
    /// This parent of what was found is bad itself.
    case below(Int)
  }

  /// Plays a culprit and a parent again, each many times in new processes, and names it only where
  /// it fails every time and every parent holds.
  ///
  /// Of a merge's parents one is played again; what was found out of the others is enough.
  func prove(_ hunt: Hunt, _ place: Int) throws(BisectProblem) -> Proof {
    let culprit = plan.line.candidates[place]
    var parents = plan.line.parents[place]
    if plan.followsFirstParents { parents = Array(parents.prefix(1)) }
    let atHand = parents.first { $0 == workshop.current }
    guard let first = atHand ?? parents.first else {
      return .answer(
        .candidates(
          .init(
            run: hunt.run, suspects: [.init(candidate: culprit, reason: "fails")],
            details: ["it has no parent that it could be compared with"])))
    }
    var found: [String: Evidence] = [:]
    var others: [String: Survey] = [:]
    // What is built stands first: one build less.
    let isAtHand = { (candidate: Candidate) in candidate == self.workshop.current }
    let pair = [culprit, first]
    for candidate in pair.filter(isAtHand) + pair.filter({ !isAtHand($0) }) {
      found[candidate.id] = try evidence(
        hunt.run, hunt.chance, candidate, processes: Self.processes.proof, isKept: false)
      others[candidate.id] = try? survey(hunt.others, candidate)
    }
    for parent in parents where parent != first {
      found[parent.id] = try evidence(
        hunt.run, hunt.chance, parent,
        processes: parent == plan.line.good ? Self.processes.proof : Self.processes.search)
    }
    guard let proof = found[culprit.id] else { return .answer(empty(hunt, culprit)) }
    guard proof.sense(hunting: hunt.divergence) == .bad, proof.parting.isEmpty else {
      return .answer(unsteady(hunt.run, culprit, proof))
    }
    for parent in parents {
      guard let evidence = found[parent.id] else { return .answer(empty(hunt, parent)) }
      if let proof = judge(parent, evidence, hunt, culprit) { return proof }
    }
    return .answer(
      .culprit(certificate(hunt, place, first, proof, found[first.id] ?? Evidence(), others)))
  }

  // Nil where the parent holds every time.
  private func judge(
    _ parent: Candidate, _ evidence: Evidence, _ hunt: Hunt, _ culprit: Candidate
  ) -> Proof? {
    switch evidence.sense(hunting: hunt.divergence) {
    case .good:
      return evidence.parting.isEmpty ? nil : .answer(unsteady(hunt.run, parent, evidence))
    case .mixed: return .answer(unsteady(hunt.run, parent, evidence))
    case .bad:
      if let place = plan.line.candidates.firstIndex(of: parent) { return .below(place) }
      return .answer(
        .candidates(
          .init(
            run: hunt.run,
            suspects: [
              .init(candidate: parent, reason: "fails in the way that is hunted"),
              .init(candidate: culprit, reason: "fails in the way that is hunted"),
            ],
            details: [
              "\(parent.name) lies before the good end and fails already: the failure was there, "
                + "was mended on the way to the good end, and came back with a side branch;",
              "bisect the mainline alone: --first-parent",
            ])))
    case .otherwise, .untestable:
      let sense = evidence.sense(hunting: hunt.divergence)
      return .answer(
        .candidates(
          .init(
            run: hunt.run,
            suspects: [
              .init(candidate: parent, reason: sense.text(evidence)),
              .init(candidate: culprit, reason: "fails in the way that is hunted"),
            ], details: [])))
    }
  }

  private func empty(_ hunt: Hunt, _ candidate: Candidate) -> Finding {
    .candidates(
      .init(
        run: hunt.run, suspects: [.init(candidate: candidate, reason: "was not played")],
        details: []))
  }

  private func certificate(
    _ hunt: Hunt, _ place: Int, _ parent: Candidate, _ proof: Evidence, _ parentProof: Evidence,
    _ others: [String: Survey]
  ) -> Certificate {
    let culprit = plan.line.candidates[place]
    let merge = plan.followsFirstParents ? nil : plan.line.merge(of: place)
    let with = hunt.others.filter { run in
      others[parent.id]?.holds(run) == true
        && others[culprit.id]?.failed.contains { $0.run.isSame(as: run.key) } == true
    }
    let apart = hunt.others.filter { run in !with.contains { $0.key.isSame(as: run.key) } }
    return Certificate(
      culprit: culprit, parent: parent, parents: plan.line.parents[place], run: hunt.run,
      divergence: hunt.divergence, culpritProof: proof, parentProof: parentProof,
      merge: merge?.merge, tip: merge?.tip, alsoParting: with.map(\.key),
      partingElsewhere: apart.map(\.key), builds: workshop.builds)
  }
}
