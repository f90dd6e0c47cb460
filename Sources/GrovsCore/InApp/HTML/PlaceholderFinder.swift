import JSON

/// Collects the placeholders of a page from those of its tokens that may hold one.
struct PlaceholderFinder {
  /// A placeholder and where it stands.
  struct Found {
    var placeholder: Placeholder
    var range: Range<Int>
    var insertion: Insertion
  }

  let bytes: [UInt8]
  private(set) var found: [Found] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func take(_ token: HTMLToken, _ scanner: HTMLScanner) {
    switch token {
    case .text(let range, let isWithoutTags):
      search(range, place: .text, isWithoutTags: isWithoutTags)
    case .startTag(let tag):
      for attribute in tag.attributes where !attribute.isDuplicate {
        guard let place = attribute.place, Self.isOpen(attribute, scanner) else { continue }
        search(attribute.value, place: place, isWithoutTags: false)
      }
    case .endTag, .other: break
    }
  }

  private static func isOpen(_ attribute: HTMLAttribute, _ scanner: HTMLScanner) -> Bool {
    let start = attribute.name.lowerBound
    if scanner.holds("aria-", at: start) { return attribute.name.count >= 5 }
    if scanner.holds("data-", at: start) { return attribute.name.count >= 5 }
    return ["alt", "title", "value", "placeholder"].contains { scanner.isNamed(attribute, $0) }
  }

  // Placeholders are told from markup once, here: a value is never searched again.
  private mutating func search(_ range: Range<Int>, place: Insertion.Place, isWithoutTags: Bool) {
    let text = bytes[range]
    var index = range.lowerBound
    // Where the text begins that the next placeholder follows.
    var start = index
    while let brace = text[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace
      guard let placeholder = Placeholder(text, at: &index) else {
        index = brace + 1
        continue
      }
      let before = text[start..<brace]
      let isBehindReference = Self.isUnfinishedReference(before)
      // Nothing can be written here that keeps both what stands before and what stands behind.
      let isStuck =
        place == .text && Self.isUnfinishedTag(before, isWithoutTags: isWithoutTags)
        || placeholder.fallback?.isEmpty == true && (isBehindReference || place == .unquoted)
      if !isStuck {
        let insertion = Insertion(place: place, isBehindReference: isBehindReference)
        found.append(
          Found(placeholder: placeholder, range: brace..<index, insertion: insertion))
      }
      start = isStuck ? start : index
    }
  }

  // Whether the text ends in `&`, `&#` or either with letters and digits.
  private static func isUnfinishedReference(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let last = rest.last, last.isLetter || last.isDigit { rest.removeLast() }
    if rest.last == UInt8(ascii: "#") { rest.removeLast() }
    return rest.last == UInt8(ascii: "&")
  }

  // Whether the text ends in `<`; where only an end tag counts, also in `</` and letters.
  private static func isUnfinishedTag(_ text: ArraySlice<UInt8>, isWithoutTags: Bool) -> Bool {
    var rest = text
    if isWithoutTags {
      while let last = rest.last, last.isLetter { rest.removeLast() }
      if rest.last == UInt8(ascii: "/") { rest.removeLast() } else { rest = text }
    }
    return rest.last == UInt8(ascii: "<")
  }
}

extension HTMLAttribute {
  fileprivate var place: Insertion.Place? {
    switch quoting {
    case .double: .doubleQuoted
    case .single: .singleQuoted
    case .unquoted: .unquoted
    case .none: nil
    }
  }
}
