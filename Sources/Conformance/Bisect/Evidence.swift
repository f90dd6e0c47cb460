package import JSON

/// What came of the plays of one run against one candidate.
package struct Evidence: Sendable {
  package var passed = 0
  /// How often it failed in which way, the ways in order of appearance.
  package var failures: [Failures] = []
  /// What the candidate's testee does not claim of the run's needs; then nothing was played.
  package var missing: [String] = []
  /// Why no more could be played.
  package var trouble: String?
  /// The exact trace of the plays under one seed and chance.
  package var trace: [String] = []
  /// How many plays had this seed and chance.
  package var repeats = 0
  /// The first line at which two of them parted, as each had it.
  package var parting: [String] = []

  package struct Failures: Hashable, Sendable {
    /// The first divergence, as a ledger has it: what fails in the same way has the same text.
    package var divergence: String
    package var count: Int
    /// The first of them as a person reads it, with the line of the spec.
    package var headline: String
  }

  package init() {}

  package var failed: Int { failures.reduce(0) { $0 + $1.count } }

  /// What the plays say of the candidate.
  package enum Sense: Hashable, Sendable {
    case good
    case bad
    /// It fails every time, never in the way that is hunted.
    case otherwise(String)
    /// It failed in some plays and not in others, or in more than one way.
    case mixed
    /// It cannot be judged.
    case untestable(String)
  }

  /// What they say where this divergence is hunted.
  package func sense(hunting divergence: String) -> Sense {
    if let trouble { return .untestable(trouble) }
    if !missing.isEmpty {
      return .untestable("does not claim \(missing.joined(separator: ", "))")
    }
    guard let first = failures.first else { return passed > 0 ? .good : .untestable("no play") }
    guard passed == 0, failures.count == 1 else { return .mixed }
    return first.divergence.isSame(as: divergence) ? .bad : .otherwise(first.divergence)
  }

  /// `20 of 20 plays fail`, with the ways where there are more than one.
  package var counts: String {
    let total = passed + failed
    guard failed > 0 else { return "\(total) of \(total) plays hold" }
    let ways = failures.map { "\($0.count) by '\($0.divergence)'" }.joined(separator: ", ")
    return "\(failed) of \(total) plays fail" + (failures.count > 1 ? ": \(ways)" : "")
  }
}

extension Evidence {
  /// The evidence as it is kept.
  package var value: Value {
    var object: Object = [
      "passed": .int(passed), "repeats": .int(repeats),
      "failures": .array(
        failures.map {
          [
            "divergence": .string($0.divergence), "count": .int($0.count),
            "headline": .string($0.headline),
          ]
        }),
      "missing": .array(missing.map { .string($0) }),
      "trace": .array(trace.map { .string($0) }),
      "parting": .array(parting.map { .string($0) }),
    ]
    object["trouble"] = trouble.map { .string($0) }
    return .object(object)
  }

  /// Reads what was kept; nil where it is none.
  package init?(_ value: Value) {
    guard let passed = value["passed"]?.int, let repeats = value["repeats"]?.int,
      let failures = value["failures"]?.array, let missing = value["missing"]?.array,
      let trace = value["trace"]?.array, let parting = value["parting"]?.array
    else { return nil }
    self.passed = passed
    self.repeats = repeats
    for value in failures {
      guard let divergence = value["divergence"]?.string, let count = value["count"]?.int,
        let headline = value["headline"]?.string
      else { return nil }
      self.failures.append(Failures(divergence: divergence, count: count, headline: headline))
    }
    self.missing = missing.compactMap(\.string)
    self.trace = trace.compactMap(\.string)
    self.parting = parting.compactMap(\.string)
    trouble = value["trouble"]?.string
  }
}
