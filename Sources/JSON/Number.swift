/// A JSON number: an exact integer from −2^63 to 2^64−1, or a finite double.
///
/// A double that is such an integer becomes one, so equal numbers have one form and `1.0` is `1`.
public struct Number: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// Any integer up to `Int64.max`.
    case signed(Int64)
    /// Integers above `Int64.max` only.
    case unsigned(UInt64)
    /// Fractions, and magnitudes outside both integer ranges.
    case double(Double)
  }

  let form: Form

  public init(_ value: Int) { form = .signed(Int64(value)) }
  public init(_ value: Int64) { form = .signed(value) }
  public init(_ value: UInt64) {
    form = value <= UInt64(Int64.max) ? .signed(Int64(value)) : .unsigned(value)
  }

  /// Takes a double, or gives `nil` for NaN and the infinities, which JSON has not.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let integer = Int64(exactly: value) {
      form = .signed(integer)
    } else if let integer = UInt64(exactly: value) {
      form = .unsigned(integer)
    } else {
      form = .double(value)
    }
  }

  public var isInteger: Bool { if case .double = form { false } else { true } }
  /// The number as an `Int`, if it is one.
  public var int: Int? { if case .signed(let value) = form { Int(exactly: value) } else { nil } }
  /// The number as an unsigned 64-bit integer, if it is one.
  public var uint64: UInt64? {
    switch form {
    case .signed(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    case .double: nil
    }
  }
  /// The nearest double.
  public var double: Double {
    switch form {
    case .signed(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    }
  }
}
