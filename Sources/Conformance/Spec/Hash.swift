/// FNV-1a in 64 bits: a hash of texts that any language can compute.
package struct TextHash: Sendable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The hash of one text, as 16 hex digits.
  package static func of(_ text: String) -> String {
    var hash = TextHash()
    hash.add(text)
    return hash.digits
  }

  /// Adds a text and an end, so that two texts never hash like their joint one.
  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF as UInt8)
  }

  private mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  package var digits: String {
    let text = String(state, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
