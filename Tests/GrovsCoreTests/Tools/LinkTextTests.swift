import Testing

@testable import GrovsCore

@Suite struct LinkTextTests {
  @Test(arguments: [
    ("https://demo.sqd.link/a", "https"), ("HTTP://a", "http"), ("demo:x", "demo"),
    ("a+b-c.1://x", "a+b-c.1"),
  ])
  func `a scheme is read in lower case`(text: String, scheme: String) {
    #expect(LinkText(text)?.scheme == scheme)
  }

  @Test(arguments: [
    "", ":", "://a", "1a://b", "a b://c", "demo.sqd.link/a", "é://a", "java\tscript:1",
  ])
  func `a text without a scheme is no link`(text: String) {
    #expect(LinkText(text) == nil)
  }

  @Test(arguments: [
    ("demo://a?b#c", "demo://a"), ("demo://a#c?b", "demo://a"), ("demo://a", "demo://a"),
    ("demo://é?x=é", "demo://é"), ("demo:?a", "demo:"),
  ])
  func `query and fragment are cut`(text: String, cut: String) {
    #expect(LinkText(text)?.withoutQuery == cut)
  }

  @Test(arguments: [
    ("https://a.test/b c", false), ("https://", false), ("https:///a", false), ("https:a", false),
    ("demo:", false), ("https://a\n", false), ("https://a.test/é?x", true), ("demo:x", true),
  ])
  func `only what could be opened is a URL`(text: String, isURL: Bool) {
    #expect(LinkText(text)?.isURL == isURL)
  }

  @Test(
    arguments: [
      ("https://a", nil, false), ("demo://a", nil, true), ("demo://a", "Demo", false),
      ("DEMO://a", "demo", false), ("other://a", "demo", true),
    ] as [(String, String?, Bool)])
  func `another app's scheme is foreign`(text: String, scheme: String?, isForeign: Bool) {
    #expect(LinkText(text)?.isForeign(to: scheme) == isForeign)
  }
}
