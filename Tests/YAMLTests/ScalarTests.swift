import JSON
import Testing
import YAML

@Suite struct ScalarTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("false", "false"), ("0", "0"), ("-0", "0"), ("1", "1"),
    ("1.0", "1"), ("1e3", "1000"), ("1E3", "1000"), ("-1.5", "-1.5"), ("0.1", "0.1"),
    ("1e20", "1e+20"),
    ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"), ("9007199254740993", "9007199254740993"),
    ("-9223372036854775808", "-9223372036854775808"), ("9007199254740993.0", "9007199254740993"),
  ])
  func `a plain literal of JSON has its type`(written: String, canonical: String) throws {
    let root = try YAMLFile("a: \(written)", path: "a.yaml").node()

    #expect(root.value.canonicalText == "{\"a\":\(canonical)}")
  }

  @Test(arguments: [
    "on", "NO", "Off", "y", "yes", "2026-03-29", "2026-03-29T02:30:00Z", "0123", "+1", "1:30",
    "0x1F",
    "0xFFFFFFFFFFFFFFFF", "0x1p3", "0o17", ".5", "5.", "1.e+3", "1_000", "nan", "NaN", "inf",
    "infinity",
    "--1", "-a", "~a", "nullify", "True story", "1 2", "=", "<<", "a:b", "a#b",
    "https://a.test/x?y=1",
    "é", "e\u{301}", "😀", "...a", "1e", "nul", "tRu", ".info", "𝟏",
  ])
  func `other plain text is text`(_ text: String) throws {
    let file = YAMLFile("a: \(text)", path: "a.yaml")

    let node = try #require(try file.node()["a"])

    #expect(node.content == .scalar(.string(text), quoted: false))
  }

  @Test(arguments: ["null", "true", "1", "~", "Null", ".inf", "1e400", "<<", ""])
  func `quoted text is text, also as a key`(_ text: String) throws {
    let root = try YAMLFile("\"\(text)\": '\(text)'", path: "a.yaml").node()

    #expect(root.entries?.map(\.key) == [text])
    #expect(root[text]?.content == .scalar(.string(text), quoted: true))
  }

  static let refusals: [Refusal] =
    ["Null", "NULL", "nULL", "~"].map {
      Refusal("a: ▸\($0)", "'\($0)' could mean a text or null; write null, or quote it: \"\($0)\"")
    }
    + ["True", "TRUE"].map {
      Refusal("- ▸\($0)", "'\($0)' could mean a text or true; write true, or quote it: \"\($0)\"")
    }
    + ["False", "FALSE"].map {
      Refusal("- ▸\($0)", "'\($0)' could mean a text or false; write false, or quote it: \"\($0)\"")
    }
    + [".inf", "-.INF", "+.Inf", ".nan", ".NaN"].map {
      Refusal("[▸\($0)]", "'\($0)' is no JSON number; quote it if it is a text: \"\($0)\"")
    }
    + ["18446744073709551616", "-9223372036854775809"].map {
      Refusal(
        "é: ▸\($0)",
        "\($0) is no 64-bit integer (-9223372036854775808 to 18446744073709551615); "
          + "quote it if it is a text")
    } + [
      Refusal(
        "a: ▸\(String(repeating: "7", count: 400))",
        "\(String(repeating: "7", count: 60))… is no 64-bit integer "
          + "(-9223372036854775808 to 18446744073709551615); quote it if it is a text"),
      Refusal(
        "a: ▸1e400",
        "1e400 is too large for a 64-bit floating-point number; quote it if it is a text"),
    ]
    + ["a:▸", "a:▸ # none\nb: 1", "a: {b▸}", "{a: ▸}", "-▸\n- 1"].map {
      Refusal($0, "the value is missing; write it, or null, or \"\"")
    }

  @Test(arguments: refusals)
  func `a scalar that readers disagree about is refused`(_ refusal: Refusal) {
    refusal.check()
  }

  @Test(arguments: [
    "true", "null", "1", "1.0", "1e400", "~", "TRUE", "-.inf", "18446744073709551616",
  ])
  func `a plain key that is no text is refused`(_ key: String) {
    Refusal("a: 1\n▸\(key): 2", "a key must be a text; quote it: \"\(key)\"").check()
  }

  @Test(arguments: [
    ("|", "x\n", "x\n"), ("|", "x\n\n\n", "x\n"), ("|-", "x\n\n", "x"), ("|+", "x\n\n", "x\n\n"),
    ("|+", "\n", "\n"), ("|", "a\n   b\n", "a\n b\n"), ("|", "a\r\n  b\r\n", "a\nb\n"),
    ("|2", "  x\n", "  x\n"), (">", "a\n  b\n", "a b\n"), (">-", "a\n\n  b\n", "a\nb"),
    ("|", "a\tb\n", "a\tb\n"),
    ("|2", "\tx\n", "\tx\n"),
    // libyaml adds no newline that the file does not have.
    ("|", "x", "x"), ("|+", "x", "x"),
  ])
  func `block text keeps its lines, each ended by LF`(header: String, body: String, text: String)
    throws
  {
    let root = try YAMLFile("a: \(header)\n  \(body)", path: "a.yaml").node()

    #expect(root["a"]?.string?.isSame(as: text) == true)
  }

  @Test func `quoted text keeps a carriage return and every other escape`() throws {
    let root = try YAMLFile(#"a: "x\r\n\ty\u00e9\x00\U0001F600""#, path: "a.yaml").node()

    #expect(root["a"]?.string == "x\r\n\tyé\0😀")
  }

  @Test func `a long line is read whole`() throws {
    let text = String(repeating: "x", count: 10_000)

    #expect(try YAMLFile("a: |\n  \(text)\n", path: "a.yaml").node()["a"]?.string == text + "\n")
    #expect(try YAMLFile("a: \(text)", path: "a.yaml").node()["a"]?.string == text)
  }
}
