package import JSON
import YAML

/// What a comparison of two testees found, in words and as JSON.
package struct DiffReport {
  private let outcomes: [PortDiff.Outcome]
  private let vocabulary: Vocabulary

  package init(_ outcomes: [PortDiff.Outcome], _ vocabulary: Vocabulary) {
    self.outcomes = outcomes
    self.vocabulary = vocabulary
  }

  package var equal: Int { outcomes.count { if case .equal = $0.kind { true } else { false } } }

  /// The runs that differ, with where.
  package var partings: [(run: Run, parting: Parting)] {
    outcomes.compactMap { outcome in
      if case .differ(let parting) = outcome.kind { (outcome.run, parting) } else { nil }
    }
  }

  /// `N equal, N differ, N not claimed by A (…), N not claimed by B (…)`.
  package var closingLine: String {
    var missing: (first: [CapabilitySet], second: [CapabilitySet]) = ([], [])
    for case .notClaimed(let first, let second) in outcomes.map(\.kind) {
      missing.first.append(first)
      missing.second.append(second)
    }
    return "\(equal) equal, \(partings.count) differ, \(notClaimed(missing.first, by: "A")), "
      + notClaimed(missing.second, by: "B")
  }

  /// The differences, by rule: its sentence once, then each run with where the two part.
  package func lines(_ rulebook: Rulebook) -> [String] {
    let partings = partings
    var rules: [String] = []
    for (run, _) in partings where !rules.contains(where: { $0.isSame(as: run.rule) }) {
      rules.append(run.rule)
    }
    return rules.flatMap { rule -> [String] in
      var lines = ["≠ \(rule)"]
      if let known = rulebook[rule] { lines.append("  \(known.says)") }
      var last: [String] = []
      for (run, parting) in partings where run.rule.isSame(as: rule) {
        let told = Self.lines(parting)
        lines.append(Self.head(run, parting))
        lines += told == last ? ["    as above"] : told
        last = told
      }
      return lines + [""]
    }
  }

  /// The report as JSON.
  package var value: Value {
    [
      "closing": .string(closingLine), "equal": .int(equal), "differ": .int(partings.count),
      "runs": .array(outcomes.map(value)),
    ]
  }

  private func notClaimed(_ missing: [CapabilitySet], by side: String) -> String {
    let names = vocabulary.names(of: missing.reduce(into: []) { $0.formUnion($1) })
    let brackets = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    return "\(missing.count { !$0.isEmpty }) not claimed by \(side)\(brackets)"
  }

  private static func head(_ run: Run, _ parting: Parting) -> String {
    var head = "  \(EntryText.escaped(run.name)), \(run.mark.file):\(run.mark.line)"
    if let at = parting.at { head += ", at \(DurationText.format(at))" }
    if parting.chance != 0.5 { head += ", with chance \(parting.chance)" }
    return head
  }

  private static func lines(_ parting: Parting) -> [String] {
    var lines: [String] = []
    if parting.at != nil {
      lines.append("    A  " + text(parting.first.entry))
      lines.append("    B  " + text(parting.second.entry))
    } else {
      lines.append("    both do the same")
    }
    if let difference = parting.difference {
      let place = difference.place
      let (first, second) = (
        difference.expected?.text ?? "nothing", difference.got?.canonicalText ?? "nothing"
      )
      lines.append("    at \(place)")
      lines.append("       A  " + EntryText.shortened(first, to: 160))
      lines.append("       B  " + EntryText.shortened(second, to: 160))
    }
    if parting.isOfVerdicts {
      lines.append("    A \(parting.first.verdict)")
      lines.append("    B \(parting.second.verdict)")
    }
    return lines
  }

  private static func text(_ entry: Value?) -> String {
    guard var object = entry?.object else { return "nothing more" }
    object["at"] = nil
    return EntryText.shortened(Value.object(object).canonicalText, to: 200)
  }

  private func value(_ outcome: PortDiff.Outcome) -> Value {
    var object: Object = [
      "rule": .string(outcome.run.rule), "name": .string(outcome.run.name),
      "file": .string(outcome.run.file), "line": .int(outcome.run.mark.line),
      "outcome": .string(outcome.kind.name),
    ]
    switch outcome.kind {
    case .equal: break
    case .notClaimed(let first, let second):
      object["a"] = .array(vocabulary.names(of: first).map { .string($0) })
      object["b"] = .array(vocabulary.names(of: second).map { .string($0) })
    case .differ(let parting):
      object["a"] = Self.value(parting.first)
      object["b"] = Self.value(parting.second)
      object["chance"] = Number(parting.chance).map { .number($0) }
      object["place"] = parting.difference.map { .string($0.place) }
    }
    return .object(object)
  }

  private static func value(_ side: Parting.Side) -> Value {
    ["entry": side.entry ?? .null, "verdict": .string(side.verdict)]
  }
}
