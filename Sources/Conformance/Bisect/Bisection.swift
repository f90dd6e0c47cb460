import JSON

/// Finds the first candidate at which a run parts from its spec, and proves it before it is named.
package final class Bisection {
  /// What a search works with.
  package struct Plan {
    package var line: CandidateLine
    /// The name of the suite, and what its specs rest on.
    package var suite: String
    package var vocabulary: Vocabulary
    /// The runs among which a failing one is hunted.
    package var runs: [Run]
    /// Seconds that a turn may take; nil for no limit.
    package var turnLimit: Int?
    /// Whether only first parents are followed, so that a side branch counts as its merge.
    package var followsFirstParents = false

    package init(line: CandidateLine, suite: String, vocabulary: Vocabulary, runs: [Run]) {
      self.line = line
      self.suite = suite
      self.vocabulary = vocabulary
      self.runs = runs
    }
  }

  /// A candidate that was judged.
  package struct Step {
    package var candidate: Candidate
    /// `good`, `bad`, `skipped`, and why where it needs words.
    package var sense: String
    package var reason: String?
    /// About how many more will be judged.
    package var left: Int
    /// About how many seconds their builds will take, where one was built.
    package var secondsLeft: Int?
  }

  /// In how many new processes a run is played, each time twice: while searching, and for proof.
  static let processes = (search: 4, proof: 10)

  let plan: Plan
  let workshop: any Workshop
  private let records: Records
  private let program: Program
  /// Told of each candidate that was judged.
  package var tell: (Step) -> Void = { _ in }

  package init(_ plan: Plan, _ workshop: any Workshop, records: Records, program: Program) {
    self.plan = plan
    self.workshop = workshop
    self.records = records
    self.program = program
  }

  /// What is hunted.
  struct Hunt {
    var run: Run
    var divergence: String
    var chance: Double
    /// Runs that fail at the bad end too and hold at the good one.
    var others: [Run]
  }

  /// Searches; what was found out before, in a search that was stopped, is not found out again.
  ///
  /// - Throws: why there is nothing to search: an end that is not what it is said to be.
  package func answer() throws(BisectProblem) -> Finding {
    switch try ends() {
    case .answer(let answer): return answer
    case .hunt(let hunt): return try search(hunt)
    }
  }

  private func search(_ hunt: Hunt) throws(BisectProblem) -> Finding {
    var search = Search(parents: plan.line.places)
    var reasons: [Int: Evidence.Sense] = [:]
    var evidence: [Int: Evidence] = [:]
    while true {
      switch search.next {
      case .judge(let place):
        let found = try self.evidence(
          hunt.run, hunt.chance, plan.line.candidates[place], processes: Self.processes.search)
        let sense = found.sense(hunting: hunt.divergence)
        (reasons[place], evidence[place]) = (sense, found)
        search.mark(place, sense.state)
        report(plan.line.candidates[place], sense, found, left: search.stepsLeft)
      case .stuck(let places):
        return stuck(hunt, places, reasons, evidence)
      case .found(let place):
        switch try prove(hunt, place) {
        case .answer(let answer): return answer
        // It is bad though all was taken to be good below a good one: the search goes on there.
        case .below(let parent): search.mark(parent, .bad)
        }
      }
    }
  }

  // Between these nothing can be told; where one of them is not steady, that is the answer.
  private func stuck(
    _ hunt: Hunt, _ places: [Int], _ reasons: [Int: Evidence.Sense], _ evidence: [Int: Evidence]
  ) -> Finding {
    let candidates = places.map { place in
      Finding.Suspect(
        candidate: plan.line.candidates[place],
        reason: reasons[place].map { $0.text(evidence[place]) } ?? "fails in the way that is hunted"
      )
    }
    let unsteady = places.contains { reasons[$0] == .mixed }
    return unsteady
      ? .notDeterministic(.init(run: hunt.run, suspects: candidates, details: []))
      : .candidates(.init(run: hunt.run, suspects: candidates, details: []))
  }

  func report(
    _ candidate: Candidate, _ sense: Evidence.Sense, _ evidence: Evidence?, left: Int
  ) {
    let reason: String? =
      switch sense {
      case .good, .bad: nil
      default: sense.text(evidence)
      }
    tell(
      Step(
        candidate: candidate, sense: sense.name, reason: reason, left: left,
        secondsLeft: workshop.usualBuild.map { $0 * left }))
  }

  /// What comes of a run at a candidate; `isKept`: whether an earlier finding will do.
  func evidence(
    _ run: Run, _ chance: Double, _ candidate: Candidate, processes: Int, isKept: Bool = true
  ) throws(BisectProblem) -> Evidence {
    let key = key(
      candidate, [run.key, run.inputsHash, run.stepsHash, "\(chance)", "\(processes)"])
    if isKept, let evidence = records.read(key).flatMap({ Evidence($0) }) { return evidence }
    var evidence = Evidence()
    switch try children(of: candidate) {
    case .failure(let reason): evidence.trouble = reason.text
    case .success(let kind):
      workshop.watch("playing \(run.key) at \(candidate.name)")
      evidence = Trial(run, plan.vocabulary, chance: chance)
        .evidence(of: kind, processes: processes)
    }
    // Trouble may be the machine's: it is met again, or not.
    if evidence.trouble == nil { records.write(evidence.value, key) }
    return evidence
  }

  /// What comes of many runs at a candidate, each played once.
  func survey(_ runs: [Run], _ candidate: Candidate) throws(BisectProblem) -> Survey {
    guard !runs.isEmpty else { return Survey([], plan.vocabulary) }
    let hashes = runs.flatMap { [$0.key, $0.inputsHash, $0.stepsHash] }
    let key = key(candidate, ["survey"] + hashes)
    if let survey = records.read(key).flatMap({ Survey($0) }) { return survey }
    switch try children(of: candidate) {
    case .failure(let reason): throw BisectProblem("error: \(candidate.text): \(reason.text)")
    case .success(let kind):
      workshop.watch("judging \(runs.count) runs at \(candidate.name)")
      let survey = Self.survey(runs, kind, plan.vocabulary)
      if let trouble = kind.trouble() {
        throw BisectProblem("error: \(candidate.text): \(trouble)")
      }
      records.write(survey.value, key)
      return survey
    }
  }

  static func survey(_ runs: [Run], _ kind: TesteeKind, _ vocabulary: Vocabulary) -> Survey {
    Survey(
      Batch(testee: kind, jobs: 1).judge(runs, vocabulary: vocabulary, done: { _ in }), vocabulary)
  }

  /// Why a candidate cannot be judged.
  struct Untestable: Error {
    var text: String
  }

  /// The children that a candidate's testees are.
  func children(
    of candidate: Candidate
  ) throws(BisectProblem) -> Result<TesteeKind, Untestable> {
    let key = key(candidate, ["untestable"])
    if let reason = records.read(key)?.string { return .failure(Untestable(text: reason)) }
    switch try workshop.ready(candidate) {
    case .untestable(let reason, let isLasting):
      if isLasting { records.write(.string(reason), key) }
      return .failure(Untestable(text: reason))
    case .command(let command):
      do throws(TesteeError) {
        let nursery = try Nursery(
          command, suite: plan.suite, kinds: plan.vocabulary.effects.keys,
          turnLimit: plan.turnLimit, beside: program)
        return .success(nursery.kind)
      } catch {
        return .failure(Untestable(text: ([error.message] + error.details).joined(separator: "; ")))
      }
    }
  }

  private func key(_ candidate: Candidate, _ parts: [String]) -> String {
    Records.key(
      [
        suiteVersion, workshop.fingerprint, candidate.content, plan.suite,
        plan.turnLimit.map(String.init) ?? "",
      ] + parts)
  }
}

extension Evidence.Sense {
  var state: Search.State {
    switch self {
    case .good: .good
    case .bad: .bad
    case .otherwise, .mixed, .untestable: .skipped
    }
  }

  /// `good`, `bad` or `skipped`.
  var name: String {
    switch self {
    case .good: "good"
    case .bad: "bad"
    case .otherwise, .mixed, .untestable: "skipped"
    }
  }

  /// Why a candidate is neither good nor bad.
  func text(_ evidence: Evidence?) -> String {
    switch self {
    case .good: "holds"
    case .bad: "fails in the way that is hunted"
    case .otherwise(let divergence): "fails in another way: \(divergence)"
    case .mixed: "is not steady: \(evidence?.counts ?? "")"
    case .untestable(let reason): reason
    }
  }
}
