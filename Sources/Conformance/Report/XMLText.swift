/// Texts as XML 1.0 holds them, whatever is in them.
enum XMLText {
  /// As the text of an element.
  static func text(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// As the value of an attribute, within double quotes.
  static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  // A reader turns bare CR into LF, and in attributes LF and tabs into spaces: they are references.
  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"" where inAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
      case "\n" where inAttribute: result.append(contentsOf: "&#10;".unicodeScalars)
      case "\t" where inAttribute: result.append(contentsOf: "&#9;".unicodeScalars)
      case _ where scalar.isHiddenInXML:
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether XML forbids it, or no reader would see it: it is shown as its escape.
  fileprivate var isHiddenInXML: Bool {
    switch value {
    case 9, 10, 13: false
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
      0xFFFE, 0xFFFF:
      true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}
