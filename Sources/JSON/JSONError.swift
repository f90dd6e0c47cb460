/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1, counted in Unicode scalars.
  public var column: Int
  public var problem: Problem

  public init(line: Int, column: Int, problem: Problem) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// What is wrong with the text at the place.
  public enum Problem: Hashable, Sendable {
    case empty
    case byteOrderMark
    case invalidUTF8
    case unexpectedEnd(expected: String)
    case unexpected(String, expected: String)
    case trailingText
    case tooDeep
    case duplicateKey(String)
    case unclosedString
    case controlCharacter(UInt8)
    case unknownEscape(String)
    case badUnicodeEscape
    case loneSurrogate(String)
    case badNumber(String)
    case leadingZero
    case integerOutOfRange(String)
    case numberTooLarge(String)
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "\(line):\(column): \(problem)" }
}

extension JSONError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "expected a JSON value, found nothing"
    case .byteOrderMark: "a byte order mark stands before the text; leave it out"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .unexpectedEnd(let expected): "expected \(expected), found the end of the text"
    case .unexpected(let found, let expected): "expected \(expected), found '\(found)'"
    case .trailingText: "the value is complete, but more text follows"
    case .tooDeep: "nested deeper than \(JSONLimits.depth) levels"
    case .duplicateKey(let key): "'\(key)' is given twice"
    case .unclosedString: "this text has no closing '\"'"
    case .controlCharacter(let byte):
      "a control character stands in a text; write \(escape(byte)) for it"
    case .unknownEscape(let found): "'\(found)' is no escape of JSON"
    case .badUnicodeEscape: "'\\u' needs four hexadecimal digits behind it"
    case .loneSurrogate(let found):
      "'\(found)' is half of a surrogate pair, the other half is missing"
    case .badNumber(let found): "'\(found)' is no JSON number"
    case .leadingZero: "a number begins with a needless 0"
    case .integerOutOfRange(let text):
      "\(text) is no 64-bit integer: integers go from -9223372036854775808 to 18446744073709551615"
    case .numberTooLarge(let text): "\(text) is too large for a 64-bit floating-point number"
    }
  }

  private func escape(_ byte: UInt8) -> String {
    var text: [UInt8] = []
    text.appendEscape(of: byte)
    return String(decoding: text, as: UTF8.self)
  }
}

/// The bounds of what is read.
public enum JSONLimits {
  /// The levels of arrays and objects that may stand inside each other.
  public static let depth = 64
}
