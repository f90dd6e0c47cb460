import JSON

extension StringProtocol {
  /// Whether there is nothing but white space.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Sequence<UInt8> {
  /// The bytes as text, or `nil` where they are no UTF-8.
  var text: String? { String(validating: Array(self), as: UTF8.self) }
}

extension UInt8 {
  /// The byte, an ASCII letter in lower case.
  var lowered: UInt8 { (65...90).contains(self) ? self | 0x20 : self }

  var isDigit: Bool { (48...57).contains(self) }

  var isLetter: Bool { (97...122).contains(lowered) }

  var hexDigit: UInt8? {
    isDigit ? self - 48 : (97...102).contains(lowered) ? lowered - 87 : nil
  }
}
