import JSON

/// Writes a text into a page so that it stays the text of its place, whatever it holds.
struct Insertion: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case text, doubleQuoted, singleQuoted, unquoted
  }

  var place: Place
  /// Whether an unfinished reference stands before it, which must not take its first character.
  var isBehindReference: Bool

  /// Writes a value.
  func write(_ text: String, into page: inout [UInt8]) {
    var isFirst = isBehindReference
    for byte in text.utf8 {
      write(byte, asNumber: isFirst && byte < 0x80, into: &page)
      isFirst = false
    }
  }

  /// Writes a text in which whole references are meant as such.
  func writeMarkup(_ text: [UInt8], into page: inout [UInt8]) {
    var isFirst = isBehindReference
    var index = 0
    while index < text.count {
      let reference = Self.reference(text[index...])
      page.append(contentsOf: reference)
      index += reference.count
      if reference.isEmpty {
        write(text[index], asNumber: isFirst && text[index] < 0x80, into: &page)
        index += 1
      }
      isFirst = false
    }
  }

  private func write(_ byte: UInt8, asNumber: Bool, into page: inout [UInt8]) {
    switch byte {
    // A parser makes this of it anyway, or drops it.
    case 0: page.append(contentsOf: "\u{FFFD}".utf8)
    case UInt8(ascii: "&"): page.append(contentsOf: "&amp;".utf8)
    case UInt8(ascii: "<"): page.append(contentsOf: "&lt;".utf8)
    case UInt8(ascii: ">"): page.append(contentsOf: "&gt;".utf8)
    // Behind a CR of the page both would be one line end.
    case 0x0A where page.last == 0x0D: page.append(contentsOf: "&#10;".utf8)
    case UInt8(ascii: "\"") where place == .doubleQuoted:
      page.append(contentsOf: "&quot;".utf8)
    default:
      guard asNumber || mustBeNumber(byte) else { return page.append(byte) }
      page.append(contentsOf: "&#".utf8)
      page.appendDecimal(byte)
      page.append(UInt8(ascii: ";"))
    }
  }

  // A raw CR would be read as LF. Without quotes nothing but letters and digits is sure to stay.
  private func mustBeNumber(_ byte: UInt8) -> Bool {
    switch place {
    case .text, .doubleQuoted: byte == 0x0D
    case .singleQuoted: byte == 0x0D || byte == UInt8(ascii: "'")
    case .unquoted: byte < 0x80 && !byte.isLetter && !byte.isDigit
    }
  }

  // The whole reference at the beginning: a name or a number between `&` and `;`.
  private static func reference(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.first == UInt8(ascii: "&") else { return [] }
    var end = text.startIndex + 1
    if end < text.endIndex, text[end] == UInt8(ascii: "#") { end += 1 }
    let begin = end
    while end < text.endIndex, text[end].isLetter || text[end].isDigit { end += 1 }
    guard end > begin, end < text.endIndex, text[end] == UInt8(ascii: ";") else { return [] }
    return text[...end]
  }
}

extension [UInt8] {
  fileprivate mutating func appendDecimal(_ byte: UInt8) {
    if byte >= 100 { append(48 + byte / 100) }
    if byte >= 10 { append(48 + byte / 10 % 10) }
    append(48 + byte % 10)
  }
}
