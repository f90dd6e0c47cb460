import JSON

/// Cuts one token off a page where no element of raw text is open, by the rules of WHATWG's HTML.
struct HTMLScanner: Sendable {
  let bytes: [UInt8]

  init(_ page: String) { bytes = Array(page.utf8) }

  /// The token at a place before the page's end.
  ///
  /// In an embedded drawing or formula, `isForeign`, there are sections of plain characters.
  func token(at start: Int, isForeign: Bool) -> HTMLToken {
    guard opensMarkup(at: start) else {
      return .text(start..<textEnd(from: start), isWithoutTags: false)
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"): return declaration(at: start, isForeign: isForeign)
    case UInt8(ascii: "?"): return bogusComment(start, from: start + 1)
    case UInt8(ascii: "/"):
      guard bytes[start + 2].isLetter else { return bogusComment(start, from: start + 2) }
      return tag(at: start, name: start + 2)
    default: return tag(at: start, name: start + 1)
    }
  }

  /// Whether the page holds this ASCII text here, letters in either case.
  func holds(_ text: StaticString, at place: Int) -> Bool {
    let end = place + text.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    return text.withUTF8Buffer { text in
      for index in 0..<text.count where bytes[place + index].lowered != text[index].lowered {
        return false
      }
      return true
    }
  }

  // Whether a `<` begins something else than text.
  private func opensMarkup(at place: Int) -> Bool {
    guard bytes[place] == UInt8(ascii: "<"), place + 1 < bytes.count else { return false }
    let next = bytes[place + 1]
    if next == UInt8(ascii: "/") { return place + 2 < bytes.count }
    return next.isLetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
  }

  private func textEnd(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, !opensMarkup(at: end) { end += 1 }
    return end
  }

  // MARK: - Comments

  private func declaration(at start: Int, isForeign: Bool) -> HTMLToken {
    if holds("--", at: start + 2) { return .other(.comment, start..<commentEnd(from: start + 4)) }
    if holds("doctype", at: start + 2) {
      return .other(.doctype, start..<end(behind: ">", from: start + 9))
    }
    if isForeign, opensSection(at: start) {
      return .other(.section, start..<end(behind: "]]>", from: start + 9))
    }
    return bogusComment(start, from: start + 2)
  }

  /// Whether a section of plain characters begins here; its name is in capitals only.
  func opensSection(at place: Int) -> Bool {
    holds("<![cdata[", at: place)
      && bytes[(place + 3)..<(place + 8)].elementsEqual("CDATA".utf8)
  }

  private func bogusComment(_ start: Int, from place: Int) -> HTMLToken {
    .other(.comment, start..<end(behind: ">", from: place))
  }

  // A comment may end right where it begins: `<!-->` and `<!--->` are whole.
  private func commentEnd(from start: Int) -> Int {
    if holds(">", at: start) { return start + 1 }
    if holds("->", at: start) { return start + 2 }
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "-") {
        if holds("-->", at: place) { return place + 3 }
        if holds("--!>", at: place) { return place + 4 }
      }
      place += 1
    }
    return bytes.count
  }

  /// The place behind the next such text, or the page's end.
  func end(behind text: StaticString, from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      if holds(text, at: place) { return place + text.utf8CodeUnitCount }
      place += 1
    }
    return bytes.count
  }
}

extension UInt8 {
  /// Whether it is white space to an HTML parser, which reads CR as LF.
  var isHTMLSpace: Bool {
    switch self {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20: true
    default: false
    }
  }

  /// Whether a tag's name ends before it.
  var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
}
