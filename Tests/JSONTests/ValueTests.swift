import JSON
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("[ ]", "[]"), ("{ }", "{}"), ("\"\"", "\"\""),
    (
      "{\"b\":1,\"a\":[1,\t{\"d\":null,\"c\":false}]}\r\n",
      "{\"a\":[1,{\"c\":false,\"d\":null}],\"b\":1}"
    ),
    ("{\"\":1,\"é\":2,\"z\":3,\"Z\":4}", "{\"\":1,\"Z\":4,\"z\":3,\"é\":2}"),
    // By UTF-16 units the second key would come first.
    ("{\"\u{1F600}\":1,\"\u{FF5E}\":2}", "{\"\u{FF5E}\":2,\"\u{1F600}\":1}"),
    ("\"\\u00e9\\/\\ud83d\\ude00\\uD83D\\uDE00\"", "\"é/😀😀\""),
    (
      "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0000\\u001F\\u007f\"",
      "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0000\\u001f\u{7F}\""
    ),
    ("\"a longer text, é, with a\\nbreak\"", "\"a longer text, é, with a\\nbreak\""),
  ])
  func `a value has one text`(written: String, canonical: String) throws {
    let value = try Value(json: written)

    #expect(value.canonicalText == canonical)
    #expect(try Value(json: Array(canonical.utf8)) == value)
  }

  @Test func `scalars of every width survive text, and text of ASCII`() throws {
    var scalars = String.UnicodeScalarView()
    for range in [0...0x300, 0x7F0...0x810, 0xD7F0...0xE010, 0xFFF0...0x10010, 0x10FFF0...0x10FFFF]
    {
      scalars.append(contentsOf: range.compactMap { Unicode.Scalar(UInt32($0)) })
    }
    let text = String(scalars)
    let value: Value = [.string(text), .object(Object([(text, Value.null)]))]
    var ascii: [UInt8] = []

    value.write(into: &ascii, ascii: true)

    #expect(ascii.allSatisfy { $0 >= 0x20 && $0 < 0x80 })
    #expect(try Value(json: ascii) == value)
    #expect(try Value(json: value.canonicalText) == value)
  }

  @Test func `ASCII text writes what is beyond it as pairs of surrogates`() {
    var text: [UInt8] = []

    Value.string("é😀\u{7F}").write(into: &text, ascii: true)

    #expect(String(decoding: text, as: UTF8.self) == "\"\\u00e9\\ud83d\\ude00\u{7F}\"")
  }

  @Test func `two spellings of the same letter differ`() throws {
    let composed = try Value(json: "{\"\\u00e9\":\"\\u00e9\"}")
    let combined = try Value(json: "{\"e\\u0301\":\"e\\u0301\"}")
    let both = try Value(json: "{\"e\\u0301\":1,\"\\u00e9\":2}")

    #expect(composed != combined)
    #expect(Set([composed, combined]).count == 2)
    #expect(both.object?.count == 2)
    #expect(both["é"] == 2)
  }

  @Test func `true is not one, and null is nothing else`() throws {
    #expect(try Value(json: "true") != Value(json: "1"))
    #expect(try Value(json: "null") != Value(json: "false"))
    #expect(try Value(json: "\"1\"") != Value(json: "1"))
  }

  @Test func `objects are equal whatever the order of their keys`() throws {
    let first = try Value(json: "{\"a\":1,\"b\":{\"x\":1.0,\"y\":2}}")
    let second = try Value(json: "{\"b\":{\"y\":2e0,\"x\":1},\"a\":1}")

    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
  }
}
