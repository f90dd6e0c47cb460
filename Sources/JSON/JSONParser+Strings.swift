extension JSONParser {
  /// Reads a text from its opening quote to behind its closing one.
  mutating func string() throws(JSONError) -> String {
    let start = index + 1
    var end = start
    var isASCII = true
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if isASCII {
          index = end + 1
          return String(decoding: text, as: UTF8.self)
        }
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure(.invalidUTF8, at: start + validPrefix(of: text))
        }
        index = end + 1
        return string
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start, firstEscape: end) }
      guard byte >= 0x20 else { throw failure(.controlCharacter(byte), at: end) }
      if byte >= 0x80 { isASCII = false }
      end += 1
    }
    throw failure(.unclosedString, at: index)
  }

  private mutating func escapedString(from start: Int, firstEscape: Int) throws(JSONError) -> String
  {
    var text: [UInt8] = []
    var run = start
    var place = firstEscape
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        try append(run..<place, to: &text)
        index = place + 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try append(run..<place, to: &text)
        place = try appendEscape(at: place, to: &text)
        run = place
      case 0..<0x20: throw failure(.controlCharacter(byte), at: place)
      default: place += 1
      }
    }
    throw failure(.unclosedString, at: index)
  }

  // An escape is whole characters, so that what stands between escapes can be checked alone.
  private func append(_ range: Range<Int>, to text: inout [UInt8]) throws(JSONError) {
    let run = UnsafeBufferPointer(rebasing: bytes[range])
    if run.contains(where: { $0 >= 0x80 }), String(validating: run, as: UTF8.self) == nil {
      throw failure(.invalidUTF8, at: range.lowerBound + validPrefix(of: run))
    }
    text.append(contentsOf: run)
  }

  /// Appends what an escape says and gives the place behind it.
  private func appendEscape(at place: Int, to text: inout [UInt8]) throws(JSONError) -> Int {
    guard place + 1 < bytes.count else { throw failure(.unclosedString, at: index) }
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[place + 1])
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      let (scalar, end) = try unicodeEscape(at: place)
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      return end
    default:
      let found = String(decoding: bytes[place..<min(place + 5, bytes.count)], as: UTF8.self)
      throw failure(.unknownEscape(String(found.unicodeScalars.prefix(2))), at: place)
    }
    return place + 2
  }

  private func unicodeEscape(at place: Int) throws(JSONError) -> (Unicode.Scalar, Int) {
    guard let unit = codeUnit(at: place) else { throw failure(.badUnicodeEscape, at: place) }
    if let scalar = Unicode.Scalar(unit) { return (scalar, place + 6) }
    let lone = String(decoding: bytes[place..<(place + 6)], as: UTF8.self)
    guard UTF16.isLeadSurrogate(unit), let low = codeUnit(at: place + 6),
      UTF16.isTrailSurrogate(low)
    else { throw failure(.loneSurrogate(lone), at: place) }
    let value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
    guard let scalar = Unicode.Scalar(value) else { throw failure(.badUnicodeEscape, at: place) }
    return (scalar, place + 12)
  }

  /// The code unit that `\uXXXX` at a place says, or `nil` when it is not that.
  private func codeUnit(at place: Int) -> UInt16? {
    guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[(place + 2)..<(place + 6)] {
      switch byte {
      case 48...57: unit = unit << 4 | UInt16(byte - 48)
      case 65...70: unit = unit << 4 | UInt16(byte - 55)
      case 97...102: unit = unit << 4 | UInt16(byte - 87)
      default: return nil
      }
    }
    return unit
  }

  private func validPrefix(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var iterator = text.makeIterator()
    var decoder = UTF8()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return count
  }
}
