import JSON

/// A field of the person or the event, to be written into a page.
struct Placeholder: Equatable, Sendable {
  enum Source: Sendable { case user, event }

  var source: Source
  var key: String
  /// What stands there where the field has no value: text as it is written in the page.
  var fallback: [UInt8]?

  /// The name as it is written in the page.
  var field: String { (source == .user ? "user." : "event.") + key }
}

extension Placeholder {
  /// Reads the placeholder that begins at a place, `{{`, and moves behind it.
  ///
  /// The form is `{{user.KEY}}` or `{{event.KEY}}`, in it `| default: "TEXT"`, with white space
  /// between the parts. A key holds no white space and none of `{}|"'<>&`; a dot is part of it.
  /// The quotes may be written as `&quot;` or `&#34;`, both in the same way. Anything else is no
  /// placeholder, and `place` stays.
  init?(_ bytes: ArraySlice<UInt8>, at place: inout Int) {
    var rest = bytes[place...]
    guard rest.take("{{") else { return nil }
    rest.skipSpace()
    if rest.take("user.") {
      source = .user
    } else if rest.take("event.") {
      source = .event
    } else {
      return nil
    }
    let key = rest.prefix { $0 > 0x20 && $0 != 0x7F && !"{}|\"'<>&".utf8.contains($0) }
    guard !key.isEmpty else { return nil }
    self.key = String(decoding: key, as: UTF8.self)
    rest = rest[key.endIndex...]
    rest.skipSpace()
    if rest.take("|") {
      guard let text = Self.fallback(&rest) else { return nil }
      fallback = text
    }
    guard rest.take("}}") else { return nil }
    place = rest.startIndex
  }

  private static func fallback(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    rest.skipSpace()
    guard rest.take("default") else { return nil }
    rest.skipSpace()
    guard rest.take(":") else { return nil }
    rest.skipSpace()
    for quote in ["\"", "&quot;", "&#34;"] as [StaticString] where rest.take(quote) {
      let text = rest
      while !rest.isEmpty {
        let end = rest.startIndex
        if rest.take(quote) {
          rest.skipSpace()
          return Array(text[..<end])
        }
        rest.removeFirst()
      }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func skipSpace() {
    while let first, first.isHTMLSpace { removeFirst() }
  }

  /// Takes an ASCII text off the beginning, if it is there.
  fileprivate mutating func take(_ text: StaticString) -> Bool {
    let isThere = text.withUTF8Buffer { starts(with: $0) }
    if isThere { removeFirst(text.utf8CodeUnitCount) }
    return isThere
  }
}
