package import JSON

/// One change between two traces in words that are the same in every run that shows it.
///
/// A time is told from the last thing that the world did, other than to wait; ids are those of a
/// portable trace.
struct ChangeText {
  private let old: [Value]
  private let new: [Value]
  private let parting: Parting
  private let vocabulary: Vocabulary
  private var first: Value?
  private var second: Value?
  private var difference: Difference?

  init(_ old: [Value], _ new: [Value], _ parting: Parting, _ vocabulary: Vocabulary) {
    (self.old, self.new, self.parting, self.vocabulary) = (old, new, parting, vocabulary)
    (first, second) = (parting.first.entry, parting.second.entry)
    difference = parting.difference
    guard let first, let second, !name(first).isSame(as: name(second)) else { return }
    // A run that fails is over within its turn: what stands in front of the effect by its lane may
    // be missing. So the effect is held against the one of its name in the same turn.
    if !parting.second.holds, let other = mate(of: second, in: old, from: first) {
      (self.first, difference) = (other, other.difference(to: second))
    } else if !parting.first.holds, let other = mate(of: first, in: new, from: second) {
      (self.second, difference) = (other, first.difference(to: other))
    }
  }

  private func mate(of entry: Value, in trace: [Value], from start: Value) -> Value? {
    trace.drop { !$0.canonicalText.isSame(as: start.canonicalText) }.first {
      $0["at"] == entry["at"] && name($0).isSame(as: name(entry))
    }
  }

  /// What changed; a change of many things in one way has one text.
  var text: String {
    guard first != nil || second != nil else {
      return "the same is judged otherwise: \(parting.second.verdict), "
        + "before \(parting.first.verdict)"
    }
    if let moved {
      let shift = moved.waits.new - moved.waits.old
      let direction = shift < 0 ? "earlier" : "later"
      return "\(kind(moved.entry)) comes \(DurationText.format(abs(shift))) "
        + direction
    }
    if let difference, let entry = second {
      let before = difference.expected?.text ?? "nothing"
      let after = difference.got?.canonicalText ?? "nothing"
      return "\(kind(entry)) at \(difference.place): \(EntryText.shortened(after, to: 120)), "
        + "before \(EntryText.shortened(before, to: 120))"
    }
    switch (first, second) {
    case (let first?, let second?):
      // One more or one less where the rest goes on as it was.
      if isNext(second, after: first, in: old) { return "no more \(name(first))" }
      if isNext(first, after: second, in: new) { return "new: \(name(second))" }
      return "\(name(second)), before \(name(first))"
    case (let first?, nil): return "no more \(name(first))"
    case (nil, let second?): return "new: \(name(second))"
    case (nil, nil): return ""
    }
  }

  /// Which of these things changed, where the text does not tell.
  var detail: String? {
    if let moved {
      return "\(name(moved.entry)) after \(DurationText.format(moved.waits.new)), "
        + "before after \(DurationText.format(moved.waits.old))"
    }
    guard difference != nil, let entry = second else { return nil }
    let name = name(entry)
    return name.isSame(as: kind(entry)) ? nil : name
  }

  /// Whether the change is one of time alone.
  var isMove: Bool { moved != nil }

  /// When the effect comes that was not there before, in the words of a detail; by each act before.
  ///
  /// What moves past an act that ends it comes in one version alone, and which of the acts before it
  /// waits for cannot be told.
  var arrivals: [String] {
    guard moved == nil, let entry = parting.second.entry, entry["see"] != nil,
      let place = new.firstIndex(where: { $0.canonicalText.isSame(as: entry.canonicalText) }),
      let at = new[place]["at"]?.int
    else { return [] }
    return new[..<place].reversed().filter(Self.isAct).map { act in
      let wait = Int64(at - (act["at"]?.int ?? 0))
      return "\(name(entry)) after \(DurationText.format(wait)), before"
    }
  }

  /// An effect that only comes at another time, maybe past others that came before.
  private var moved: (entry: Value, waits: (old: Int64, new: Int64))? {
    let count = min(old.count, new.count)
    let place = (0..<count).first { !old[$0].canonicalText.isSame(as: new[$0].canonicalText) }
    guard let place else { return nil }
    if let other = Self.same(as: old[place], from: place, in: new),
      old[place]["at"] != new[other]["at"]
    {
      return (old[place], (wait(before: place, in: old), wait(before: other, in: new)))
    }
    if let other = Self.same(as: new[place], from: place, in: old),
      new[place]["at"] != old[other]["at"]
    {
      return (new[place], (wait(before: other, in: old), wait(before: place, in: new)))
    }
    return nil
  }

  /// Where an effect comes in a trace, its time aside; both traces are alike up to a place.
  private static func same(as entry: Value, from place: Int, in trace: [Value]) -> Int? {
    guard entry["see"] != nil else { return nil }
    let bare = bare(entry)
    return trace.indices.dropFirst(place).first { Self.bare(trace[$0]) == bare }
  }

  /// The entry without its time and without instants in it, which move with it.
  private static func bare(_ value: Value) -> Value {
    switch value {
    case .object(let object):
      return .object(
        Object(object.filter { $0.key != "at" }.map { ($0.key, bare($0.value)) }))
    case .array(let items): return .array(items.map(bare))
    case .string(let text): return InstantText.parse(text) == nil ? value : .null
    default: return value
    }
  }

  /// How long before an entry the world did something other than to wait.
  private func wait(before place: Int, in trace: [Value]) -> Int64 {
    let at = trace[place]["at"]?.int ?? 0
    let act = trace[..<place].last(where: Self.isAct)
    return Int64(at - (act?["at"]?.int ?? 0))
  }

  /// Whether the world did something other than to wait.
  private static func isAct(_ entry: Value) -> Bool {
    entry["do"].map { $0.string != "advance" } ?? false
  }

  /// Whether an entry is what follows another in a trace, times apart.
  private func isNext(_ entry: Value, after other: Value, in trace: [Value]) -> Bool {
    guard
      let place = trace.firstIndex(where: { $0.canonicalText.isSame(as: other.canonicalText) }),
      place + 1 < trace.count
    else { return false }
    return Self.bare(trace[place + 1]) == Self.bare(entry)
  }

  private func kind(_ entry: Value) -> String {
    entry["see"]?.string ?? "the act \(entry["do"]?.string ?? "")"
  }

  /// Kind and name, such as `request /authenticate`.
  private func name(_ entry: Value) -> String {
    guard let object = entry.object else { return entry.canonicalText }
    if let act = object["do"]?.string {
      return "the act \(act)" + (object["member"]?.string.map { " \($0)" } ?? "")
    }
    let kind = object["see"]?.string ?? ""
    if let url = object["url"]?.string { return "\(kind) \(url.without(base: vocabulary.base))" }
    let name = object["member"]?.string ?? object["name"]?.string
    return name.map { $0.isSame(as: kind) ? kind : "\(kind) \($0)" } ?? kind
  }
}

extension String {
  fileprivate func without(base: String) -> String {
    guard !base.utf8.isEmpty, utf8.starts(with: base.utf8) else { return self }
    return String(Substring(utf8.dropFirst(base.utf8.count)))
  }
}

extension Changelog {
  /// `N runs compared, N changes`, with what only one of the versions claims.
  package var closingLine: String {
    var parts = ["\(compared) runs compared", "\(entries.count) changes"]
    if gone > 0 { parts.append("\(gone) runs no more claimed") }
    if added > 0 { parts.append("\(added) runs newly claimed") }
    return parts.joined(separator: ", ")
  }

  /// The changes, by rule.
  package func lines(_ rulebook: Rulebook) -> [String] {
    var lines: [String] = []
    var rule = ""
    for entry in entries {
      if !entry.rule.isSame(as: rule) {
        rule = entry.rule
        lines.append(rule)
        if let known = rulebook[rule] { lines.append("  \(known.says)") }
      }
      lines.append("  • \(entry.text)")
      let own = entry.runs.filter { $0.rule.isSame(as: rule) }
      let name = own.first.map { EntryText.escaped($0.name) } ?? ""
      lines += entry.details.prefix(8).map { "    \($0)" }
      if entry.details.count > 8 { lines.append("    … \(entry.details.count - 8) more") }
      lines.append("    in \(name)" + more(entry, own))
      lines.append("    \(verdicts(entry))")
    }
    return lines
  }

  private func more(_ entry: Entry, _ own: [Run]) -> String {
    var text = own.count > 1 ? " and \(own.count - 1) more of its runs" : ""
    let others = entry.runs.filter { !$0.rule.isSame(as: entry.rule) }
    var rules: [String] = []
    for run in others where !rules.contains(where: { $0.isSame(as: run.rule) }) {
      rules.append(run.rule)
    }
    if !others.isEmpty {
      text += "; seen in \(others.count) runs of \(rules.count) other rules, too"
    }
    return text
  }

  private func verdicts(_ entry: Entry) -> String {
    if entry.broken == 0, entry.mended == 0 { return "every verdict is as it was" }
    var parts: [String] = []
    if entry.broken > 0 { parts.append("\(entry.broken) runs fail now") }
    if entry.mended > 0 { parts.append("\(entry.mended) runs hold now") }
    return parts.joined(separator: ", ")
  }

  /// The changes as JSON.
  package var value: Value {
    .array(
      entries.map { entry in
        [
          "rule": .string(entry.rule), "change": .string(entry.text),
          "details": .array(entry.details.map { .string($0) }),
          "runs": .array(entry.runs.map { .string($0.key) }), "broken": .int(entry.broken),
          "mended": .int(entry.mended), "before": entry.before ?? .null,
          "after": entry.after ?? .null,
        ]
      })
  }
}
