/// Bytes as text in base 64, as the protocol carries bodies that are no text (RFC 4648, padded).
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let rest = bytes[start...].prefix(3)
      var bits = 0
      for index in 0..<3 { bits = bits << 8 | (index < rest.count ? Int(rest[start + index]) : 0) }
      for place in 0..<4 {
        let isPadding = place > rest.count
        text.append(isPadding ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a text; nil where it is not whole, or holds anything else than digits and padding.
  package static func bytes(of text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count.isMultiple(of: 4) else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    var bits = 0
    for (index, byte) in text.enumerated() {
      let isPadding = index >= text.count - padding
      guard let digit = isPadding ? 0 : value(of: byte) else { return nil }
      if isPadding, byte != UInt8(ascii: "=") { return nil }
      bits = bits << 6 | digit
      guard index % 4 == 3 else { continue }
      for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      bits = 0
    }
    // Bits that the padding cuts off must be none.
    guard bytes.suffix(padding).allSatisfy({ $0 == 0 }) else { return nil }
    bytes.removeLast(padding)
    return bytes
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
