import Testing
import YAML

@testable import Conformance

@Suite struct NearestTests {
  @Test(arguments: [
    ("advanse", "advance"), ("retrun", "return"), ("qiet", "quiet"), ("requset", "request"),
    ("callbac", "callback"), ("xyz", nil), ("do it now", nil), ("", nil),
  ])
  func `the nearest name is at most three edits away`(wrong: String, right: String?) {
    let known = ["advance", "quiet", "request", "return", "callback"]

    #expect(Nearest.name(to: wrong, among: known) == right)
  }

  @Test func `of two names as near the first by bytes is meant`() {
    #expect(Nearest.name(to: "cat", among: ["hat", "bat"]) == "bat")
    #expect(Nearest.name(to: "cat", among: ["bat", "hat"]) == "bat")
  }

  @Test func `a short name is not taken for another`() {
    #expect(Nearest.name(to: "at", among: ["in", "to"]) == nil)
  }
}
