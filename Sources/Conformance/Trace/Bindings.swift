package import JSON

/// A moment of a run: its own time, and what the device's clock then showed.
package struct Moment: Hashable, Sendable {
  /// Milliseconds since the run began.
  package var now: Int64
  /// Milliseconds since 1970 UTC.
  package var wall: Int64

  package init(now: Int64, wall: Int64) {
    self.now = now
    self.wall = wall
  }
}

/// What the patterns of a run have learned so far; it outlives restarts.
package struct Bindings: Sendable {
  /// Values by `class/name` and by plain name.
  var bound: [(name: String, value: Value)] = []
  /// Every value that a class has had.
  var seen: [(class: String, value: Value)] = []
  /// When labelled acts and effects happened.
  var moments: [(label: String, moment: Moment)] = []
  /// The bodies that labelled requests had.
  var bodies: [(label: String, body: Value?)] = []
  /// The run's first moment.
  var start: Moment

  package init(start: Moment) { self.start = start }

  /// The wall instant of a name, or nil while its label has not happened.
  package func wall(of name: InstantName, now: Moment) -> Int64? {
    switch name.base {
    case .now: now.wall + name.offset
    case .start: start.wall + name.offset
    case .label(let label):
      moments.last { $0.label.isSame(as: label) }.map { $0.moment.wall + name.offset }
    }
  }

  /// A copy of the value in which each `{ $time: I }` is the text of that instant.
  package func filled(_ supply: Supply, now: Moment) -> Value {
    supply.timed ? filled(supply.value, now) : supply.value
  }

  private func filled(_ value: Value, _ now: Moment) -> Value {
    switch value {
    case .array(let items): return .array(items.map { filled($0, now) })
    case .object(let object):
      if object.count == 1, let text = object["$time"]?.string,
        let name = InstantName(text), let wall = wall(of: name, now: now)
      {
        return .string(InstantText.format(wall))
      }
      return .object(Object(object.pairs.map { ($0.key, filled($0.value, now)) }))
    default: return value
    }
  }
}

extension InstantName {
  /// Reads `now`, `start` or a label, then optionally ` + D` or ` - D`; nil where it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2)
    guard let first = parts.first, parts.count != 2 else { return nil }
    let base = Base(String(first))
    guard parts.count == 3 else {
      self.init(base: base)
      return
    }
    guard let length = DurationText.parse(String(parts[2])) else { return nil }
    switch parts[1] {
    case "+": self.init(base: base, offset: length)
    case "-": self.init(base: base, offset: -length)
    default: return nil
    }
  }
}
