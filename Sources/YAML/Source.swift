/// The bytes of a file, checked one by one before libyaml sees them.
///
/// libyaml names no good place for what is wrong with bytes, and counts lines by signs that no
/// editor counts by; so both are kept from it.
struct Source {
  /// The first place of the file.
  let start: Mark
  /// The text, without a byte order mark at its start.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The places of tabs in front of a line's text, in order; line and column from 0.
  private(set) var leadingTabs: [Place] = []

  /// A line and a column in Unicode scalars, both from 0.
  struct Place: Hashable, Sendable {
    var line: Int
    var column: Int
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(YAMLError) {
    start = Mark(file: file, line: 1, column: 1)
    guard bytes.count <= YAMLFile.maximumSize else { throw YAMLError(start, .tooLarge) }
    if bytes.starts(with: [0xFF, 0xFE]) { throw YAMLError(start, .utf16("little endian")) }
    if bytes.starts(with: [0xFE, 0xFF]) { throw YAMLError(start, .utf16("big endian")) }
    if bytes.count > 1, bytes[0] == 0 { throw YAMLError(start, .utf16("big endian")) }
    if bytes.count > 1, bytes[1] == 0 { throw YAMLError(start, .utf16("little endian")) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = bytes.starts(with: mark)
    self.bytes = hasMark ? UnsafeBufferPointer(rebasing: bytes[3...]) : bytes
    if hasMark, self.bytes.starts(with: mark) { throw YAMLError(start, .byteOrderMark) }
    guard !self.bytes.isEmpty else { throw YAMLError(start, .emptyFile) }
    try check()
  }

  func mark(_ place: Place) -> Mark {
    start.at(line: place.line + 1, column: place.column + 1)
  }

  /// The scalars of a line, without its end.
  func line(_ number: Int) -> [Unicode.Scalar] {
    var start = 0
    for _ in 0..<number {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return [] }
      start = end + 1
    }
    var line = Array(
      String(decoding: bytes[start...].prefix { $0 != 0x0A }, as: UTF8.self).unicodeScalars)
    if line.last == "\r" { line.removeLast() }
    return line
  }

  private mutating func check() throws(YAMLError) {
    var line = 0
    var lineStart = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A {
        line &+= 1
        lineStart = index &+ 1
      } else if byte < 0x20 || byte >= 0x7F {
        if byte == 0x09 {
          noteTab(at: index, line: line, lineStart: lineStart)
        } else if let problem = problem(at: &index, lineStart: lineStart) {
          let column = bytes[lineStart..<index].count { $0 & 0xC0 != 0x80 }
          throw YAMLError(mark(Place(line: line, column: column)), problem)
        }
      }
      index &+= 1
    }
  }

  private mutating func noteTab(at index: Int, line: Int, lineStart: Int) {
    guard leadingTabs.last?.line != line,
      bytes[lineStart..<index].allSatisfy({ $0 == 0x20 })
    else { return }
    leadingTabs.append(Place(line: line, column: index - lineStart))
  }

  /// What is wrong with the character at a place, which is moved to the character's last byte.
  private func problem(at index: inout Int, lineStart: Int) -> Problem? {
    let byte = bytes[index]
    if byte == 0x0D {
      return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? nil : .lineBreak("\\r")
    }
    guard byte >= 0x80 else { return .controlCharacter(UInt32(byte)) }
    guard let scalar = scalar(at: index) else { return .invalidUTF8 }
    switch scalar {
    case 0x85: return .lineBreak("\\N")
    case 0x2028: return .lineBreak("\\L")
    case 0x2029: return .lineBreak("\\P")
    // In front of a line libyaml passes over it, and counts it as a column.
    case 0xFEFF where index == lineStart: return .byteOrderMark
    case 0x80..<0xA0, 0xFFFE, 0xFFFF: return .controlCharacter(scalar)
    default:
      index += scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3
      return nil
    }
  }

  private func scalar(at index: Int) -> UInt32? {
    let lead = bytes[index]
    let count =
      switch lead {
      case 0xC2...0xDF: 1
      case 0xE0...0xEF: 2
      case 0xF0...0xF4: 3
      default: 0
      }
    guard count > 0, index + count < bytes.count else { return nil }
    var scalar = UInt32(lead) & (0x3F >> UInt32(count))
    for byte in bytes[(index + 1)...(index + count)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let lowest: [UInt32] = [0x80, 0x800, 0x10000]
    guard scalar >= lowest[count - 1] else { return nil }
    return Unicode.Scalar(scalar)?.value
  }
}
