extension Value {
  /// The one text of this value: keys sorted by UTF-8 bytes, no spaces, shortest numbers.
  public var canonicalText: String {
    var text: [UInt8] = []
    write(into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the canonical text; with `ascii`, every other character as `\uXXXX`.
  ///
  /// Only `"`, `\` and control characters are escaped: the controls as `\n`, `\r`, `\t`, `\b`,
  /// `\f` or else `\u00XX`, with small letters.
  public func write(into text: inout [UInt8], ascii: Bool = false) {
    switch self {
    case .null: text.append("null")
    case .bool(true): text.append("true")
    case .bool(false): text.append("false")
    case .number(let number): number.write(into: &text)
    case .string(let string): text.appendQuoted(string, ascii: ascii)
    case .array(let items):
      text.append(UInt8(ascii: "["))
      for index in items.indices {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        items[index].write(into: &text, ascii: ascii)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let object):
      let pairs = object.pairs
      text.append(UInt8(ascii: "{"))
      for index in pairs.indices {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.appendQuoted(pairs[index].key, ascii: ascii)
        text.append(UInt8(ascii: ":"))
        pairs[index].value.write(into: &text, ascii: ascii)
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}

extension Value: CustomStringConvertible {
  /// The canonical text.
  public var description: String { canonicalText }
}

extension [UInt8] {
  fileprivate mutating func append(_ word: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  fileprivate mutating func appendQuoted(_ string: String, ascii: Bool) {
    var string = string
    string.withUTF8 { bytes in
      append(UInt8(ascii: "\""))
      // Runs that need no escape are taken over whole.
      var start = 0
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x20, byte < 0x80 || !ascii, byte != 0x22, byte != 0x5C {
          index &+= 1
          continue
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        if byte < 0x80 {
          appendEscape(of: byte)
          index &+= 1
        } else {
          index = appendScalarEscape(bytes, at: index)
        }
        start = index
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      append(UInt8(ascii: "\""))
    }
  }

  mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: append(contentsOf: [0x5C, byte])
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    default: appendEscape(of: UInt16(byte))
    }
  }

  private mutating func appendEscape(of unit: UInt16) {
    append("\\u")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }

  /// Escapes the scalar at a place of a string's bytes and gives the place behind it.
  private mutating func appendScalarEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int)
    -> Int
  {
    let lead = bytes[index]
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var scalar = UInt32(lead) & (0x7F >> UInt32(count))
    for byte in bytes[(index + 1)..<(index + count)] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
    if scalar < 0x10000 {
      appendEscape(of: UInt16(truncatingIfNeeded: scalar))
    } else {
      appendEscape(of: UInt16(truncatingIfNeeded: 0xD800 + (scalar - 0x10000) >> 10))
      appendEscape(of: UInt16(truncatingIfNeeded: 0xDC00 + (scalar - 0x10000) & 0x3FF))
    }
    return index + count
  }
}
