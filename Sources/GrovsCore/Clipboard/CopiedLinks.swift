import JSON

/// Which texts on the clipboard are links of the project: by their hosts.
struct CopiedLinks: Sendable {
  private static let ownDomains = ["sqd.link", "test-sqd.link", "grovs.link"]

  /// Hosts that the app has named, in lower case.
  private var domains: [String] = []

  init() {}

  /// Takes the app's list; what is no domain is left out, with a warning.
  init(_ entries: [String], _ turn: inout Turn) {
    for entry in entries {
      let domain = Self.domain(entry)
      if domain.utf8.contains(UInt8(ascii: ".")) {
        domains.append(domain)
      } else {
        turn.log(.warn, "The clipboard domain \(entry) has no dot; it is ignored.")
      }
    }
  }

  /// Whether the text is an https link on one of the hosts, with a `gd` that is not empty.
  func accept(_ text: String) -> Bool {
    guard let link = LinkText(text), link.scheme == "https", link.isURL,
      let host = Self.host(of: text), Self.hasCode(text)
    else { return false }
    return Self.ownDomains.contains { Self.isBelow(host, $0) }
      || domains.contains { host.isSame(as: $0) || Self.isBelow(host, $0) }
  }

  private static func domain(_ entry: String) -> String {
    var bytes = Array(String(entry.trimmed).utf8)[...]
    let scheme = Array("://".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: scheme) }
    if let start { bytes = bytes[(start + scheme.count)...] }
    return String(
      decoding: bytes.prefix { !"/?#:".utf8.contains($0) }.map(\.lowered), as: UTF8.self)
  }

  // The host in lower case, without user info and port.
  private static func host(of text: String) -> String? {
    let authority = Array(
      text.utf8.dropFirst("https://".utf8.count).prefix { !"/?#".utf8.contains($0) })
    guard !authority.contains(UInt8(ascii: "\\")) else { return nil }
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? 0
    let host = authority[start...].prefix { $0 != UInt8(ascii: ":") }
    let port = authority[host.endIndex...].dropFirst()
    guard port.allSatisfy(\.isDigit) else { return nil }
    return String(decoding: host.map(\.lowered), as: UTF8.self)
  }

  private static func isBelow(_ host: String, _ domain: String) -> Bool {
    let ending = Array(("." + domain).utf8)
    let bytes = Array(host.utf8)
    return bytes.count > ending.count && bytes.suffix(ending.count).elementsEqual(ending)
  }

  private static func hasCode(_ text: String) -> Bool {
    let query = text.utf8.prefix { $0 != UInt8(ascii: "#") }
      .drop { $0 != UInt8(ascii: "?") }.dropFirst()
    return query.split(separator: UInt8(ascii: "&")).contains {
      $0.starts(with: "gd=".utf8) && $0.count > 3
    }
  }
}
