import JSON
import YAML

/// The rules that specs show, in an order in which a porter can build them.
///
/// A rule stands above all that its specs name under `after`; of those that may come next, the
/// first of the rulebook comes.
package struct Ladder: Sendable {
  package var rungs: [Rung]

  package struct Rung: Sendable {
    package var rule: Rule
    /// The rules right below it, in the order in which the specs name them.
    package var after: [String]
  }

  /// Rules in a circle, which lint refuses, come last, in the rulebook's order.
  package init(_ rulebook: Rulebook, _ files: [SpecFile]) {
    var after: [String: [String]] = [:]
    for file in files {
      for use in file.rules where !use.isOpen {
        for below in file.after where !below.id.isSame(as: use.id) {
          if after[use.id]?.contains(where: { $0.isSame(as: below.id) }) != true {
            after[use.id, default: []].append(below.id)
          }
        }
        if after[use.id] == nil { after[use.id] = [] }
      }
    }
    // What no spec shows can be no rung, and holds nobody up.
    let shown = rulebook.rules.filter { after[$0.id] != nil }
    var left = shown.map { rule in
      Rung(rule: rule, after: (after[rule.id] ?? []).filter { after[$0] != nil })
    }
    rungs = []
    var built: Set<String> = []
    while !left.isEmpty {
      let next = left.firstIndex { $0.after.allSatisfy(built.contains) } ?? 0
      let rung = left.remove(at: next)
      built.insert(rung.rule.id)
      rungs.append(rung)
    }
  }
}

extension Ladder {
  /// How far up a testee has come.
  package struct Climb: Sendable {
    /// The rungs that have a verdict, from below.
    package var steps: [Step]

    package struct Step: Sendable {
      package var rung: Rung
      package var standing: Standing
    }

    package var holding: Int { count { if case .holds = $0 { true } else { false } } }
    package var failing: Int { count { if case .fails = $0 { true } else { false } } }
    package var notClaimed: Int { count { if case .notClaimed = $0 { true } else { false } } }

    /// The first rule that fails; where none does, the first that is not claimed.
    package var next: Step? {
      steps.first { if case .fails = $0.standing { true } else { false } }
        ?? steps.first { if case .notClaimed = $0.standing { true } else { false } }
    }

    package func standing(of rule: String) -> Standing? {
      steps.first { $0.rung.rule.id.isSame(as: rule) }?.standing
    }

    private func count(_ isCounted: (Standing) -> Bool) -> Int {
      steps.count { isCounted($0.standing) }
    }
  }

  /// What has become of all the runs of a rule.
  package enum Standing: Sendable {
    case holds
    /// The first verdict that fails.
    case fails(Verdict)
    /// The first run that the testee does not claim, and what it lacks for it.
    case notClaimed(Run, CapabilitySet)

    /// `holds`, `fails` or `not claimed`.
    package var name: String {
      switch self {
      case .holds: "holds"
      case .fails: "fails"
      case .notClaimed: "not claimed"
      }
    }
  }

  /// Puts verdicts on their rungs; open points are on none.
  package func climb(_ verdicts: [Verdict]) -> Climb {
    var standings: [String: Standing] = [:]
    for verdict in verdicts {
      let rule = verdict.run.rule
      switch (verdict.outcome, standings[rule]) {
      case (.open, _), (_, .fails?): break
      case (.failed, _), (.known, _): standings[rule] = .fails(verdict)
      case (.notClaimed(let missing), nil), (.notClaimed(let missing), .holds?):
        standings[rule] = .notClaimed(verdict.run, missing)
      case (.passed, nil): standings[rule] = .holds
      case (.passed, _), (.notClaimed, _): break
      }
    }
    return Climb(
      steps: rungs.compactMap { rung in
        standings[rung.rule.id].map { Climb.Step(rung: rung, standing: $0) }
      })
  }
}
