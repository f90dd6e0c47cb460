import JSON
import YAML

extension Vocabulary.ValueType {
  /// The type as a message names it.
  var name: String { optional ? base.word + " or null" : base.word }
}

extension Vocabulary.ValueType.Base {
  /// The word of the vocabulary, or the texts that are allowed.
  var word: String {
    switch self {
    case .string: "string"
    case .bool: "bool"
    case .int: "int"
    case .uint64: "uint64"
    case .number: "number"
    case .date: "date"
    case .data: "data"
    case .map: "map"
    case .list: "list"
    case .object: "object"
    case .any: "any"
    case .oneOf(let texts): "one of " + texts.joined(separator: ", ")
    }
  }
}

extension Terms {
  /// Tells a value or pattern that can never be of a type, and says whether it can.
  func check(_ node: Node, _ type: Vocabulary.ValueType) -> Bool {
    guard fits(node, type) else {
      var message = "expected \(type.name), found \(found(node))"
      if case .oneOf(let texts) = type.base, let text = node.string {
        message += suggestion(for: text, among: texts)
      }
      fail(node.mark, message)
      return false
    }
    return true
  }

  private func found(_ node: Node) -> String {
    node.dollar.map { "'\($0.key.printable)'" } ?? node.found
  }

  private func fits(_ node: Node, _ type: Vocabulary.ValueType) -> Bool {
    switch node.content {
    case .scalar(let value, _): return fits(value, type)
    case .sequence: return type.base.isAny || type.base.isList
    case .mapping:
      guard let dollar = node.dollar else { return type.base.isAny || type.base.isMap }
      return fits(dollar, type)
    }
  }

  private func fits(_ value: Value, _ type: Vocabulary.ValueType) -> Bool {
    switch (value, type.base) {
    case (.null, _): type.optional
    case (_, .any), (.string, .string), (.string, .object), (.bool, .bool), (.number, .number): true
    case (.number(let number), .int): number.int != nil
    case (.number(let number), .uint64): number.uint64 != nil
    case (.string(let text), .oneOf(let texts)): texts.contains { $0.isSame(as: text) }
    default: false
    }
  }

  /// Whether a pattern, a shape or a value that is no JSON can be of a type.
  private func fits(_ entry: Node.Entry, _ type: Vocabulary.ValueType) -> Bool {
    let base = type.base
    if base.isAny { return true }
    switch entry.key {
    case "$literal":
      // Data: a map is a map, whatever its keys look like.
      return entry.value.entries == nil ? fits(entry.value, type) : base.isMap
    case "$any": return entry.value.string.map { base.canBe($0) } ?? true
    case "$like", "$json", "$repeat", "$time": return base.isText
    case "$open": return base.isMap
    case "$absent": return type.optional
    case "$optional": return type.optional && fits(entry.value, type)
    case "$range": return base.isNumber
    case "$set", "$all": return base.isList
    case "$bind", "$new", "$same": return true
    case "$number": if case .number = base { return true }
    case "$date": if case .date = base { return true }
    case "$data": if case .data = base { return true }
    case "$object": if case .object = base { return true }
    case "$url", "$uuid", "$opaque": return false
    // A shape, or a key that is not known, which reading tells.
    default: return base.isMap || shapes.nodes[String(entry.key.dropFirst())] == nil
    }
    return false
  }
}

extension Vocabulary.ValueType.Base {
  fileprivate var isAny: Bool { if case .any = self { true } else { false } }
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
  fileprivate var isMap: Bool { if case .map = self { true } else { false } }

  fileprivate var isText: Bool {
    switch self {
    case .string, .oneOf: true
    default: false
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .int, .uint64, .number: true
    default: false
    }
  }

  /// Whether `$any` of a name can stand for this type.
  fileprivate func canBe(_ any: String) -> Bool {
    switch any {
    case "string", "uuid", "instant": isText
    case "bool": if case .bool = self { true } else { false }
    case "integer", "number": isNumber
    case "list": isList
    case "map": isMap
    default: true
    }
  }
}
