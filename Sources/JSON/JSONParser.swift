extension Value {
  /// Reads one JSON value from a text.
  public init(json text: String) throws(JSONError) {
    var text = text
    // `withUTF8` hands errors on untyped.
    let result = text.withUTF8 { bytes -> Result<Value, JSONError> in
      do throws(JSONError) { return .success(try Value(json: bytes)) } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Reads one JSON value from UTF-8 bytes.
  public init(json bytes: [UInt8]) throws(JSONError) {
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Value, JSONError> in
      do throws(JSONError) { return .success(try Value(json: bytes)) } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Reads one JSON value from UTF-8 bytes, which nothing keeps afterwards.
  public init(json bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

/// A reader over bytes; strict, and without any work on characters.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  private var depth = 0
  /// Where the keys of the open objects stand, for the place of one that comes twice.
  private var keyPlaces: [Int] = []

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> Value {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark, at: 0) }
    skipSpace()
    guard index < bytes.count else { throw failure(.empty, at: index) }
    let value = try value()
    skipSpace()
    guard index == bytes.count else { throw failure(.trailingText, at: index) }
    return value
  }

  private mutating func value() throws(JSONError) -> Value {
    guard let byte = peek() else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case 48...57, UInt8(ascii: "-"): return .number(try number())
    default: throw unexpected("a value")
    }
  }

  private mutating func object() throws(JSONError) -> Value {
    let firstPlace = keyPlaces.count
    var pairs: [Object.Pair] = []
    var isSorted = true
    try open()
    if peek() == UInt8(ascii: "}") { return close(.object(Object())) }
    pairs.reserveCapacity(4)
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      if isSorted, keyPlaces.count > firstPlace {
        isSorted = key(at: keyPlaces[keyPlaces.count - 1], precedesKeyAt: index)
      }
      keyPlaces.append(index)
      let key = try string()
      skipSpace()
      guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
      index += 1
      skipSpace()
      pairs.append(Object.Pair(key: key, value: try value()))
      skipSpace()
      switch peek() {
      case UInt8(ascii: ","):
        index += 1
        skipSpace()
      case UInt8(ascii: "}"):
        if !isSorted { try sort(&pairs, keysFrom: firstPlace) }
        keyPlaces.removeSubrange(firstPlace...)
        return close(.object(Object(sorted: pairs)))
      default: throw unexpected("',' or '}'")
      }
    }
  }

  /// Whether the keys are in order as they are written; `false` also where that is not clear.
  private func key(at left: Int, precedesKeyAt right: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    var offset = 1
    while right + offset < bytes.count {
      let (a, b) = (bytes[left + offset], bytes[right + offset])
      if a == UInt8(ascii: "\\") || b == UInt8(ascii: "\\") { return false }
      if a == quote || b == quote { return a == quote && b != quote }
      if a != b { return a < b }
      offset += 1
    }
    return false
  }

  private func sort(_ pairs: inout [Object.Pair], keysFrom first: Int) throws(JSONError) {
    pairs.sort { $0.key.precedes($1.key) }
    for (pair, next) in zip(pairs, pairs.dropFirst()) where pair.key.isSame(as: next.key) {
      var again = JSONParser(bytes: bytes)
      var isSecond = false
      for place in keyPlaces[first...] {
        again.index = place
        guard try again.string().isSame(as: pair.key) else { continue }
        if isSecond { throw failure(.duplicateKey(pair.key), at: place) }
        isSecond = true
      }
    }
  }

  private mutating func array() throws(JSONError) -> Value {
    var items: [Value] = []
    try open()
    if peek() == UInt8(ascii: "]") { return close(.array([])) }
    while true {
      items.append(try value())
      skipSpace()
      switch peek() {
      case UInt8(ascii: ","):
        index += 1
        skipSpace()
      case UInt8(ascii: "]"): return close(.array(items))
      default: throw unexpected("',' or ']'")
      }
    }
  }

  private mutating func open() throws(JSONError) {
    guard depth < JSONLimits.depth else { throw failure(.tooDeep, at: index) }
    depth += 1
    index += 1
    skipSpace()
  }

  private mutating func close(_ value: Value) -> Value {
    depth -= 1
    index += 1
    return value
  }

  private mutating func word(_ word: StaticString, _ value: Value) throws(JSONError) -> Value {
    let count = word.utf8CodeUnitCount
    guard bytes.count - index >= count else { throw unexpected("a value") }
    for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
      throw unexpected("a value")
    }
    index += count
    return value
  }

  private mutating func number() throws(JSONError) -> Number {
    var scan = NumberScan(bytes: bytes, start: index)
    guard scan.run() else {
      guard !scan.hasLeadingZero else { throw failure(.leadingZero, at: index) }
      throw failure(.badNumber(token(at: index)), at: index)
    }
    switch scan.reading {
    case .number(let number):
      index = scan.end
      return number
    case .notANumber: throw failure(.badNumber(token(at: index)), at: index)
    case .integerOutOfRange: throw failure(.integerOutOfRange(token(at: index)), at: index)
    case .tooLarge: throw failure(.numberTooLarge(token(at: index)), at: index)
    }
  }
}

extension JSONParser {
  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  func failure(_ problem: JSONError.Problem, at place: Int) -> JSONError {
    let before = bytes[..<min(place, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(
      line: 1 + before.count { $0 == 0x0A },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 },
      problem: problem)
  }

  private func unexpected(_ expected: String) -> JSONError {
    guard index < bytes.count else { return failure(.unexpectedEnd(expected: expected), at: index) }
    return failure(.unexpected(token(at: index), expected: expected), at: index)
  }

  /// The word or sign that stands at a place, cut short when it is long.
  private func token(at place: Int) -> String {
    let ends: [UInt8] = [0x20, 0x0A, 0x0D, 0x09] + Array(",:[]{}\"".utf8)
    let word = bytes[place...].prefix { !ends.contains($0) }
    let text = String(decoding: word.isEmpty ? bytes[place..<(place + 1)] : word, as: UTF8.self)
    return text.unicodeScalars.count > 40 ? "\(String(text.unicodeScalars.prefix(40)))…" : text
  }
}
