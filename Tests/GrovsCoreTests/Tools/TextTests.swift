import JSON
import Testing

@testable import GrovsCore

@Suite struct TextTests {
  @Test(arguments: [("", true), (" \n\t\u{A0}", true), (" a ", false), ("\u{200B}", false)])
  func `a text of white space alone is blank`(text: String, isBlank: Bool) {
    #expect(text.isBlank == isBlank)
  }

  @Test(arguments: [("", ""), ("  ", ""), (" a b\n", "a b"), ("a", "a")])
  func `white space at the ends is trimmed`(text: String, trimmed: String) {
    #expect(text.trimmed == trimmed)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "abc"), ("äöüß", 3, "äöü"), ("e\u{301}x", 1, "e"),
    ("👩‍👧", 1, "👩"), ("👩👩👩", 3, "👩👩👩"),
  ])
  func `a text is cut by code points`(text: String, limit: Int, cut: String) {
    #expect(Array(text.cut(at: limit).utf8) == Array(cut.utf8))
  }

  @Test(arguments: [
    ("VIEW", "view", true), ("view", "view", true), ("vie", "view", false),
    ("\u{C9}", "\u{E9}", false),
  ])
  func `ASCII letters compare without case`(left: String, right: String, isSame: Bool) {
    #expect(left.isSameIgnoringCase(as: right) == isSame)
  }

  @Test func `bytes become two lower-case digits each`() {
    #expect(([0, 10, 255] as [UInt8]).hex == "000aff")
  }
}
