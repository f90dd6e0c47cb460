extension Number {
  /// What a text says as a JSON number.
  public enum Reading: Hashable, Sendable {
    case number(Number)
    /// No number by JSON's grammar.
    case notANumber
    /// Written as an integer, but below −2^63 or above 2^64−1.
    case integerOutOfRange
    /// Beyond the largest finite double.
    case tooLarge
  }

  /// Reads a text that must be a JSON number from its first byte to its last.
  public static func reading(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
    var scan = NumberScan(bytes: bytes, start: 0)
    guard scan.run(), scan.end == bytes.count else { return .notANumber }
    return scan.reading
  }

  /// Takes a JSON number's text, or gives `nil` when it is none or out of range.
  public init?(text: String) {
    var text = text
    guard case .number(let number) = text.withUTF8({ Number.reading($0) }) else { return nil }
    self = number
  }
}

/// One number's text, taken apart by JSON's grammar.
struct NumberScan {
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  /// The first byte behind the number, or the one that breaks the grammar.
  private(set) var end: Int
  private(set) var hasLeadingZero = false

  private var isNegative = false
  private var isPlainInteger = true
  /// The digits' value as long as it fits, without the zeros in front.
  private var significand: UInt64 = 0
  private var overflows = false
  /// The power of ten that the significand is to be multiplied by.
  private var exponent = 0

  init(bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    self.bytes = bytes
    self.start = start
    end = start
  }

  /// Goes over the text and tells whether it has the form of a number.
  mutating func run() -> Bool {
    if byte == UInt8(ascii: "-") {
      isNegative = true
      end += 1
    }
    let first = end
    guard digits() > 0 else { return false }
    if bytes[first] == UInt8(ascii: "0"), end - first > 1 {
      hasLeadingZero = true
      return false
    }
    if byte == UInt8(ascii: ".") {
      isPlainInteger = false
      end += 1
      let count = digits()
      guard count > 0 else { return false }
      exponent -= count
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isPlainInteger = false
      end += 1
      return power()
    }
    return true
  }

  private var byte: UInt8? { end < bytes.count ? bytes[end] : nil }

  private mutating func digits() -> Int {
    let first = end
    while end < bytes.count {
      let digit = bytes[end] &- 48
      guard digit < 10 else { break }
      if significand < 1_000_000_000_000_000_000 {
        significand = significand &* 10 &+ UInt64(digit)
      } else {
        let (product, high) = significand.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        if high || carry { overflows = true } else { significand = sum }
      }
      end += 1
    }
    return end - first
  }

  private mutating func power() -> Bool {
    let isDown = byte == UInt8(ascii: "-")
    if isDown || byte == UInt8(ascii: "+") { end += 1 }
    let first = end
    var power = 0
    while let digit = byte, digit &- 48 < 10 {
      // Far past every double; a text of digits long enough to matter here cannot be held.
      if power < 1_000_000_000_000 { power = power * 10 + Int(digit &- 48) }
      end += 1
    }
    exponent += isDown ? -power : power
    return end > first
  }

  /// What the text says; only once `run` has told that it is a number.
  var reading: Number.Reading {
    if isPlainInteger {
      guard !overflows, let integer = integer(significand) else { return .integerOutOfRange }
      return .number(integer)
    }
    if !overflows {
      if significand == 0 { return .number(Number(0)) }
      if let number = exactInteger() ?? exactDouble() { return .number(number) }
    } else if let number = integerOfLongText() {
      return .number(number)
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    guard let double = Double(text), let number = Number(double) else { return .tooLarge }
    return .number(number)
  }

  private func integer(_ magnitude: UInt64) -> Number? {
    guard isNegative else { return Number(magnitude) }
    guard magnitude <= UInt64(Int64.max) + 1 else { return nil }
    return Number(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The number, if it is an integer of 64 bits exactly: never by way of a double.
  private func exactInteger() -> Number? {
    guard (-20...20).contains(exponent) else { return nil }
    var magnitude = significand
    for _ in 0..<abs(exponent) {
      if exponent < 0 {
        guard magnitude % 10 == 0 else { return nil }
        magnitude /= 10
      } else {
        let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        magnitude = product
      }
    }
    return integer(magnitude)
  }

  // Both parts are exact doubles in these bounds, so that one operation rounds once.
  private func exactDouble() -> Number? {
    guard significand <= 1 << 53, (-22...22).contains(exponent) else { return nil }
    let scale = Self.powersOfTen[abs(exponent)]
    let magnitude = exponent < 0 ? Double(significand) / scale : Double(significand) * scale
    return Number(isNegative ? -magnitude : magnitude)
  }

  // 1.000000000000000000000 has more digits than 64 bits hold and is 1 all the same.
  private func integerOfLongText() -> Number? {
    var digits = bytes[start..<end].prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 != 45 }
    var power = exponent
    digits.removeAll { $0 == 46 }
    while digits.last == 48 {
      digits.removeLast()
      power += 1
    }
    guard power >= 0 else { return nil }
    var magnitude: UInt64 = 0
    for digit in digits + Array(repeating: 48, count: min(power, 20)) {
      let (product, high) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit - 48))
      guard !high, !carry else { return nil }
      magnitude = sum
    }
    return integer(magnitude)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
