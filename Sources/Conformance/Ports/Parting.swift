package import JSON

/// Where two testees part in a run: the first entry of their portable traces that differs.
package struct Parting: Sendable {
  package var first: Side
  package var second: Side
  /// The place inside the entries at which they part, with what each has there.
  ///
  /// Nil where they are of different kinds, where one is missing, or where only verdicts differ.
  package var difference: Difference?
  /// The `chance` of the repeat in which they part.
  package var chance: Double

  /// What one of the two did.
  package struct Side: Sendable {
    /// The entry that differs; nil where the trace is over, or equal to its end.
    package var entry: Value?
    /// Whether the run holds.
    package var holds: Bool
    /// Whether it holds, in words: `passes`, or where it fails and why.
    package var verdict: String
  }

  /// The time of the entries that part, in milliseconds of the run's; nil for equal traces.
  package var at: Int64? {
    [first.entry, second.entry].compactMap { $0?["at"]?.number?.int.map(Int64.init) }.min()
  }

  /// Whether only one of the two holds.
  package var isOfVerdicts: Bool { first.holds != second.holds }

  /// Nil where both did the same, and both hold or both fail.
  init?(_ first: PortPlay, _ second: PortPlay, chance: Double) {
    let (left, right) = (first.entries, second.entries)
    let count = max(left.count, right.count)
    let place = (0..<count).first { index in
      index >= left.count || index >= right.count
        || !left[index].canonicalText.isSame(as: right[index].canonicalText)
    }
    guard place != nil || first.holds != second.holds else { return nil }
    let entries = (
      place.flatMap { $0 < left.count ? left[$0] : nil },
      place.flatMap { $0 < right.count ? right[$0] : nil }
    )
    self.first = Side(entry: entries.0, holds: first.holds, verdict: first.verdict)
    self.second = Side(entry: entries.1, holds: second.holds, verdict: second.verdict)
    self.chance = chance
    if let mine = entries.0, let other = entries.1, mine.isOfSameKind(as: other) {
      difference = mine.difference(to: other)
    }
  }
}

extension Value {
  /// Whether both are the same act or effect, so that a difference inside says something.
  fileprivate func isOfSameKind(as other: Value) -> Bool {
    ["do", "see", "member", "url", "name"].allSatisfy { self[$0] == other[$0] }
  }

  /// The first place at which another value parts from this one.
  package func difference(to other: Value) -> Difference? {
    let moment = Moment(now: 0, wall: 0)
    var matcher = Matcher(bindings: Bindings(start: moment), now: moment)
    return matcher.matches(Pattern(structure: self), other, nulls: .strict)
      ? nil : matcher.difference
  }
}

extension Pattern {
  /// A pattern of exactly a value that tells a difference by its innermost place.
  fileprivate init(structure value: Value) {
    switch value {
    case .array(let items): self = .list(items.map { Pattern(structure: $0) })
    case .object(let object):
      self = .object(
        object.map { Field(key: $0.key, pattern: Pattern(structure: $0.value)) }, open: false)
    default: self = .exact(value)
    }
  }
}
