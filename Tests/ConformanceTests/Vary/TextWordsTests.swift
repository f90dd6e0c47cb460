import Testing

@testable import Conformance

@Suite struct TextWordsTests {
  static let texts: [(String, [String])] = [
    ("", []),
    ("key-1", ["key-1"]),
    ("Hi, Ana!", ["Hi", "Ana"]),
    ("https://a.test/b_c?d=1#e", ["https", "a", "test", "b_c", "d", "1", "e"]),
    ("-a--b-", ["a--b"]),
    ("a%20b%zzc", ["a", "b", "c"]),
    ("%2", []),
    ("a\\nb\\u00e9c\\", ["a", "b", "c"]),
    ("caf\u{E9}s", ["caf", "s"]),
    ("at 2026-01-02T03:04:05.678Z", ["at"]),
    ("a0f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b", ["a"]),
    ("\\2026-01-02T03:04:05.678Z", ["026-01-02T03", "04", "05", "678Z"]),
  ]

  @Test(arguments: texts)
  func `words are letters and digits, escapes and forms are none`(text: String, words: [String]) {
    let bytes = Array(text.utf8)
    let found = TextWords(bytes, forms: text.formRanges).found

    #expect(found.map { String(decoding: bytes[$0.range], as: UTF8.self) } == words)
  }
}
