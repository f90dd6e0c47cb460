import Testing

@testable import Conformance

@Suite struct RunChangeTests {
  @Test(
    arguments: [
      ("abc", "abc", ""), ("abc", "axc", "-b+x"), ("abc", "ab", "-c"), ("ab", "abc", "+c"),
      ("", "ab", "+a+b"), ("aab", "ab", "-a"), ("abcd", "acbd", "-b+b"),
      ("xaay", "zaaa", "-x+z-y+a"),
    ])
  func `what two traces differ in is told in their order`(old: String, new: String, told: String) {
    let events = RunChange.events(old.map(String.init), new.map(String.init))

    #expect(events.map { ($0.isNew ? "+" : "-") + $0.line }.joined() == told)
  }

  @Test func `two spellings of one letter are two lines`() {
    #expect(RunChange.events(["\u{E9}"], ["e\u{301}"]).count == 2)
  }
}
