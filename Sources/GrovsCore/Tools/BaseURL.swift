/// The address of a backend, without path.
///
/// RFC 3986 with http or https, an ASCII host name, an IPv4 address or an IPv6 address in
/// brackets. User info is refused; path, query and fragment are checked and dropped.
struct BaseURL: Sendable {
  static let cloud = "https://sdk.sqd.link"

  /// Scheme, host and port, as given.
  let text: String

  /// Reads an address, or gives `nil` where it is refused.
  init?(_ address: String) {
    let bytes = Array(address.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = bytes[..<colon].map(\.lowered)
    guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else {
      return nil
    }
    let start = colon + 3
    guard start <= bytes.count, bytes[colon + 1..<start].elementsEqual("//".utf8) else {
      return nil
    }
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    guard let authority = Self.authority(bytes[start..<end]), Self.isTail(bytes[end...]) else {
      return nil
    }
    text = String(decoding: bytes[..<start] + authority, as: UTF8.self)
  }

  // The host with its port; an empty port is dropped with its colon.
  private static func authority(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let hostEnd: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
        isIPv6(bytes[(bytes.startIndex + 1)..<bracket])
      else { return nil }
      hostEnd = bracket + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard isName(bytes[..<hostEnd]) else { return nil }
    }
    guard hostEnd < bytes.endIndex else { return bytes }
    let port = bytes[(hostEnd + 1)...]
    guard bytes[hostEnd] == UInt8(ascii: ":"), port.allSatisfy(\.isDigit) else { return nil }
    return port.isEmpty ? bytes[..<hostEnd] : bytes
  }

  // An IPv4 address is such a name too.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let named = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    return !named.isEmpty
      && named.allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
      }
  }

  private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    let pair = bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
    guard let pair else { return groups(bytes, mayEndInIPv4: true) == 8 }
    guard let left = groups(bytes[..<pair], mayEndInIPv4: false),
      let right = groups(bytes[(pair + 2)...], mayEndInIPv4: true)
    else { return false }
    return left + right <= 7
  }

  // How many 16-bit groups the text holds, or nil where it is malformed.
  private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> Int? {
    guard !bytes.isEmpty else { return 0 }
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var count = 0
    for (index, part) in parts.enumerated() {
      if (1...4).contains(part.count), part.allSatisfy(\.isHexDigit) {
        count += 1
      } else if mayEndInIPv4, index == parts.count - 1, isIPv4(part) {
        count += 2
      } else {
        return nil
      }
    }
    return count
  }

  private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(\.isDigit) else { return false }
        guard part.count == 1 || part.first != UInt8(ascii: "0") else { return false }
        return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
      }
  }

  // Path, query and fragment: the characters of RFC 3986, one fragment, whole percent codes.
  private static func isTail(_ bytes: ArraySlice<UInt8>) -> Bool {
    var inFragment = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "#"):
        guard !inFragment else { return false }
        inFragment = true
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, bytes[index + 1].isHexDigit, bytes[index + 2].isHexDigit
        else { return false }
        index += 2
      default:
        guard byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/?".utf8.contains(byte) else {
          return false
        }
      }
      index += 1
    }
    return true
  }
}
