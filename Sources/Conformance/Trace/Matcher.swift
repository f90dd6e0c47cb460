package import JSON

/// Holds a value against a pattern, and remembers the first difference.
///
/// A matcher works on a copy of the run's bindings; who uses it keeps `bindings` only when
/// everything matched.
package struct Matcher {
  /// Where a null and a missing key are the same.
  package enum NullRule {
    /// Nowhere.
    case strict
    /// In the whole value, but not at or under the keys named: a request's body.
    case body(exact: [String])
    /// At the top level only: the arguments of a callback.
    case top
  }

  package private(set) var bindings: Bindings
  package private(set) var difference: Difference?
  let now: Moment

  package init(bindings: Bindings, now: Moment) {
    self.bindings = bindings
    self.now = now
  }

  /// Whether the value (nil: there is none) fits the pattern.
  package mutating func matches(_ pattern: Pattern, _ value: Value?, nulls: NullRule) -> Bool {
    matches(pattern, value, lenient: false, nulls)
  }

  // `lenient`: here a null is the same as no such key; `nulls` is the rule for what is inside.
  private mutating func matches(
    _ pattern: Pattern, _ value: Value?, lenient: Bool, _ nulls: NullRule
  ) -> Bool {
    let missing = value == nil || (lenient && value == .null)
    switch pattern {
    case .absent: return missing || differs(pattern, value)
    case .optional(let inner):
      return missing || matches(inner, value, lenient: lenient, nulls)
    case .exact(.null) where lenient && missing: return true
    default:
      guard let value else { return differs(pattern, nil) }
      return matches(present: pattern, value, nulls)
    }
  }

  private mutating func matches(
    present pattern: Pattern, _ value: Value, _ nulls: NullRule
  ) -> Bool {
    switch pattern {
    case .exact(let literal): return literal == value || differs(pattern, value)
    case .object(let fields, let open): return matches(fields, open, value, nulls)
    case .list(let items): return matches(list: items, value, nulls)
    case .all(let item):
      guard let values = value.array else { return differs(pattern, value) }
      for (index, value) in values.enumerated()
      where !matches(item, value, lenient: false, nulls.inner) {
        return within(.index(index))
      }
      return true
    case .set(let items): return matches(set: items, value, nulls)
    case .any(let type): return type.admits(value) || differs(pattern, value)
    case .like(let pieces):
      guard let text = value.string else { return differs(pattern, value) }
      return Pattern.text(text, fits: pieces) || differs(pattern, value)
    case .bind, .new: return matches(identity: pattern, value)
    case .time(let from, let to):
      return matches(time: from, to, value) || differs(pattern, value)
    case .range(let low, let high):
      guard let number = value.number else { return differs(pattern, value) }
      return (low <= number && number <= high) || differs(pattern, value)
    case .json(let inner):
      guard let text = value.string, let parsed = try? Value(json: text) else {
        return differs(pattern, value)
      }
      return matches(inner, parsed, nulls: .strict) || within(.json)
    case .same(let label):
      let body = bindings.bodies.last { $0.label.isSame(as: label) }?.body
      return body == value || differs(body.map { .exact($0) } ?? pattern, value)
    case .absent, .optional: return true  // both handled by the caller
    }
  }

  private mutating func matches(
    _ fields: [Pattern.Field], _ open: Bool, _ value: Value, _ nulls: NullRule
  ) -> Bool {
    guard let object = value.object else {
      return differs(.object(fields, open: open), value)
    }
    // Both are sorted by the same bytes, so one walk meets every key of either.
    let pairs = object.pairs
    var next = 0
    for field in fields {
      while next < pairs.count, pairs[next].key.precedes(field.key) {
        guard open || nulls.passes(pairs[next]) else { return extra(pairs[next]) }
        next += 1
      }
      let found = next < pairs.count && pairs[next].key.isSame(as: field.key)
      let value = found ? pairs[next].value : nil
      let lenient = nulls.isLenient(at: field.key)
      if !matches(field.pattern, value, lenient: lenient, nulls.under(field.key)) {
        return within(.key(field.key))
      }
      if found { next += 1 }
    }
    while next < pairs.count {
      guard open || nulls.passes(pairs[next]) else { return extra(pairs[next]) }
      next += 1
    }
    return true
  }

  private mutating func matches(
    list items: [Pattern], _ value: Value, _ nulls: NullRule
  ) -> Bool {
    guard let values = value.array else { return differs(.list(items), value) }
    for index in 0..<min(items.count, values.count)
    where !matches(items[index], values[index], lenient: false, nulls.inner) {
      return within(.index(index))
    }
    if values.count > items.count {
      return extra(Object.Pair(key: "", value: values[items.count]), at: .index(items.count))
    }
    if values.count < items.count {
      _ = differs(items[values.count], nil)
      return within(.index(values.count))
    }
    return true
  }

  private mutating func matches(set items: [Pattern], _ value: Value, _ nulls: NullRule) -> Bool {
    guard let values = value.array, values.count == items.count else {
      return differs(.set(items), value)
    }
    var seats = Seats(
      fits: items.map { item in
        values.map { value in
          var attempt = self
          return attempt.matches(item, value, lenient: false, nulls.inner)
        }
      })
    for (index, item) in items.enumerated() {
      guard seats.seat(index) else { return differs(item, .array(seats.free.map { values[$0] })) }
    }
    // What one item binds the others must bear: all once more, one after the other.
    for (index, item) in items.enumerated() {
      guard matches(item, values[seats.place(of: index)], lenient: false, nulls.inner) else {
        return differs(.set(items), value)
      }
    }
    return true
  }

  private mutating func matches(identity pattern: Pattern, _ value: Value) -> Bool {
    guard !value.isNull else { return differs(pattern, value) }
    switch pattern {
    case .bind(let name, let group):
      if let known = bindings.bound.first(where: { $0.name.isSame(as: name) }) {
        return known.value == value || differs(.exact(known.value), value)
      }
      if let group {
        guard isNew(value, of: group) else { return differs(pattern, value) }
        bindings.seen.append((group, value))
      }
      bindings.bound.append((name, value))
      return true
    case .new(let group):
      guard isNew(value, of: group) else { return differs(pattern, value) }
      bindings.seen.append((group, value))
      return true
    default: return false
    }
  }

  private func isNew(_ value: Value, of group: String) -> Bool {
    !bindings.seen.contains { $0.class.isSame(as: group) && $0.value == value }
  }

  private func matches(time from: InstantName, _ to: InstantName, _ value: Value) -> Bool {
    guard let text = value.string, let instant = InstantText.parse(text),
      let low = bindings.wall(of: from, now: now), let high = bindings.wall(of: to, now: now)
    else { return false }
    return low <= instant && instant <= high
  }
}

extension Matcher {
  private mutating func differs(_ pattern: Pattern, _ value: Value?) -> Bool {
    difference = Difference(path: [], expected: pattern, got: value)
    return false
  }

  private mutating func extra(_ pair: Object.Pair, at part: Difference.Part? = nil) -> Bool {
    difference = Difference(path: [part ?? .key(pair.key)], expected: nil, got: pair.value)
    return false
  }

  private mutating func within(_ part: Difference.Part) -> Bool {
    difference?.path.insert(part, at: 0)
    return false
  }
}

extension Matcher.NullRule {
  /// Whether a null under the key of a map is the same as no such key.
  fileprivate func isLenient(at key: String) -> Bool {
    switch self {
    case .strict: false
    case .top: true
    case .body(let exact): !exact.contains { $0.isSame(as: key) }
    }
  }

  fileprivate func passes(_ pair: Object.Pair) -> Bool {
    pair.value.isNull && isLenient(at: pair.key)
  }

  // A callback's rule ends below its arguments.
  fileprivate var inner: Self {
    if case .top = self { .strict } else { self }
  }

  fileprivate func under(_ key: String) -> Self {
    if case .body = self, isLenient(at: key) { self } else { .strict }
  }
}
