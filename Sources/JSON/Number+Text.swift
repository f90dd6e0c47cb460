extension Number: CustomStringConvertible {
  /// The canonical text.
  public var description: String {
    var text: [UInt8] = []
    write(into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the canonical text, which reads back as this very number.
  ///
  /// Integers of 64 bits have all their digits. Other numbers have the fewest digits that tell
  /// them from all doubles, as in ECMAScript: with a point from 1e-6 on, with an exponent below.
  /// Whole numbers outside the 64-bit ranges always have an exponent, since without one they would
  /// be integers, and those are refused there.
  public func write(into text: inout [UInt8]) {
    switch form {
    case .signed(let value):
      if value < 0 { text.append(UInt8(ascii: "-")) }
      text.appendDecimal(value.magnitude)
    case .unsigned(let value): text.appendDecimal(value)
    case .double(let value): text.appendDouble(value)
    }
  }
}

extension [UInt8] {
  mutating func appendDecimal(_ value: UInt64) {
    guard value >= 10 else { return append(48 &+ UInt8(truncatingIfNeeded: value)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var place = 20
      while rest > 0 {
        place &-= 1
        digits[place] = 48 &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[place..<20]))
    }
  }

  // The standard library finds the shortest digits; only where it puts the point is not ours.
  fileprivate mutating func appendDouble(_ value: Double) {
    var digits: [UInt8] = []
    var point: Int?
    var power = 0
    var text = value.magnitude.description
    text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        if byte == UInt8(ascii: "e") {
          power = Int(String(decoding: bytes[(index + 1)...], as: UTF8.self)) ?? 0
          break
        }
        if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
      }
    }
    // The value is 0.DIGITS times ten to the scale.
    var scale = (point ?? digits.count) + power
    while digits.count > 1, digits.last == 48 { digits.removeLast() }
    let zeros = digits.prefix { $0 == 48 }.count
    digits.removeFirst(zeros)
    scale -= zeros

    if value < 0 { append(UInt8(ascii: "-")) }
    if scale > 0, scale < digits.count {
      append(contentsOf: digits[..<scale])
      append(UInt8(ascii: "."))
      append(contentsOf: digits[scale...])
    } else if scale <= 0, scale > -6 {
      append(contentsOf: [48, UInt8(ascii: ".")])
      append(contentsOf: repeatElement(48, count: -scale))
      append(contentsOf: digits)
    } else {
      append(digits[0])
      if digits.count > 1 {
        append(UInt8(ascii: "."))
        append(contentsOf: digits[1...])
      }
      append(contentsOf: [UInt8(ascii: "e"), UInt8(ascii: scale > 0 ? "+" : "-")])
      appendDecimal(UInt64((scale - 1).magnitude))
    }
  }
}

extension Number: Comparable {
  /// Compares the exact values, integers never as doubles.
  public static func < (left: Number, right: Number) -> Bool {
    switch (left.form, right.form) {
    case (.signed(let a), .signed(let b)): a < b
    case (.unsigned(let a), .unsigned(let b)): a < b
    case (.signed, .unsigned): true
    case (.unsigned, .signed): false
    case (.double(let a), .double(let b)): a < b
    case (.signed(let a), .double(let b)): isBelow(a, b)
    case (.unsigned(let a), .double(let b)): isBelow(a, b)
    case (.double(let a), .signed(let b)): !isBelow(b, a)
    case (.double(let a), .unsigned(let b)): !isBelow(b, a)
    }
  }

  // No integer of 64 bits equals a number of the double form, so that below and above are all.
  private static func isBelow(_ integer: some FixedWidthInteger, _ double: Double) -> Bool {
    if double >= 0x1p64 { return true }
    if double < -0x1p63 { return false }
    // What is left has a fraction and is below 2^53.
    return integer <= Int64(double.rounded(.down))
  }
}
