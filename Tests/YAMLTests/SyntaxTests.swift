import JSON
import Testing
import YAML

/// What libyaml says at the place where it noticed is said at the place of the cause.
@Suite struct SyntaxTests {
  private static let tab = "a tab stands where text is indented; use spaces"
  private static let comma =
    "a comma ends this line; take it out, or put the whole into '{' and '}'"
  private static let space = "a space is missing after ':'; write it, or quote the text"
  private static let quote = "this quote is never closed; write the closing quote"
  private static let colon = "': ' stands inside a plain text; quote the text, or begin a new line"
  private static let indentation =
    "the indentation fits no line above; align it with what it belongs to"
  private static let behindQuote =
    "more text follows the closing quote; quote the whole text, and write a single quote in it twice"
  private static let long =
    "a key is longer than 1,024 characters, which YAML cannot read; shorten it"
  private static func separator(_ open: String, _ close: String, line: Int) -> String {
    "expected ',' or '\(close)' in the '\(open)' of line \(line); quote a text that holds signs of YAML"
  }

  static let refusals: [Refusal] = [
    Refusal("a:\n▸\tb: 1", tab),
    Refusal("a:\n  - x\n▸\t- y", tab),
    Refusal("a:\n  b: 1\n ▸\t c: 2", tab),
    Refusal("a: |\n  x\n▸\ty", tab),
    Refusal("a: x\n▸\ty", tab),
    Refusal("a: [\n▸\t1,\n▸\t2]", tab, tab),
    Refusal("a: {\n ▸\tb: 1}", tab),
    Refusal("a: \"b\"▸,\nc: d", comma),
    Refusal("\"a\": [1]▸,\n\"b\": 2", comma),
    Refusal("- a: 'x'▸,\n  b: 1", comma),
    Refusal("a: ▸\"abc\nb: 1\n", quote),
    Refusal("- é: ▸'abc\n- b: 1\n", quote),
    Refusal("a: ▸\"b\n---\nc\"", quote),
    Refusal(
      "a: ▸\"abc\nb: \"x\"\n",
      "this quote is closed only in line 2, where more text follows; close it where the text ends"),
    Refusal("a: 'it'▸s'", behindQuote),
    Refusal("a: \"x\" ▸y", behindQuote),
    Refusal("a: [1] ▸b", "more text follows the value; quote the whole text, or begin a new line"),
    Refusal("a▸:1\nb: 2", space),
    Refusal("b: 1\na▸:1\nc: 2", space),
    Refusal("a: {b▸:1}", space),
    Refusal("a: b▸: c", colon),
    Refusal("é: b▸: \"y\"", colon),
    Refusal(
      "x: 1\n▸foo\ny: 2",
      "this line is neither 'key: value' nor a list item; write ':' after the key"),
    Refusal(
      "a: 1\n  ▸b: 2",
      "the line is indented below a key that has a value already; align it, or take the value out"),
    Refusal("a:\n    b: 1\n  ▸c: 2", indentation),
    Refusal("a:\n  b: 1\n ▸c: 2", indentation),
    Refusal("a: 1\n▸- b", "a list item stands between the keys of a map; indent it below its key"),
    Refusal("- a\n▸b: 1", "a key stands between the items of a list; indent it below an item"),
    Refusal("▸: 1", "a key is missing in front of ':'; write it, or quote an empty one: \"\""),
    Refusal("a: ▸- b", "a list cannot begin on the line of its key; begin a new line"),
    Refusal("a: ▸[1, 2", "this '[' is never closed; write ']'"),
    Refusal("a: ▸[1, 2\nb: 3", "this '[' is never closed; write ']'"),
    Refusal("a: ▸[1,\nb: 3", "this '[' is never closed; write ']'"),
    Refusal("- a: ▸{b: 1\n- c: 2", "this '{' is never closed; write '}'"),
    Refusal("a: ▸{b: 1\nc: 2", "this '{' is never closed; write '}'"),
    Refusal("a: {b: [1, 2▸}", separator("[", "]", line: 1)),
    Refusal("a:\n  {b: 1 c▸: 2}", separator("{", "}", line: 2)),
    Refusal("a: [1]▸]", "more text follows the value; quote the whole text, or begin a new line"),
    Refusal("a: ▸]", "this ']' closes nothing; quote a text that holds it"),
    Refusal("a: [1,▸,2]", "a value is missing in front of this; write it, or null, or \"\""),
    Refusal("a: ▸@b", "a plain text cannot begin with '@'; quote the text"),
    Refusal("a: ▸%b", "a plain text cannot begin with '%'; quote the text"),
    Refusal("a: ▸`b`", "a plain text cannot begin with '`'; quote the text"),
    Refusal("a: ▸? b", "a plain text cannot begin with '?'; quote the text"),
    Refusal(
      "a: \"▸\\q\"", "'\\q' is no escape; write '\\\\' for a backslash, or use single quotes"),
    Refusal(
      "a: \"▸\\ud83d\\ude00\"",
      "the escape names no character; write the character itself, or \\UXXXXXXXX with its number"),
    Refusal(
      "a: | ▸x\n  y",
      "the text of a block begins on the line below its '|' or '>'; begin a new line"),
    Refusal("▸\(String(repeating: "k", count: 1025)): 1", long),
    Refusal("a: 1\n▸\(String(repeating: "k", count: 8000)): 1", long),
    Refusal("a: {b: 1, ▸\"https://\(String(repeating: "k", count: 1025))\": 1}", long),
    Refusal("{▸\(String(repeating: "k", count: 1025)): 1}", long),
  ]

  @Test(arguments: refusals)
  func `a syntax error is told where it was made`(_ refusal: Refusal) {
    refusal.check()
  }

  @Test(arguments: [127, 128, 129, 1023])
  func `a key of up to 1,023 characters is read`(length: Int) throws {
    let key = "https://" + String(repeating: "k", count: length - 8)

    #expect(try YAMLFile("\(key): 1", path: "a.yaml").node()[key]?.value == 1)
    #expect(try YAMLFile("{\(key): 1}", path: "a.yaml").node()[key]?.value == 1)
  }

  @Test func `what is understood before a syntax error is reported with it`() {
    Refusal(
      "a: ▸~\nb: 1\n▸b: 2\nc: ▸[1, 2\n",
      "'~' could mean a text or null; write null, or quote it: \"~\"",
      "'b' is given twice; the first is at line 2", "this '[' is never closed; write ']'"
    ).check()
  }
}
