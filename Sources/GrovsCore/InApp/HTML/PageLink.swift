import JSON

/// What a link of a page leads to, as a web view's URL parser reads it.
package enum PageLink: Equatable, Sendable {
  /// The address to open.
  case address(String)
  /// A place of the page itself.
  case fragment
  /// The reason, a sentence's end for the log.
  case refused(String)

  /// Reads a link, references in it already replaced.
  ///
  /// Opened are `https`, `mailto`, `tel`, `sms` and the app's own schemes, whatever their case.
  /// A page has no address of its own, so that a link without a scheme leads nowhere.
  package init(_ text: String, ownSchemes: [String]) {
    let bytes = Self.cleaned(text)
    guard bytes.first != UInt8(ascii: "#") else {
      self = .fragment
      return
    }
    guard let scheme = Self.scheme(of: bytes) else {
      self = .refused("it has no scheme")
      return
    }
    let isOwn = ownSchemes.contains { $0.isSameIgnoringCase(as: scheme) }
    let isOpened = Self.opened.contains { $0.isSame(as: scheme) }
    guard isOpened || (isOwn && !Self.refusedSchemes.contains { $0.isSame(as: scheme) }) else {
      self = .refused("the scheme \(scheme) is not allowed")
      return
    }
    let rest = bytes[(scheme.utf8.count + 1)...]
    guard scheme.isSame(as: "https") else {
      self =
        rest.isEmpty
        ? .refused("nothing follows its scheme")
        : .address(scheme + ":" + String(decoding: rest, as: UTF8.self))
      return
    }
    guard let address = Self.webAddress(rest) else {
      self = .refused("it has no host")
      return
    }
    self = .address(address)
  }

  private static let opened = ["https", "mailto", "tel", "sms"]
  // Not even where an app declares them.
  private static let refusedSchemes = [
    "javascript", "vbscript", "data", "blob", "file", "about", "intent", "http",
  ]

  // Without control characters and spaces at the ends, and without tabs and line ends anywhere.
  private static func cleaned(_ text: String) -> [UInt8] {
    var bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
    bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return Array(bytes)
  }

  // The scheme in lower case.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard bytes.first?.isLetter == true else { return nil }
    let scheme = bytes.prefix { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    guard scheme.endIndex < bytes.count, bytes[scheme.endIndex] == UInt8(ascii: ":") else {
      return nil
    }
    return String(decoding: scheme.map(\.lowered), as: UTF8.self)
  }

  // However many slashes of either kind there are, two are meant; a host must follow.
  private static func webAddress(_ rest: ArraySlice<UInt8>) -> String? {
    let rest = rest.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let authority = rest.prefix { !"/\\?#".utf8.contains($0) }
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last
    guard let host, let first = host.first, first != UInt8(ascii: ":"),
      host.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !"<>^|`{}\"".utf8.contains($0) })
    else { return nil }
    return "https://" + String(decoding: rest, as: UTF8.self)
  }
}
