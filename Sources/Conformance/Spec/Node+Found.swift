import JSON
import YAML

extension Node {
  /// What stands here, for a message: `the number 5`, `a list`.
  var found: String {
    switch content {
    case .scalar(.null, _): "null"
    case .scalar(.bool(let value), _): "\(value)"
    case .scalar(.number(let number), _): "the number \(number.description)"
    case .scalar(.string(let text), _): "the text '\(text.shortened.printable)'"
    case .scalar: "a value"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  var isNull: Bool { if case .scalar(.null, _) = content { true } else { false } }

  /// The only entry, if its key begins with `$`: a pattern, a shape or a value that is no JSON.
  var dollar: Node.Entry? {
    guard let entries, entries.count == 1, entries[0].key.utf8.first == UInt8(ascii: "$") else {
      return nil
    }
    return entries[0]
  }

  /// Whether a text within holds `$`, or a list within is spread out by `$each`.
  var holdsNames: Bool {
    switch content {
    case .scalar(.string(let text), _): text.holdsDollar
    case .scalar: false
    case .sequence(let items): items.contains { $0.holdsNames }
    case .mapping(let entries):
      entries.contains { $0.value.holdsNames || $0.key.isSame(as: "$each") }
    }
  }
}

extension String {
  var holdsDollar: Bool {
    var text = self
    return text.withUTF8 { bytes in
      for byte in bytes where byte == UInt8(ascii: "$") { return true }
      return false
    }
  }

  /// Whether this is a known text of ASCII alone.
  ///
  /// Of equal length, nothing but ASCII is canonically equal to ASCII, so `==` compares bytes here.
  func isKnown(_ ascii: String) -> Bool { utf8.count == ascii.utf8.count && self == ascii }

  /// The text with control characters and backslashes' kin escaped, so that it stays on its line.
  var printable: String {
    guard
      utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        || unicodeScalars.contains(where: \.isHidden)
    else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isHidden: text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The first characters of a long text.
  var shortened: String {
    unicodeScalars.count <= 60
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(57))) + "..."
  }

  /// Whether this is a NAME: a small letter, then letters, digits and `_`.
  var isName: Bool {
    guard let first = utf8.first, isSmall(first) else { return false }
    return utf8.allSatisfy { isSmall($0) || isBig($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Whether this is a LABEL: a small letter, then small letters, digits, `_` and `-`.
  var isLabel: Bool {
    guard let first = utf8.first, isSmall(first) else { return false }
    return utf8.allSatisfy {
      isSmall($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// Whether this is made of small letters, digits and `-`: safe as a file's name everywhere.
  var isSlug: Bool {
    !utf8.isEmpty && utf8.allSatisfy { isSmall($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// The parts around the first `..`, if there is one.
  var aroundDots: (String, String)? {
    let bytes = Array(utf8)
    for index in bytes.indices.dropLast() where bytes[index] == 0x2E && bytes[index + 1] == 0x2E {
      return (
        String(decoding: bytes[..<index], as: UTF8.self),
        String(decoding: bytes[(index + 2)...], as: UTF8.self)
      )
    }
    return nil
  }
}

func isSmall(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
func isBig(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }
func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

extension Unicode.Scalar {
  /// Control characters, line separators and marks that turn the direction of the text.
  fileprivate var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
      true
    default: false
    }
  }
}

extension [String] {
  /// Whether a key is one of these known ones.
  func holds(_ key: String) -> Bool {
    for known in self where key.isKnown(known) { return true }
    return false
  }
}

extension [Node.Entry] {
  /// Where a known key stands.
  func place(of key: String) -> Int? {
    for index in indices where self[index].key.isKnown(key) { return index }
    return nil
  }
}

extension Node {
  /// The value under a known key; looked up in place, for entries are dear to copy.
  func under(_ key: String) -> Node? {
    guard case .mapping(let entries) = content, let index = entries.place(of: key) else {
      return nil
    }
    return entries[index].value
  }
}
