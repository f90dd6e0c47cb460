import Testing
import YAML

@testable import Conformance

@Suite struct FailureGroupsTests {
  private func failed(
    _ name: String, diverges: String?, text: String, start: String? = nil
  ) -> RunReport.Case {
    let mark = Mark(file: "a.yaml", line: 3, column: 1)
    var one = RunReport.Case(
      area: "a", rule: "a.b", name: name, mark: mark, outcome: .failed)
    one.failure = RunReport.Fault(
      text: text, says: text, kind: "missing", mark: mark, start: start, at: 0, diverges: diverges)
    return one
  }

  @Test func `runs that fail in one way are told by the one of the shortest text`() {
    let groups = FailureGroups([
      failed("long", diverges: "x", text: "long text"), failed("other", diverges: "y", text: "y"),
      failed("short", diverges: "x", text: "short"),
    ])

    #expect(groups.groups.map(\.example.name) == ["short", "other"])
    #expect(
      groups.groups[0].lines == ["  the same in 1 more:", "    a.b/long  a.yaml:3:1"])
    #expect(groups.groups[1].lines == [])
    #expect(groups.summary == "3 runs fail in 2 ways.")
  }

  @Test func `of many runs the first few are named`() {
    let cases = (1...9).map { failed("\($0)", diverges: "x", text: "t", start: "configured") }

    let lines = FailureGroups(cases).groups[0].lines

    #expect(lines.count == 8)
    #expect(lines.first == "  the start 'configured' blocks 8 more:")
    #expect(lines.last == "    … and 2 others")
  }

  @Test func `what says nothing of its way stands alone`() {
    let groups = FailureGroups([
      failed("a", diverges: nil, text: "t"), failed("b", diverges: nil, text: "t"),
    ])

    #expect(groups.groups.count == 2)
    #expect(groups.summary == nil)
  }
}
