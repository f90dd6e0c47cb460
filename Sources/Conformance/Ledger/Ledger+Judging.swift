import JSON
import YAML

extension Ledger {
  /// What became of verdicts that were held against a ledger.
  package struct Judgement: Sendable {
    /// Failures that are listed as they are have become known.
    package var verdicts: [Verdict]
    /// The state of each entry under `known`, in the ledger's order.
    package var states: [State]
    /// Every misuse of the ledger, by place.
    package var faults: [SpecError]
    /// Those that speak of claims.
    package var claimFaults: [SpecError] = []
  }

  /// What an entry is worth.
  package enum State: Hashable, Sendable {
    /// The run fails as listed.
    case holds
    case passes
    /// The run fails, with this divergence.
    case otherwise(String)
    case isOver
    /// The end is a version, and the testee tells none.
    case unversioned
    /// No run has this name.
    case absent
    /// Runs of several files have it.
    case ambiguous([String])
    case notClaimed
    case open
    /// The filters leave it out.
    case notChosen
  }

  /// Holds verdicts against the ledger.
  ///
  /// `runs`: all that an entry may name; nil where not all are loaded. `claims`: of the testee,
  /// with what they rest on.
  package func judge(
    _ verdicts: [Verdict], of runs: [Run]?, claims: CapabilitySet, _ vocabulary: Vocabulary,
    _ moment: LedgerMoment
  ) -> Judgement {
    var judged = Judgement(verdicts: verdicts, states: [], faults: [])
    let problems = Problems()
    var places: [[UInt8]: [Int]] = [:]
    for (index, verdict) in verdicts.enumerated() {
      places[Array(verdict.run.fullName.utf8), default: []].append(index)
    }
    for entry in known {
      let mine = places[Array(entry.run.utf8)] ?? []
      let state = state(of: entry, mine.map { verdicts[$0] }, runs, vocabulary, moment)
      judged.states.append(state)
      if state == .holds, let place = mine.first,
        case .failed(let failure) = verdicts[place].outcome
      {
        judged.verdicts[place].outcome = .known(failure, entry.excuse)
      }
      if let fault = state.fault(of: entry, among: runs ?? []) { problems.add(entry.mark, fault) }
    }
    let entryFaults = problems.taken()
    check(claims, vocabulary, moment, problems)
    judged.claimFaults = problems.sorted
    problems.add(entryFaults)
    judged.faults = problems.sorted
    return judged
  }

  private func state(
    of entry: Entry, _ verdicts: [Verdict], _ runs: [Run]?, _ vocabulary: Vocabulary,
    _ moment: LedgerMoment
  ) -> State {
    guard let verdict = verdicts.first else {
      guard let runs else { return .notChosen }
      return runs.contains { $0.fullName.isSame(as: entry.run) } ? .notChosen : .absent
    }
    guard verdicts.count == 1 else { return .ambiguous(verdicts.map(\.run.file)) }
    switch verdict.outcome {
    case .passed: return .passes
    case .notClaimed: return .notClaimed
    case .open: return .open
    case .failed(let failure), .known(let failure, _):
      guard let isOver = entry.until.isReached(moment) else { return .unversioned }
      if isOver { return .isOver }
      let now = Divergence(failure, in: verdict, vocabulary).text
      return now.isSame(as: entry.diverges) ? .holds : .otherwise(now)
    }
  }

  // What was claimed once is claimed still, or withdrawn with a reason.
  private func check(
    _ claims: CapabilitySet, _ vocabulary: Vocabulary, _ moment: LedgerMoment,
    _ problems: Problems
  ) {
    func isClaimed(_ name: String) -> Bool {
      vocabulary.capability(named: name).map { claims.isSuperset(of: $0) } ?? false
    }
    for claim in self.claims where !isClaimed(claim.capability) {
      if withdrawn.contains(where: { $0.capability.isSame(as: claim.capability) }) { continue }
      problems.add(
        claim.mark,
        "'\(claim.capability)' is claimed no more; claim it, or list it under 'withdrawn'")
    }
    for entry in withdrawn {
      let name = entry.capability
      if isClaimed(name) {
        problems.add(entry.mark, "'\(name)' is claimed; take it out of 'withdrawn'")
      } else if !self.claims.contains(where: { $0.capability.isSame(as: name) }) {
        problems.add(entry.mark, "'\(name)' was never claimed; take it out of 'withdrawn'")
      } else if let isOver = entry.until.isReached(moment) {
        guard isOver else { continue }
        problems.add(
          entry.mark, "'\(name)' was withdrawn until \(entry.until.text), which has come; claim it")
      } else {
        problems.add(entry.mark, State.versionAdvice)
      }
    }
  }
}

extension Ledger.Entry {
  var excuse: Excuse { Excuse(reason: reason, diverges: diverges, until: until.text) }
}

extension Ledger.State {
  static let versionAdvice = "the testee tells no version of its SDK; end the entry on a day"

  /// What is wrong with the entry and what to do, or nil.
  package func fault(of entry: Ledger.Entry, among runs: [Run]) -> String? {
    let run = "'\(entry.run.printable)'"
    let remove = "; take its entry out"
    switch self {
    case .holds, .notChosen: return nil
    case .passes: return "\(run) passes" + remove
    case .otherwise(let now):
      return "\(run) fails otherwise than listed: \(now)"
    case .isOver:
      return "\(run) was known until \(entry.until.text), which has come; mend it"
    case .unversioned: return Self.versionAdvice
    case .absent:
      let near = suggestion(for: entry.run, among: runs.map(\.fullName))
      return "no run is called \(run)" + (near.isEmpty ? remove : near)
    case .ambiguous(let files):
      return "\(run) is the name of \(files.count) runs, in \(files.joined(separator: ", "))"
    case .notClaimed: return "\(run) is not claimed and cannot fail" + remove
    case .open: return "\(run) is an open point, which nobody judges" + remove
    }
  }
}
