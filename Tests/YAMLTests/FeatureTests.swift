import JSON
import Testing
import YAML

/// What YAML has and this subset has not.
@Suite struct FeatureTests {
  private static func anchor(_ name: String) -> String {
    "anchors are not supported; take '&\(name)' out, or quote a text that begins with '&'"
  }
  private static func alias(_ name: String) -> String {
    "aliases are not supported; write out what '*\(name)' stands for, or quote the text"
  }
  private static func tag(_ tag: String) -> String {
    "tags are not supported; take '\(tag)' out, or quote a text that begins with '!'"
  }
  private static let merge = "merge keys are not supported; write the keys out, or quote '<<'"
  private static let complex = "a key must be a text, not a list or a map"
  private static let directive = "directives are not supported; begin with the document itself"
  private static let second = "a second document begins here; give it a file of its own"

  static let refusals: [Refusal] = [
    Refusal("a: ▸&x 1\nb: ▸*x", anchor("x"), alias("x")),
    Refusal("a: ▸&a [▸*a]", anchor("a"), alias("a")),
    Refusal("a: ▸*nope", alias("nope")),
    Refusal("a: ▸&m {b: 1}", anchor("m")),
    Refusal("▸*k : 1", alias("k")),
    Refusal("▸&k a: 1", anchor("k")),
    Refusal("a: ▸*\n", "a plain text cannot begin with '*'; quote the text"),
    Refusal("a: ▸& b\n", "a plain text cannot begin with '&'; quote the text"),
    Refusal("a: ▸!!str 1", tag("!!str")),
    Refusal("a: ▸!mine [1]", tag("!mine")),
    Refusal("a: ▸! 1", tag("!")),
    Refusal("a: ▸!odd!x 1", tag("!")),
    Refusal("▸!x a: 1", tag("!x")),
    Refusal("base: ▸&b {t: 5}\none: {▸<<: ▸*b, t: 1}", anchor("b"), merge, alias("b")),
    Refusal("▸<<: 7\n▸<<: 8", merge, merge),
    Refusal("? ▸[a]\n: b", complex),
    Refusal("{▸{a: 1}: b}", complex),
    Refusal("▸[a]: b", complex),
    Refusal("▸%YAML 1.1\n---\na: 1", directive),
    Refusal("▸%TAG ! x\n---\na: 1", directive),
    Refusal("▸%YAML 2.0\n---\na: 1", directive),
    Refusal("a: 1\n▸---\nb: 2", second),
    Refusal("---\na: 1\n▸---\n", second),
    Refusal("a: 1\n▸--- b", second),
    Refusal(
      "a: 1\n...\n▸b: 2",
      "the document has ended above; align this with what it belongs to, or give it its own file"),
  ]

  @Test(arguments: refusals)
  func `what is outside the subset is refused with advice`(_ refusal: Refusal) {
    refusal.check()
  }

  @Test func `a quoted merge key is a key like others`() throws {
    let root = try YAMLFile("{\"<<\": {a: 1}}", path: "a.yaml").node()

    #expect(root["<<"]?["a"]?.value == 1)
  }

  @Test func `one document may be marked as such`() throws {
    #expect(try YAMLFile("---\na: 1\n...\n", path: "a.yaml").node()["a"]?.value == 1)
  }

  @Test func `a key given twice is refused with the line of the first`() {
    Refusal(
      "a: 1\n\"b\": {x: 1, ▸'x': 2}\n▸a: 2\nc: 1\n▸'a': 3",
      "'x' is given twice; the first is at line 2", "'a' is given twice; the first is at line 1",
      "'a' is given twice; the first is at line 1"
    ).check()
  }

  @Test func `two spellings of the same letter are two keys`() throws {
    let root = try YAMLFile("\u{E9}: 1\ne\u{301}: 2", path: "a.yaml").node()

    #expect(root.entries?.count == 2)
    #expect(root["e\u{301}"]?.value == 2)
    #expect(root["\u{E9}"]?.value == 1)
    #expect(
      Node.Entry(key: "\u{E9}", mark: root.mark, value: root)
        != Node.Entry(key: "e\u{301}", mark: root.mark, value: root))
  }

  @Test func `a key given twice is found in a map of many keys`() {
    let keys = (0..<5000).map { "key\($0): {a: 1, b: 2}\n" }.joined()

    Refusal(keys + "▸key17: 1\n", "'key17' is given twice; the first is at line 18").check()
    Refusal(keys + "▸key4999: 1\n", "'key4999' is given twice; the first is at line 5000").check()
    #expect(YAMLFile(keys, path: "a.yaml").errors.isEmpty)
  }
}
