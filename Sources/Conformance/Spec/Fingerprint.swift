import JSON

/// FNV-1a, 64 bits, over a canonical text of what was read: equal meanings, equal hash.
struct Fingerprint {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Sixteen hex digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  mutating func feed(byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// A text, ended by a byte that no UTF-8 holds.
  mutating func feed(_ text: String) {
    var text = text
    var state = hash
    text.withUTF8 { bytes in
      for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    hash = (state ^ 0xFF) &* 0x100_0000_01B3
  }

  mutating func feed(_ text: String?) {
    feed(byte: text == nil ? 0 : 1)
    if let text { feed(text) }
  }

  mutating func feed(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      feed(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func feed(_ number: Int64) { feed(UInt64(bitPattern: number)) }

  mutating func feed(_ value: Value) {
    switch value {
    case .null: feed(byte: UInt8(ascii: "n"))
    case .bool(let value): feed(byte: UInt8(ascii: value ? "t" : "f"))
    case .number(let number):
      feed(byte: UInt8(ascii: "#"))
      if let int = number.int { feed(Int64(int)) } else { feed(number.description) }
    case .string(let text):
      feed(byte: UInt8(ascii: "s"))
      feed(text)
    case .array(let items):
      feed(byte: UInt8(ascii: "["))
      for item in items { feed(item) }
      feed(byte: UInt8(ascii: "]"))
    case .object(let object):
      feed(byte: UInt8(ascii: "{"))
      for pair in object {
        feed(pair.key)
        feed(pair.value)
      }
      feed(byte: UInt8(ascii: "}"))
    }
  }

  mutating func feed(_ instant: InstantName) {
    switch instant.base {
    case .now: feed("now")
    case .start: feed("start")
    case .label(let name): feed(name)
    }
    feed(instant.offset)
  }

  mutating func feed(_ reply: Reply) {
    switch reply {
    case .response(let status, let headers, let body):
      feed("response")
      feed(Int64(status))
      for header in headers {
        feed(header.name)
        feed(header.value)
      }
      switch body {
      case .none: feed("none")
      case .json(let supply):
        feed("json")
        feed(supply.value)
      case .text(let text):
        feed("text")
        feed(text)
      case .bytes(let bytes):
        feed("bytes")
        feed(UInt64(bytes.count))
        for byte in bytes { feed(byte: byte) }
      }
    case .fails(let failure):
      feed("fails")
      feed(failure.rawValue)
    case .answer(let supply):
      feed("answer")
      feed(supply.value)
    }
  }
}
