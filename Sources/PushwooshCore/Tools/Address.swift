/// A URL in its parts, kept byte for byte; RFC 3986 and nothing else.
struct Address: Sendable {
  let text: String
  /// Percent-decoded; `nil` without one.
  let host: String?
  /// Percent-decoded.
  let path: String
  /// Percent-decoded names and values in their order; an item without `=` has no value.
  let items: [(name: String, value: String?)]

  /// The scheme that a text begins with, in lower case.
  static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
      text.utf8.first?.isLetter ?? false
    else { return nil }
    let bytes = text.utf8[..<colon]
    guard bytes.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }) else {
      return nil
    }
    return String(decoding: bytes.map(\.lowered), as: UTF8.self)
  }

  /// Splits a URL with a scheme, or gives `nil` where it cannot be split.
  init?(_ text: String) {
    guard let scheme = Self.scheme(of: text) else { return nil }
    self.text = text
    var rest = Array(text.utf8)[...].dropFirst(scheme.utf8.count + 1)
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard Self.isClean(rest[(hash + 1)...]) else { return nil }
      rest = rest[..<hash]
    }
    var query: ArraySlice<UInt8>?
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    var host: ArraySlice<UInt8> = []
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard let found = Self.host(of: rest[..<slash]) else { return nil }
      host = found
      rest = rest[slash...]
    }
    guard Self.isClean(rest), Self.isClean(query ?? []) else { return nil }
    self.host = host.isEmpty ? nil : Self.decoded(host)
    path = Self.decoded(rest) ?? ""
    items = (query ?? []).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { Self.item($0) }
  }

  private static func item(_ bytes: ArraySlice<UInt8>) -> (name: String, value: String?) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      return (decoded(bytes) ?? "", nil)
    }
    return (decoded(bytes[..<equals]) ?? "", decoded(bytes[(equals + 1)...]))
  }

  // The host without user and port; empty where the authority has none.
  private static func host(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = authority
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      guard isClean(rest[..<at], but: "@/?") else { return nil }
      rest = rest[(at + 1)...]
    }
    let end: Int
    if rest.first == UInt8(ascii: "[") {
      guard let bracket = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let inner = rest[(rest.startIndex + 1)..<bracket]
      guard inner.contains(UInt8(ascii: ":")),
        inner.allSatisfy({ $0.hexDigit != nil || ":.".utf8.contains($0) })
      else { return nil }
      end = bracket + 1
    } else {
      end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      guard isClean(rest[..<end], but: ":@/?") else { return nil }
    }
    guard end < rest.endIndex else { return rest }
    guard rest[end] == UInt8(ascii: ":"), rest[(end + 1)...].allSatisfy(\.isDigit) else {
      return nil
    }
    return rest[..<end]
  }

  // The characters of RFC 3986 and whole percent codes, without those of `but`.
  private static func isClean(_ bytes: ArraySlice<UInt8>, but: String = "") -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, bytes[index + 1].hexDigit != nil,
          bytes[index + 2].hexDigit != nil
        else { return false }
        index += 2
      } else {
        guard byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/?".utf8.contains(byte),
          !but.utf8.contains(byte)
        else { return false }
      }
      index += 1
    }
    return true
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), let high = bytes[index + 1].hexDigit,
        let low = bytes[index + 2].hexDigit
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result.text
  }
}
