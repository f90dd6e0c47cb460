internal import JSON

/// What a plain scalar says: a literal of JSON, a text, or something that is refused.
enum PlainScalar {
  case literal(Value)
  case text
  /// With what to take it for until it is mended.
  case refused(Problem, Value)

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else {
      self = .refused(.emptyValue, .null)
      return
    }
    switch first {
    case 48...57, UInt8(ascii: "-"): self = Self.number(bytes)
    case UInt8(ascii: "+"), UInt8(ascii: "."): self = Self.infinity(bytes) ?? .text
    case UInt8(ascii: "~"):
      self = bytes.count == 1 ? .refused(.otherLiteral("~", "null"), .null) : .text
    // A letter in either case.
    case _ where bytes.count == 4 || bytes.count == 5: self = Self.word(bytes, first | 0x20)
    default: self = .text
    }
    if first == 0xEF, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .refused(.byteOrderMark, .null)
    }
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> PlainScalar {
    switch Number.reading(bytes) {
    case .number(let number): .literal(.number(number))
    case .notANumber: infinity(bytes) ?? .text
    case .integerOutOfRange: .refused(.integerOutOfRange(text(bytes)), .int(0))
    case .tooLarge: .refused(.numberTooLarge(text(bytes)), .int(0))
    }
  }

  private static func infinity(_ bytes: UnsafeBufferPointer<UInt8>) -> PlainScalar? {
    guard bytes.count == 4 || bytes.count == 5 else { return nil }
    let unsigned = bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard isWord(unsigned, ".inf") || isWord(unsigned, ".nan") else { return nil }
    return .refused(.notFinite(text(bytes)), .int(0))
  }

  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ first: UInt8) -> PlainScalar {
    let (word, value): (StaticString, Value)
    switch first {
    case UInt8(ascii: "n"): (word, value) = ("null", .null)
    case UInt8(ascii: "t"): (word, value) = ("true", .bool(true))
    case UInt8(ascii: "f"): (word, value) = ("false", .bool(false))
    default: return .text
    }
    guard isWord(bytes[...], word) else { return .text }
    // Letters in small have this bit each.
    guard bytes.allSatisfy({ $0 & 0x20 != 0 }) else {
      return .refused(.otherLiteral(text(bytes), "\(word)"), value)
    }
    return .literal(value)
  }

  /// Whether the bytes are a word of ASCII letters and dots, in whatever case.
  private static func isWord(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ word: StaticString
  ) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    return zip(bytes, UnsafeBufferPointer(start: word.utf8Start, count: bytes.count))
      .allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $0 >= 0x41 }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
