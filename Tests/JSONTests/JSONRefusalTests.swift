import JSON
import Testing

/// Texts that are refused; `▸` stands where the error must point.
@Suite struct JSONRefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { "\(text.prefix(40).debugDescription) → \(message.prefix(60))" }

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  private static let range =
    "is no 64-bit integer: integers go from -9223372036854775808 to 18446744073709551615"
  private static let nest = String(repeating: "[", count: 64)

  static let refusals: [Refusal] = [
    Refusal("▸", "expected a JSON value, found nothing"),
    Refusal(" \n ▸", "expected a JSON value, found nothing"),
    Refusal("▸\u{FEFF}1", "a byte order mark stands before the text; leave it out"),
    Refusal("1 ▸2", "the value is complete, but more text follows"),
    Refusal("{}\n▸}", "the value is complete, but more text follows"),
    Refusal("[1,▸]", "expected a value, found ']'"),
    Refusal("[1 ▸2]", "expected ',' or ']', found '2'"),
    Refusal("[1▸", "expected ',' or ']', found the end of the text"),
    Refusal("{▸a:1}", "expected a key in quotes, found 'a'"),
    Refusal("{\"a\":1,▸}", "expected a key in quotes, found '}'"),
    Refusal("{\"a\" ▸1}", "expected ':', found '1'"),
    Refusal("{\"a\":1 ▸\"b\":2}", "expected ',' or '}', found '\"'"),
    Refusal("{\"b\":1,\"a\":2,\n ▸\"b\":3}", "'b' is given twice"),
    Refusal("{\"a\":1,▸\"\\u0061\":2}", "'a' is given twice"),
    Refusal("[{\"é\":1},{\"é\":1,▸\"é\":2}]", "'é' is given twice"),
    Refusal("▸NaN", "expected a value, found 'NaN'"),
    Refusal("▸Infinity", "expected a value, found 'Infinity'"),
    Refusal("▸-Infinity", "'-Infinity' is no JSON number"),
    Refusal("▸True", "expected a value, found 'True'"),
    Refusal("▸nul", "expected a value, found 'nul'"),
    Refusal("▸+1", "expected a value, found '+1'"),
    Refusal("▸.5", "expected a value, found '.5'"),
    Refusal("▸5.", "'5.' is no JSON number"),
    Refusal("▸1e", "'1e' is no JSON number"),
    Refusal("▸-", "'-' is no JSON number"),
    Refusal("▸012", "a number begins with a needless 0"),
    Refusal("▸-00", "a number begins with a needless 0"),
    Refusal("0▸x10", "the value is complete, but more text follows"),
    Refusal("[0,▸1e400]", "1e400 is too large for a 64-bit floating-point number"),
    Refusal(
      "▸-1e999999999999999999999",
      "-1e999999999999999999999 is too large for a 64-bit floating-point number"),
    Refusal("▸18446744073709551616", "18446744073709551616 \(range)"),
    Refusal("▸-9223372036854775809", "-9223372036854775809 \(range)"),
    Refusal(
      "▸" + String(repeating: "9", count: 400), String(repeating: "9", count: 40) + "… \(range)"),
    Refusal("▸\"abc", "this text has no closing '\"'"),
    Refusal("▸\"abc\\", "this text has no closing '\"'"),
    Refusal("\"é▸\n\"", "a control character stands in a text; write \\n for it"),
    Refusal("\"\\n▸\u{1}\"", "a control character stands in a text; write \\u0001 for it"),
    Refusal("\"▸\\x41\"", "'\\x' is no escape of JSON"),
    Refusal("\"▸\\u12g4\"", "'\\u' needs four hexadecimal digits behind it"),
    Refusal("\"é▸\\ud800\"", "'\\ud800' is half of a surrogate pair, the other half is missing"),
    Refusal(
      "\"▸\\udc00\\ud800\"", "'\\udc00' is half of a surrogate pair, the other half is missing"),
    Refusal(
      "\"▸\\ud800\\u0041\"", "'\\ud800' is half of a surrogate pair, the other half is missing"),
    Refusal("\(nest)▸[", "nested deeper than 64 levels"),
    Refusal("\(nest)▸{\"a\":1}", "nested deeper than 64 levels"),
  ]

  @Test(arguments: refusals)
  func `a text that is not strict JSON is refused with its place`(_ refusal: Refusal) {
    let (text, line, column) = unmarked(refusal.text)

    let error = #expect(throws: JSONError.self) { try Value(json: text) }

    #expect(error?.description == "\(line):\(column): \(refusal.message)")
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused with their place`(_ bytes: [UInt8]) {
    let plain = #expect(throws: JSONError.self) { try Value(json: bytes) }
    let escaped = #expect(throws: JSONError.self) {
      try Value(json: Array("[\"é\\n".utf8) + bytes.dropFirst() + [0x5D])
    }

    #expect(plain == JSONError(line: 1, column: 2, problem: .invalidUTF8))
    #expect(escaped == JSONError(line: 1, column: 6, problem: .invalidUTF8))
  }

  @Test func `sixty-four levels are read`() throws {
    let text = Self.nest + String(repeating: "]", count: 64)

    #expect(try Value(json: text).canonicalText == text)
  }

  @Test func `a hundred thousand open brackets are refused at the first one too many`() {
    let error = #expect(throws: JSONError.self) {
      try Value(json: String(repeating: "[", count: 100_000))
    }

    #expect(error == JSONError(line: 1, column: 65, problem: .tooDeep))
  }
}

/// Strips the mark and tells its place in Unicode scalars.
func unmarked(_ marked: String) -> (text: String, line: Int, column: Int) {
  var text = String.UnicodeScalarView()
  var place = (line: 1, column: 1)
  var found = place
  for scalar in marked.unicodeScalars {
    if scalar == "▸" {
      found = place
      continue
    }
    text.append(scalar)
    place = scalar == "\n" ? (place.line + 1, 1) : (place.line, place.column + 1)
  }
  return (String(text), found.line, found.column)
}
