/// Decodes the references of a text as an HTML parser does, for the names that the grammar uses.
enum HTMLDecoding {
  private static let legacy: [(name: String, text: String)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("copy", "©"), ("not", "¬"),
  ]
  private static let whole: [(name: String, text: String)] = [("notin;", "∉")]

  static func decode(_ text: ArraySlice<UInt8>, isAttribute: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let first = rest.first {
      // Before all else a parser makes one LF of each line end.
      if first == 0x0D {
        result.append(0x0A)
        rest = rest.dropFirst(rest.dropFirst().first == 0x0A ? 2 : 1)
      } else if first == UInt8(ascii: "&"), let found = reference(rest, isAttribute: isAttribute) {
        result += found.text
        rest = rest.dropFirst(found.length)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func reference(
    _ text: ArraySlice<UInt8>, isAttribute: Bool
  ) -> (text: [UInt8], length: Int)? {
    let rest = text.dropFirst()
    if rest.first == UInt8(ascii: "#") { return number(text) }
    for (name, found) in whole where rest.starts(with: name.utf8) {
      return (Array(found.utf8), name.utf8.count + 1)
    }
    for (name, found) in legacy where rest.starts(with: name.utf8) {
      let length = name.utf8.count + 1
      let next = rest.dropFirst(length - 1).first
      if next == UInt8(ascii: ";") { return (Array(found.utf8), length + 1) }
      let goesOn = next.map { $0 == UInt8(ascii: "=") || isAlphanumeric($0) } ?? false
      if isAttribute && goesOn { return nil }
      return (Array(found.utf8), length)
    }
    return nil
  }

  private static func number(_ text: ArraySlice<UInt8>) -> (text: [UInt8], length: Int)? {
    var rest = text.dropFirst(2)
    let isHex = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    if isHex { rest = rest.dropFirst() }
    let digits = rest.prefix { hexDigit($0).map { isHex || $0 < 10 } ?? false }
    guard !digits.isEmpty else { return nil }
    let value = digits.reduce(UInt32(0)) {
      min($0 * (isHex ? 16 : 10) + UInt32(hexDigit($1) ?? 0), 0x110000)
    }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    let end = digits.endIndex < text.endIndex && text[digits.endIndex] == UInt8(ascii: ";")
    let length = digits.endIndex - text.startIndex + (end ? 1 : 0)
    return (Array(String(Character(scalar ?? "\u{FFFD}")).utf8), length)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    hexDigit(byte).map { $0 < 10 } ?? false || (97...122).contains(byte | 0x20)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70, 97...102: (byte | 0x20) - 87
    default: nil
    }
  }
}
