import JSON

/// What each of many runs came to at one end.
struct Survey {
  /// The runs that hold, fail or are not claimed, each by `rule/name`.
  var held: [String] = []
  var failed: [Failed] = []
  var missing: [String] = []

  struct Failed: Hashable {
    var run: String
    var divergence: String
    /// The chance of the repeat that failed.
    var chance: Double
  }

  init(_ verdicts: [Verdict], _ vocabulary: Vocabulary) {
    for verdict in verdicts {
      switch verdict.outcome {
      case .passed: held.append(verdict.run.key)
      case .failed(let failure):
        failed.append(
          Failed(
            run: verdict.run.key, divergence: Divergence(failure, in: verdict, vocabulary).text,
            chance: verdict.chance))
      case .notClaimed: missing.append(verdict.run.key)
      case .known, .open: break
      }
    }
  }

  func holds(_ run: Run) -> Bool { held.contains { $0.isSame(as: run.key) } }

  var value: Value {
    [
      "held": .array(held.map { .string($0) }), "missing": .array(missing.map { .string($0) }),
      "failed": .array(
        failed.map {
          [
            "run": .string($0.run), "divergence": .string($0.divergence),
            "chance": Number($0.chance).map { .number($0) } ?? .null,
          ]
        }),
    ]
  }

  init?(_ value: Value) {
    guard let held = value["held"]?.array, let missing = value["missing"]?.array,
      let failed = value["failed"]?.array
    else { return nil }
    self.held = held.compactMap(\.string)
    self.missing = missing.compactMap(\.string)
    for value in failed {
      guard let run = value["run"]?.string, let divergence = value["divergence"]?.string,
        let chance = value["chance"]?.number?.double
      else { return nil }
      self.failed.append(Failed(run: run, divergence: divergence, chance: chance))
    }
  }
}

extension Run {
  /// `rule/name`, by which a filter names it.
  package var key: String { "\(rule)/\(name)" }
}
