/// A JSON value: one tree for specs, bodies, recordings and protocol lines.
///
/// Two values are equal when JSON says the same with them: numbers by value, texts by their UTF-8
/// bytes, objects whatever the order of their keys, and `true` never `1`.
public enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([Value])
  case object(Object)

  /// An integer value.
  public static func int(_ value: Int) -> Value { .number(Number(value)) }

  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.isSame(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let text): text.hashBytes(into: &hasher)
    case .array(let items): hasher.combine(items)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension Value {
  /// Whether this is JSON's `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The boolean, if it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The text, if it is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, if it is one.
  public var number: Number? { if case .number(let number) = self { number } else { nil } }
  /// The integer, if it is one that `Int` can hold.
  public var int: Int? { number?.int }
  /// The items, if it is a list.
  public var array: [Value]? { if case .array(let items) = self { items } else { nil } }
  /// The object, if it is one.
  public var object: Object? { if case .object(let object) = self { object } else { nil } }

  /// The value under a key of an object, or `nil`.
  public subscript(key: String) -> Value? { object?[key] }
}

// There is no nil literal: with one, `object[key] = nil` would store null and `== nil` never hold.
extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral items: Value...) { self = .array(items) }
  public init(dictionaryLiteral pairs: (String, Value)...) {
    var object = Object()
    for (key, value) in pairs { object[key] = value }
    self = .object(object)
  }
}
