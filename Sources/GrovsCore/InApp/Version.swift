/// A version, compared part by part: `3.1` is `3.1.0`, and `3.10` is later than `3.9`.
struct Version: Comparable, Sendable {
  static let sdk = Version("3.1")

  private let parts: [Int]

  /// Reads the number that each part begins with, 0 where it begins with none.
  init(_ text: String) {
    var parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map
    { part in
      part.prefix(while: \.isDigit).reduce(0) { sum, digit in
        min(sum * 10 + Int(digit - UInt8(ascii: "0")), Int(Int32.max))
      }
    }
    while parts.last == 0 { parts.removeLast() }
    self.parts = parts
  }

  static func < (left: Version, right: Version) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
