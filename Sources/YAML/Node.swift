public import JSON

/// A piece of a YAML file, with its place.
public struct Node: Hashable, Sendable {
  public var mark: Mark
  public var content: Content

  public init(mark: Mark, content: Content) {
    self.mark = mark
    self.content = content
  }

  public enum Content: Hashable, Sendable {
    /// A scalar, typed by JSON's own literals; `quoted` when it was not written plain.
    case scalar(Value, quoted: Bool)
    case sequence([Node])
    case mapping([Entry])
  }

  /// A key of a mapping and what stands under it.
  public struct Entry: Hashable, Sendable {
    public var key: String
    public var mark: Mark
    public var value: Node

    public init(key: String, mark: Mark, value: Node) {
      self.key = key
      self.mark = mark
      self.value = value
    }

    public static func == (left: Entry, right: Entry) -> Bool {
      left.key.isSame(as: right.key) && left.mark == right.mark && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
      key.hashBytes(into: &hasher)
      hasher.combine(mark)
      hasher.combine(value)
    }
  }
}

extension Node {
  /// The same tree without places.
  public var value: Value {
    switch content {
    case .scalar(let value, _): value
    case .sequence(let items): .array(items.map(\.value))
    case .mapping(let entries): .object(Object(entries.map { ($0.key, $0.value.value) }))
    }
  }

  /// The text, if this is a scalar that is one.
  public var string: String? {
    if case .scalar(.string(let text), _) = content { text } else { nil }
  }

  /// The items, if this is a sequence.
  public var items: [Node]? { if case .sequence(let items) = content { items } else { nil } }

  /// The entries, if this is a mapping, in the order they were written.
  public var entries: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// The value under a key, if this is a mapping that has it.
  public subscript(key: String) -> Node? {
    entries?.first { $0.key.isSame(as: key) }?.value
  }
}
