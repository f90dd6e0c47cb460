package import JSON
import YAML

/// What a search came to, in words and as JSON.
package struct FindingReport {
  private let answer: Finding
  private let repeats: (Candidate, Candidate) -> [String]

  /// `repeats`: the commands that repeat what is told of a parent and a culprit.
  package init(_ answer: Finding, repeats: @escaping (Candidate, Candidate) -> [String]) {
    self.answer = answer
    self.repeats = repeats
  }

  /// Whether the search names what it looked for.
  package var isCertain: Bool {
    switch answer {
    case .culprit, .specChanged: true
    case .notDeterministic, .candidates: false
    }
  }

  package var lines: [String] {
    switch answer {
    case .culprit(let certificate): lines(certificate)
    case .notDeterministic(let doubt):
      ["not deterministic: \(doubt.run.key)"] + Self.lines(doubt)
    case .candidates(let doubt):
      ["the candidates are \(doubt.suspects.count); none can be told from the others:"]
        + Self.lines(doubt)
    case .specChanged(let change):
      [
        "the spec changed, not the SDK: \(change.run.key)",
        "  by today's spec both ends fail: \(change.headline)",
        "  by the spec of the good end both hold; it changed at "
          + (change.suspects.count > 1 ? "one of these" : "this") + ":",
      ] + change.suspects.map { "  \($0.candidate.text)" }
    }
  }

  private static func lines(_ doubt: Finding.Doubt) -> [String] {
    let shown = doubt.suspects.count > 40 ? 20 : doubt.suspects.count
    var lines = doubt.suspects.prefix(shown).map(line)
    if shown < doubt.suspects.count {
      lines.append("  … \(doubt.suspects.count - shown) more")
    }
    return lines + doubt.details.map { "  \($0)" }
  }

  private static func line(_ suspect: Finding.Suspect) -> String {
    "  \(suspect.candidate.text): \(EntryText.shortened(suspect.reason, to: 240))"
  }

  private func lines(_ found: Certificate) -> [String] {
    var rows: [(String, String)] = [("culprit", found.culprit.text)]
    rows += found.parents.map { ("parent", $0.text) }
    if found.parents.count > 1, found.merge == nil {
      rows.append(("", "a merge; none of its parents fails"))
    }
    if let merge = found.merge, let tip = found.tip {
      rows.append(("merged by", "\(merge.text), from the side branch that ends at \(tip.name)"))
    }
    rows.append(("run", found.run.key))
    rows.append(("fails at", found.culpritProof.failures.first?.headline ?? ""))
    rows.append(("proof", "culprit: \(Self.proof(found.culpritProof))"))
    let which = found.parents.count > 1 ? " \(found.parent.name)" : ""
    rows.append(("", "parent\(which):  \(Self.proof(found.parentProof))"))
    if let parting = found.parting {
      let text = { (line: String?) in line.map { EntryText.shortened($0, to: 300) } ?? "nothing" }
      rows.append(("parts at", "culprit: \(text(parting.second))"))
      rows.append(("", "parent:  \(text(parting.first))"))
    }
    if found.changesSpec { rows.append(("spec", "the culprit changed \(found.run.file), too")) }
    rows += Self.others("also here", found.alsoParting)
    rows += Self.others("elsewhere", found.partingElsewhere)
    rows += repeats(found.parent, found.culprit).enumerated().map {
      ($0 == 0 ? "repeat" : "", $1)
    }
    return rows.map { name, text in
      name + String(repeating: " ", count: 11 - name.count) + text
    }
  }

  private static func proof(_ evidence: Evidence) -> String {
    "\(evidence.counts); \(evidence.repeats) traces under one seed and chance are equal"
  }

  private static func others(_ name: String, _ runs: [String]) -> [(String, String)] {
    guard !runs.isEmpty else { return [] }
    var rows = [(name, "\(runs.count) more that fail at the bad end")]
    rows += runs.prefix(5).map { ("", $0) }
    if runs.count > 5 { rows.append(("", "… \(runs.count - 5) more")) }
    return rows
  }

  /// The answer as JSON.
  package var value: Value {
    switch answer {
    case .culprit(let found):
      var object: Object = [
        "answer": "culprit", "culprit": Self.value(found.culprit),
        "parents": .array(found.parents.map(Self.value)), "run": .string(found.run.key),
        "divergence": .string(found.divergence), "builds": .int(found.builds),
        "proof": [
          "culprit": Self.value(found.culpritProof), "parent": Self.value(found.parentProof),
        ],
        "also": .array(found.alsoParting.map { .string($0) }),
        "elsewhere": .array(found.partingElsewhere.map { .string($0) }),
        "changes_spec": .bool(found.changesSpec),
        "repeat": .array(
          repeats(found.parent, found.culprit).map { .string($0) }),
      ]
      object["merge"] = found.merge.map(Self.value)
      if let parting = found.parting {
        object["parting"] = [
          "parent": parting.first.map { .string($0) } ?? .null,
          "culprit": parting.second.map { .string($0) } ?? .null,
        ]
      }
      return .object(object)
    case .notDeterministic(let doubt): return Self.value("not deterministic", doubt)
    case .candidates(let doubt): return Self.value("candidates", doubt)
    case .specChanged(let change):
      return Self.value(
        "spec changed", .init(run: change.run, suspects: change.suspects, details: []))
    }
  }

  private static func value(_ name: String, _ doubt: Finding.Doubt) -> Value {
    [
      "answer": .string(name), "run": .string(doubt.run.key),
      "candidates": .array(
        doubt.suspects.map { suspect in
          var object = value(suspect.candidate).object ?? [:]
          object["reason"] = .string(suspect.reason)
          return .object(object)
        }),
    ]
  }

  private static func value(_ candidate: Candidate) -> Value {
    ["id": .string(candidate.id), "title": .string(candidate.title)]
  }

  private static func value(_ evidence: Evidence) -> Value {
    [
      "held": .int(evidence.passed), "failed": .int(evidence.failed),
      "equal_traces": .int(evidence.parting.isEmpty ? evidence.repeats : 0),
    ]
  }
}
