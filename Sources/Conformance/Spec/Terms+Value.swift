import JSON
import YAML

// Values: what a spec gives to a testee.
extension Terms {
  /// A value with what is no JSON in the protocol's tags.
  func supply(_ node: Node) -> Supply? {
    timed = false
    guard let value = value(node) else { return nil }
    return Supply(value, timed: timed)
  }

  /// The value of a reply's body.
  func body(_ node: Node) -> Supply? {
    at(.body) {
      guard let supply = supply(node) else { return nil }
      // Instants are filled in by their `$time`, which data must not look like.
      if supply.timed, let key = supply.value.dollarKey {
        fail(node.mark, "a body with '$time' cannot also hold the key '\(key.printable)'")
        return nil
      }
      return supply
    }
  }

  func value(_ node: Node) -> Value? {
    switch node.content {
    case .scalar(let value, _): return scalar(value)
    case .sequence(let items):
      let values = items.compactMap { value($0) }
      return values.count == items.count ? .array(values) : nil
    case .mapping(let entries):
      if let dollar = node.dollar { return special(dollar, node) }
      guard plain(node) != nil else { return nil }
      return object(entries)
    }
  }

  private func object(_ entries: [Node.Entry]) -> Value? {
    var object = Object()
    var whole = true
    for entry in entries {
      if let value = value(entry.value) { object[entry.key] = value } else { whole = false }
    }
    return whole ? .object(object) : nil
  }

  private func scalar(_ value: Value) -> Value {
    guard place == .app, case .number(let number) = value, number.isInteger else { return value }
    // What a double holds exactly goes as it is; a reader of JSON may spoil anything beyond.
    if let int = number.int, int.magnitude <= 9_007_199_254_740_991 { return value }
    return .object(Object([("$int", .string(number.description))]))
  }

  private func special(_ entry: Node.Entry, _ node: Node) -> Value? {
    switch entry.key {
    case "$literal": return literal(entry.value)
    case "$repeat": return repeated(entry.value).map { .string($0) }
    case "$time":
      guard let text = problems.text(entry.value, "an instant"),
        instant(text, entry.value.mark) != nil
      else { return nil }
      timed = true
      return .object(Object([("$time", .string(text))]))
    case _ where place == .app && Terms.tags.contains(entry.key): return tag(entry)
    default:
      let name = String(entry.key.dropFirst())
      guard shapes.nodes[name] != nil else {
        unknown(entry, in: "a value")
        return nil
      }
      guard let entries = shapeEntries(name, overlay: entry.value, at: node.mark) else {
        return nil
      }
      var object = Object()
      for part in entries {
        let outer = shapeUse
        if part.fromShape { shapeUse = outer ?? node.mark }
        defer { shapeUse = outer }
        guard let value = value(part.entry.value) else { return nil }
        object[part.entry.key] = value
      }
      return .object(object)
    }
  }

  /// Exactly what is written; a key of the app's values that begins with `$` travels as `$$`.
  func literal(_ node: Node) -> Value {
    switch node.content {
    case .scalar(let value, _): return scalar(value)
    case .sequence(let items): return .array(items.map { literal($0) })
    case .mapping(let entries):
      var object = Object()
      for entry in entries {
        let escaped = place == .app && entry.key.utf8.first == UInt8(ascii: "$")
        object[escaped ? "$" + entry.key : entry.key] = literal(entry.value)
      }
      return .object(object)
    }
  }

  /// A value that is no JSON, as it travels.
  func tag(_ entry: Node.Entry) -> Value? {
    if entry.key == "$object" { return object(described: entry.value) }
    guard let text = problems.text(entry.value) else { return nil }
    if let wrong = Terms.mistake(in: text, of: entry.key) {
      fail(entry.value.mark, "expected \(wrong), found \(entry.value.found)")
      return nil
    }
    return .object(Object([(entry.key, .string(entry.key == "$data" ? text.lowercased() : text))]))
  }

  private static func mistake(in text: String, of tag: String) -> String? {
    switch tag {
    case "$data": [UInt8](hex: text) == nil ? "bytes in hex, such as 00ff" : nil
    case "$number": ["nan", "inf", "-inf"].contains(text) ? nil : "nan, inf or -inf"
    case "$date":
      InstantText.parse(text) != nil ? nil : "a date such as 2026-01-01T00:00:00.000Z"
    default: nil
    }
  }

  /// An object of the app, with what its methods answer and call.
  private func object(described node: Node) -> Value? {
    guard
      let fields = problems.fields(node, of: "'$object'", ["name", "lacks", "returns", "calls"]),
      let name = fields.required("name").flatMap({ problems.text($0) })
    else { return nil }
    var object = Object([("$object", .string(name))])
    if let lacks = fields["lacks"] {
      guard let items = problems.list(lacks) else { return nil }
      let names = items.compactMap { problems.text($0) }
      object["lacks"] = .array(names.map { .string($0) })
    }
    if let returns = fields["returns"] {
      guard let entries = problems.map(returns), let values = self.object(entries) else {
        return nil
      }
      object["returns"] = values
    }
    if let calls = fields["calls"] {
      guard let made = self.calls(calls) else { return nil }
      object["calls"] = made
    }
    return .object(object)
  }

  private func calls(_ node: Node) -> Value? {
    guard let entries = problems.map(node, "a map of methods to lists of calls") else { return nil }
    var made = Object()
    for entry in entries {
      guard let items = problems.list(entry.value, "a list of calls") else { return nil }
      var calls: [Value] = []
      for item in items {
        guard let fields = problems.fields(item, of: "a call", ["call", "with"]),
          let member = fields.required("call").flatMap({ problems.text($0) })
        else { return nil }
        var call = Object([("member", .string(member)), ("with", .object(Object()))])
        if let with = fields["with"] {
          guard problems.map(with) != nil, let values = value(with) else { return nil }
          call["with"] = values
        }
        calls.append(.object(call))
      }
      made[entry.key] = .array(calls)
    }
    return .object(made)
  }

  struct ShapePart {
    var entry: Node.Entry
    var fromShape: Bool
  }

  /// The keys of a shape with others laid over them, shapes below it included.
  private func shapeEntries(_ name: String, overlay: Node, at mark: Mark) -> [ShapePart]? {
    guard !shapes.open.contains(name), let base = shapes.nodes[name] else {
      fail(mark, "shape '\(name)' rests on itself")
      return nil
    }
    guard let keys = problems.map(overlay, "a map of keys to lay over '\(name)'") else {
      return nil
    }
    shapes.open.append(name)
    defer { shapes.open.removeLast() }
    var parts: [ShapePart]
    if let below = base.dollar, shapes.nodes[String(below.key.dropFirst())] != nil {
      let lower = shapeEntries(String(below.key.dropFirst()), overlay: below.value, at: mark)
      guard let lower else { return nil }
      parts = lower.map { ShapePart(entry: $0.entry, fromShape: true) }
    } else {
      parts = (base.entries ?? []).map { ShapePart(entry: $0, fromShape: true) }
    }
    guard plain(overlay) != nil else { return nil }
    for key in keys {
      let part = ShapePart(entry: key, fromShape: false)
      if let index = parts.firstIndex(where: { $0.entry.key.isSame(as: key.key) }) {
        parts[index] = part
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}

extension Value {
  /// A key that begins with `$` and is no `$time`.
  fileprivate var dollarKey: String? {
    switch self {
    case .array(let items):
      for item in items { if let key = item.dollarKey { return key } }
      return nil
    case .object(let object):
      if object.count == 1, object["$time"]?.string != nil { return nil }
      for pair in object {
        if pair.key.utf8.first == UInt8(ascii: "$") { return pair.key }
        if let key = pair.value.dollarKey { return key }
      }
      return nil
    default: return nil
    }
  }
}
