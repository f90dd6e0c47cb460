import JSON

/// Where it is asked whether the spec changed and not the SDK.
extension Bisection {
  /// Answers where every run that fails at the bad end fails at the good one, too.
  ///
  /// When such a run holds at both ends by the spec as it was at the good end, the SDK did not
  /// change, the spec did.
  func specsOrRefuse(_ atGood: Survey, _ failing: [Run]) throws(BisectProblem) -> Finding {
    let (good, bad) = (plan.line.good, plan.line.bad)
    var lines = [
      "error: the good end \(good.text) holds in none of the \(failing.count) chosen runs that "
        + "fail at the bad one"
    ]
    lines += Self.unclaimed(atGood, good)
    guard !atGood.failed.isEmpty, let old = try suite(at: good) else {
      throw BisectProblem(lines: lines)
    }
    let wanted = failing.filter { run in
      atGood.failed.contains { $0.run.isSame(as: run.key) }
    }
    let runs = Self.runs(wanted, of: old)
    guard case .success(let kind) = try children(of: good) else {
      throw BisectProblem(lines: lines)
    }
    let oldAtGood = Self.survey(runs, kind, old.vocabulary)
    let held = wanted.filter(oldAtGood.holds)
    guard !held.isEmpty else { throw BisectProblem(lines: lines) }
    guard case .success(let kind) = try children(of: bad) else {
      throw BisectProblem(lines: lines)
    }
    let oldAtBad = Self.survey(Self.runs(held, of: old), kind, old.vocabulary)
    guard let run = held.first(where: oldAtBad.holds) else {
      lines.append("  by the specs as they were there it holds, and the bad end fails by them:")
      lines.append("  the specs changed and so did the SDK; bisect by those specs with --specs DIR")
      throw BisectProblem(lines: lines)
    }
    let headline = atGood.failed.first { $0.run.isSame(as: run.key) }?.divergence ?? ""
    return .specChanged(
      .init(run: run, suspects: try specSuspects(run, kind), headline: headline))
  }

  /// The commits among which the first is whose spec the bad end's testee fails.
  private func specSuspects(
    _ run: Run, _ kind: TesteeKind
  ) throws(BisectProblem) -> [Finding.Suspect] {
    // The last place stands for the specs of today, which may not be committed.
    let today = Candidate(id: "", name: "today's files", title: "", content: "")
    let line = plan.line.candidates + [today]
    var search = Search(
      parents: plan.line.places + [[plan.line.candidates.count - 1]])
    while case .judge(let place) = search.next {
      let suite = try suite(at: line[place])
      let runs = suite.map { Self.runs([run], of: $0) } ?? []
      guard let suite, !runs.isEmpty else {
        search.mark(place, .skipped)
        continue
      }
      let holds = Self.survey(runs, kind, suite.vocabulary).holds(run)
      search.mark(place, holds ? .good : .bad)
    }
    let members: [Int] = if case .found(let place) = search.next { [place] } else { search.members }
    return members.map { place in
      .init(
        candidate: line[place],
        reason: search.states[place] == .skipped
          ? "its specs cannot be judged" : "the bad end fails by its spec")
    }
  }

  /// The suite as it was at a candidate; nil where it cannot be read.
  private func suite(at candidate: Candidate) throws(BisectProblem) -> Suite? {
    guard let folder = try workshop.specs(at: candidate) else { return nil }
    let suite = Suite.load(folder: folder)
    return suite.errors.isEmpty ? suite : nil
  }

  private static func runs(_ wanted: [Run], of suite: Suite) -> [Run] {
    suite.runs.filter { run in
      run.judge == .pass && wanted.contains { $0.key.isSame(as: run.key) }
    }
  }
}
