import JSON

/// Reads a page token by token, as a browser does; the ranges of its tokens cover the page.
///
/// In a drawing, a formula or a select, where contents may be read in two ways, it goes on only
/// where both come to the same; else the rest of the page is one unsettled token.
package struct HTMLReader: Sendable {
  let scanner: HTMLScanner
  private var place = 0
  private var nesting = HTMLNesting()
  /// The element of raw text that was just opened.
  private var opened: (contents: HTMLContents, name: String)?

  package init(_ page: String) { scanner = HTMLScanner(page) }

  /// The page's bytes.
  package var bytes: [UInt8] { scanner.bytes }

  /// The next token, or `nil` at the page's end.
  package mutating func next() -> HTMLToken? {
    while place < scanner.bytes.count {
      guard let opened else { return take(nextMarkup()) }
      self.opened = nil
      if let token = contents(opened.contents, of: opened.name) { return take(token) }
    }
    return nil
  }

  private mutating func take(_ token: HTMLToken) -> HTMLToken {
    place = token.range.upperBound
    switch token {
    case .startTag(let tag):
      nesting.open(tag, in: scanner)
      opened = HTMLContents(ofElement: tag.name).map { ($0, tag.name) }
    case .endTag(let tag): nesting.close(tag)
    case .text, .other: break
    }
    return token
  }

  private func nextMarkup() -> HTMLToken {
    let rest = place..<scanner.bytes.count
    guard nesting.isDoubtful, scanner.opensSection(at: place) else {
      let token = scanner.token(at: place, isForeign: false)
      // A set of frames reads what is in it by rules of its own.
      if case .startTag(let tag) = token, tag.name.isSame(as: "frameset") {
        return .other(.unsettled, rest)
      }
      return token
    }
    // As HTML it is a comment up to the first `>`, and text from there on.
    let section = scanner.token(at: place, isForeign: true).range
    let comment = scanner.token(at: place, isForeign: false).range
    let isSettled = !scanner.bytes[comment.upperBound..<section.upperBound].contains(
      UInt8(ascii: "<"))
    return isSettled ? .other(.section, section) : .other(.unsettled, rest)
  }

  // The contents of an element of raw text, or nil where there are none.
  private func contents(_ contents: HTMLContents, of name: String) -> HTMLToken? {
    let range = place..<scanner.end(of: contents, of: name, from: place)
    var isText = false
    if case .textWithoutTags = contents { isText = true }
    if nesting.isDoubtful {
      guard isFreeOfTags(range, isForeign: false), isFreeOfTags(range, isForeign: true) else {
        return .other(.unsettled, place..<scanner.bytes.count)
      }
      isText = isText && !scanner.bytes[range].contains(UInt8(ascii: "<"))
    }
    guard !range.isEmpty else { return nil }
    return isText ? .text(range, isWithoutTags: true) : .other(.rawText, range)
  }

  // Whether the range, read as markup, holds text and comments only and ends where it ends.
  private func isFreeOfTags(_ range: Range<Int>, isForeign: Bool) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let token = scanner.token(at: place, isForeign: isForeign)
      switch token {
      case .text, .other(.comment, _), .other(.section, _): place = token.range.upperBound
      default: return false
      }
    }
    return place == range.upperBound
  }
}

extension HTMLScanner {
  /// Whether an attribute has this name, in lower case, letters in either case.
  func isNamed(_ attribute: HTMLAttribute, _ name: String) -> Bool {
    attribute.name.count == name.utf8.count
      && zip(bytes[attribute.name], name.utf8).allSatisfy { $0.lowered == $1 }
  }
}
