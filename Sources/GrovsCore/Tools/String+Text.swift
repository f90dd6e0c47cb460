import JSON

extension String {
  /// Whether there is nothing but white space.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The text without white space at its ends.
  var trimmed: Substring {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return Substring(scalars[first...last])
  }

  /// The first code points, at most so many.
  func cut(at limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
    else { return self }
    return String(scalars[..<end])
  }

  /// The text as a JSON string, in quotes.
  var quoted: String { Value.string(self).canonicalText }
}

extension UInt8 {
  /// The byte, an ASCII letter in lower case.
  var lowered: UInt8 { isUpper ? self | 0x20 : self }

  private var isUpper: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool { lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z") }

  var isHexDigit: Bool {
    isDigit || (lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "f"))
  }
}

extension Sequence<UInt8> {
  /// Two lower-case hex digits a byte.
  var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
