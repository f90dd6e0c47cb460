import JSON
package import YAML

/// What became of the chosen runs: what every report is written from, and what shards are joined of.
///
/// It holds nothing of this machine and no time of its clock, so that equal runs give equal bytes.
package struct RunReport: Sendable {
  package var suite: Suite
  /// As given, in the order of their bytes; none where everything was chosen.
  package var filters: [String]
  /// Whether the runs were swept: disturbed in every way and held against the invariants.
  package var isSweep: Bool
  package var testee: Testee
  /// The names of all capabilities, in the vocabulary's order.
  package var capabilities: [String]
  /// The rules that the cases show, by id.
  package var rules: [RuleText]
  /// Which part of the chosen runs this is; nil for the whole.
  package var part: Part?
  /// The signal that ended the work early, such as `SIGTERM`.
  package var stopped: String?
  /// What is wrong with the ledger that the runs were held against, by place.
  package var ledgerFaults: [SpecError] = []
  /// One a run, in the suite's order.
  package var cases: [Case]

  package struct Suite: Hashable, Sendable {
    package var name: String
    /// Of the whole steps of all chosen runs, those of other shards too.
    package var hash: String
  }

  package struct Testee: Hashable, Sendable {
    package var name: String
    package var sdk: String?
    /// Names of capabilities, in the vocabulary's order, with all that they rest on.
    package var claims: [String]
  }

  package struct RuleText: Hashable, Sendable {
    package var id: String
    package var says: String
    package var sources: [String]
  }

  package struct Part: Hashable, Sendable {
    package var shard: Shard
    /// How many runs were chosen, those of all shards together.
    package var total: Int
  }

  /// One run.
  package struct Case: Sendable {
    package var area: String
    package var rule: String
    package var name: String
    package var mark: Mark
    package var outcome: Outcome
    /// Virtual time of all its repeats together, in milliseconds.
    package var lasted: Int64 = 0
    /// The `chance` of the repeat that is told.
    package var chance = 0.5
    /// The start that it begins on.
    package var start: String?
    /// Names of capabilities.
    package var needs: [String] = []
    /// Those of its needs, and of what they rest on, that the testee does not claim.
    package var missing: [String] = []
    /// Why it is not judged.
    package var because: String?
    /// What the ledger says of its failure.
    package var excuse: Excuse?
    /// In how many ways a sweep disturbed it.
    package var disturbed: Int?
    package var failure: Fault?
  }

  package enum Outcome: String, Sendable, CaseIterable {
    case passed = "pass"
    case failed = "fail"
    case known
    case notClaimed = "not claimed"
    case open
    /// The work was stopped before it.
    case notRun = "not run"
  }

  /// Why a run does not hold, for programs and for people.
  package struct Fault: Sendable {
    /// All that a person needs, in at most 40 lines.
    package var text: String
    /// The same in one line.
    package var says: String
    /// The kind in a word or two, such as `unexpected` or `not returned`.
    package var kind: String
    /// The step, or the act, at which it fails.
    package var mark: Mark
    /// The step that was next, where an effect came in its place.
    package var next: Mark?
    /// The start that holds the step.
    package var start: String?
    /// Milliseconds of the run's time.
    package var at: Int64
    /// The same in words that stay while the failure does, as a ledger lists it.
    package var diverges: String?
    /// What most likely lies behind it.
    package var hints: [String] = []
    /// The part that differs, such as `body`, and the place in it, such as `events[0].name`.
    package var part: String?
    package var path: String?
    package var expected: String?
    package var got: String?
  }
}

extension RunReport {
  /// How many cases have an outcome.
  package func count(_ outcome: Outcome) -> Int {
    cases.reduce(0) { $0 + ($1.outcome == outcome ? 1 : 0) }
  }

  /// The counts of the closing line; what was not run is in none of them.
  package var tally: Tally { Tally(of: cases) }

  /// The capabilities that runs need and the testee does not claim.
  package var missing: [String] {
    capabilities.filter { name in
      cases.contains { $0.outcome == .notClaimed && $0.missing.contains { $0.isSame(as: name) } }
    }
  }

  /// `N passed, N failed, N known, N not claimed (…), N open`.
  package var closing: String { tally.closingLine(missing: missing) }

  /// Why the closing line does not speak for all chosen runs, in one line; nil where it does.
  package var interruption: String? {
    guard let stopped else { return nil }
    return "stopped by \(stopped): \(count(.notRun)) of \(cases.count) runs were not run"
  }

  /// Whether it was not stopped, and neither a run nor the ledger is at fault.
  package var holds: Bool { stopped == nil && count(.failed) == 0 && ledgerFaults.isEmpty }

  /// Why a report in which nothing fails proves nothing all the same, in one line; else nil.
  ///
  /// One shard may prove nothing where all shards together do.
  package var emptiness: String? {
    guard holds, part == nil, !cases.isEmpty else { return nil }
    let tally = tally
    // To claim nothing is to be judged by nothing, which is no success.
    if tally.notClaimed == tally.total {
      let what =
        testee.claims.isEmpty
        ? "claims nothing"
        : "does not claim what these runs need: \(missing.joined(separator: ", "))"
      return "nothing ran: '\(testee.name)' \(what)"
    }
    // A ledger of everything would be green for ever; one run that it lists may be looked at.
    if tally.passed == 0, tally.known > 0, filters.isEmpty {
      return "nothing passed: the ledger lists all that was judged"
    }
    return nil
  }

  /// The areas in order, each with its cases.
  package var areas: [(name: String, cases: [Case])] {
    var areas: [(name: String, cases: [Case])] = []
    var places: [String: Int] = [:]
    for one in cases {
      if let place = places[one.area] {
        areas[place].cases.append(one)
      } else {
        places[one.area] = areas.count
        areas.append((one.area, [one]))
      }
    }
    return areas
  }
}

extension RunReport.Case {
  /// `rule/name`, as a filter writes it and as a reader can see it.
  package var title: String { "\(rule)/\(EntryText.escaped(name))" }
}

extension Tally {
  /// Counts cases; the names of what is missing are the report's.
  package init(of cases: [RunReport.Case]) {
    for one in cases {
      switch one.outcome {
      case .passed: passed += 1
      case .failed: failed += 1
      case .known: known += 1
      case .notClaimed: notClaimed += 1
      case .open: open += 1
      case .notRun: break
      }
    }
  }
}
