import JSON

/// A link as the app gave it, kept byte for byte.
struct LinkText: Sendable {
  let text: String
  /// The scheme in lower case.
  let scheme: String

  /// Takes a text that begins with a scheme, or gives `nil`.
  init?(_ text: String) {
    var scheme: [UInt8] = []
    var isWhole = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") {
        isWhole = true
        break
      }
      let isInner = byte.isDigit || "+-.".utf8.contains(byte)
      guard byte.isLetter || (isInner && !scheme.isEmpty) else { return nil }
      scheme.append(byte.lowered)
    }
    guard isWhole, !scheme.isEmpty else { return nil }
    self.text = text
    self.scheme = String(decoding: scheme, as: UTF8.self)
  }

  /// Whether it is an http or https link.
  var isWeb: Bool { scheme == "https" || scheme == "http" }

  /// Whether it could be opened at all: no white space or control character, a host for the web.
  var isURL: Bool {
    let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
    guard !rest.isEmpty else { return false }
    let isClean = text.unicodeScalars.allSatisfy {
      $0.value > 0x1F && $0.value != 0x7F && !$0.properties.isWhitespace
    }
    guard isClean else { return false }
    guard isWeb else { return true }
    guard rest.starts(with: "//".utf8), let next = rest.dropFirst(2).first else { return false }
    return !"/?#:".utf8.contains(next)
  }

  /// Whether it belongs to another app's scheme, as far as the project's is known.
  func isForeign(to projectScheme: String?) -> Bool {
    !isWeb && !(projectScheme?.isSameIgnoringCase(as: scheme) ?? false)
  }

  /// The link without query and fragment.
  var withoutQuery: String {
    let bytes = text.utf8
    guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    else { return text }
    return String(text[..<end])
  }
}
