import JSON

/// The smallest change that makes a ledger true again.
package struct LedgerChange: Sendable {
  /// Entries to take out, by their place.
  package var removed: [Int] = []
  /// Entries to put behind those that stay.
  package var added: [Ledger.Entry] = []
  /// Capabilities that are claimed for the first time.
  package var claims: [String] = []
  /// What no change may mend by itself: it asks for a reason, or for a person.
  package var refusals: [String] = []

  /// Whether the ledger is as it should be, refusals apart.
  package var isEmpty: Bool { removed.isEmpty && added.isEmpty && claims.isEmpty }

  /// Why new entries are listed, and how long.
  package struct Ground: Sendable {
    package var reason: String
    package var until: LedgerEnd

    package init(reason: String, until: LedgerEnd) {
      self.reason = reason
      self.until = until
    }
  }

  /// What a judgement of all runs asks for.
  ///
  /// An entry that passes, is not judged or names no run goes. A failure that is not listed as it
  /// is comes in with the ground given, and not without one. A new claim comes in; none ever goes,
  /// and no end is moved.
  package init(
    _ ledger: Ledger, _ judgement: Ledger.Judgement, claims: CapabilitySet,
    _ vocabulary: Vocabulary, ground: Ground?
  ) {
    for (place, state) in judgement.states.enumerated() {
      let entry = ledger.known[place]
      switch state {
      case .passes, .absent, .notClaimed, .open: removed.append(place)
      case .otherwise where ground != nil: removed.append(place)
      // The failures that are left tell of it, and of what to do.
      case .otherwise, .holds, .notChosen: break
      case .isOver, .unversioned, .ambiguous:
        guard let fault = state.fault(of: entry, among: []) else { break }
        refusals.append("\(entry.mark): error: \(fault)")
      }
    }
    refusals += judgement.claimFaults.map(\.description)
    add(judgement.verdicts, ledger, judgement.states, vocabulary, ground)
    self.claims = vocabulary.names(of: claims).filter { name in
      !ledger.claims.contains { $0.capability.isSame(as: name) }
    }
  }

  private mutating func add(
    _ verdicts: [Verdict], _ ledger: Ledger, _ states: [Ledger.State], _ vocabulary: Vocabulary,
    _ ground: Ground?
  ) {
    // Those that an entry stands for already, and only the entry is at fault.
    let spoken = zip(ledger.known, states).filter { $1.isSpokenFor }.map { Array($0.0.run.utf8) }
    let listed = Set(spoken)
    var groundless: [String] = []
    for verdict in verdicts {
      let name = verdict.run.fullName
      guard case .failed(let failure) = verdict.outcome, !listed.contains(Array(name.utf8)) else {
        continue
      }
      guard let ground else {
        groundless.append(name)
        continue
      }
      added.append(
        Ledger.Entry(
          run: name, reason: ground.reason,
          diverges: Divergence(failure, in: verdict, vocabulary).text, until: ground.until,
          mark: verdict.run.mark))
    }
    guard let first = groundless.first else { return }
    let others = groundless.count - 1
    let what = others == 0 ? " fails and is not" : " and \(others) more fail and are not"
    refusals.append(
      "error: '\(EntryText.escaped(first))'\(what) listed so; mend it, or say why and how long "
        + "with --reason TEXT and --until END")
  }
}

extension Ledger.State {
  /// Whether the entry is for the run, and wrong in another way than by its failure.
  fileprivate var isSpokenFor: Bool {
    switch self {
    case .isOver, .unversioned, .ambiguous: true
    default: false
    }
  }
}
