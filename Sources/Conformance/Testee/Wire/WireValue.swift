package import JSON

extension Value {
  /// The value as it travels: integers that a double cannot hold in a `$int` tag.
  package var travelling: Value {
    guard hasWideInteger else { return self }
    switch self {
    case .number: return ["$int": .string(canonicalText)]
    case .array(let items): return .array(items.map(\.travelling))
    case .object(let object):
      return .object(Object(object.map { ($0.key, $0.value.travelling) }))
    default: return self
    }
  }

  /// The value as it is judged: a `$int` tag as the integer itself.
  ///
  /// Nil where a tag holds no integer, or `$number` anything but `nan`, `inf` and `-inf`.
  package var arrived: Value? {
    guard hasTag else { return self }
    switch self {
    case .array(let items):
      var result: [Value] = []
      for item in items {
        guard let item = item.arrived else { return nil }
        result.append(item)
      }
      return .array(result)
    case .object(let object):
      if object.count == 1, let text = object["$int"] { return text.string.flatMap(Value.integer) }
      if object.count == 1, let text = object["$number"] {
        return ["nan", "inf", "-inf"].contains(text) ? self : nil
      }
      var result = Object()
      for pair in object {
        guard let value = pair.value.arrived else { return nil }
        result[pair.key] = value
      }
      return .object(result)
    default: return self
    }
  }

  private static func integer(_ text: String) -> Value? {
    guard let value = try? Value(json: text), let number = value.number, number.isInteger,
      value.canonicalText.isSame(as: text)
    else { return nil }
    return value
  }

  private var hasWideInteger: Bool {
    switch self {
    case .number(let number): number.isWide
    case .array(let items): items.contains(where: \.hasWideInteger)
    case .object(let object): object.pairs.contains { $0.value.hasWideInteger }
    default: false
    }
  }

  private var hasTag: Bool {
    switch self {
    case .array(let items): items.contains(where: \.hasTag)
    case .object(let object):
      object.pairs.contains { $0.key.utf8.first == UInt8(ascii: "$") || $0.value.hasTag }
    default: false
    }
  }
}

extension Object {
  /// Each value as it travels.
  package var travelling: Object { Value.object(self).travelling.object ?? self }
}

extension Number {
  /// Whether it is an integer beyond ±(2^53−1), which a double may not hold.
  fileprivate var isWide: Bool {
    guard isInteger else { return false }
    return int.map { $0.magnitude >= 1 << 53 } ?? true
  }
}
