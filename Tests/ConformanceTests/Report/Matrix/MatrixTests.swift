import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct MatrixTests {
  private func report(
    _ testee: String, _ runs: (rule: String, name: String, outcome: RunReport.Outcome)...
  ) -> RunReport {
    let mark = Mark(file: "one.yaml", line: 1, column: 1)
    return RunReport(
      suite: RunReport.Suite(name: "demo", hash: ""), filters: [], isSweep: false,
      testee: RunReport.Testee(name: testee, sdk: nil, claims: []), capabilities: [],
      rules: [RunReport.RuleText(id: "s.two", says: "Two.", sources: [])], part: nil,
      stopped: nil,
      cases: runs.map {
        RunReport.Case(area: "e", rule: $0.rule, name: $0.name, mark: mark, outcome: $0.outcome)
      })
  }

  private var matrix: Matrix {
    Matrix(
      [
        (
          "a.json",
          report(
            "core", ("e.one", "x", .passed), ("e.one", "y", .failed), ("s.two", "z", .passed))
        ),
        (
          "b.json",
          report(
            "port", ("e.one", "x", .notClaimed), ("e.one", "y", .notRun), ("s.two", "z", .passed),
            ("t.three", "w", .open))
        ),
      ], rulebook: nil)
  }

  @Test func `rules stand down, testees across, with what each runs`() {
    let matrix = matrix

    #expect(matrix.testees.map(\.name) == ["core", "port"])
    #expect(matrix.rows.map(\.rule) == ["e.one", "s.two", "t.three"])
    #expect(matrix.rows[0].runs.map(\.name) == ["x", "y"])
    #expect(matrix.rows[0].runs.map(\.verdicts) == [[.passed, .notClaimed], [.failed, nil]])
    #expect(matrix.rows.map(\.differs) == [true, false, true])
    #expect(matrix.rows.map(\.passes) == [false, true, false])
  }

  @Test func `the table leaves out what all pass, and ends with the sums`() {
    #expect(
      MatrixText.lines(matrix, listsAll: false) == [
        "rule         core            port",
        "e.one        1 fail, 1 pass  1 not claimed",
        "t.three      -               1 open",
        "",
        "passed       2               1",
        "failed       1               0",
        "known        0               0",
        "not claimed  0               1",
        "open         0               1",
        "",
        "3 rules, 1 of them passed by all, 2 told differently",
      ])
    #expect(
      MatrixText.lines(matrix, listsAll: true)[2] == "s.two        1 pass          1 pass")
  }

  @Test func `the page has a letter for each testee's verdict`() {
    let rules = MatrixPage(title: "m", matrix: matrix).value["rules"]

    #expect(
      rules == [
        ["id": "e.one", "runs": [["n": "x", "v": "pn"], ["n": "y", "v": "f-"]]],
        ["id": "s.two", "says": "Two.", "runs": [["n": "z", "v": "pp"]]],
        ["id": "t.three", "runs": [["n": "w", "v": "-o"]]],
      ])
  }

  @Test func `two reports of one testee are told apart by their files`() {
    let one = report("core", ("e.one", "x", .passed))

    let matrix = Matrix(
      [("a.json", one), ("b.json", one), ("c.json", report("port"))], rulebook: nil)

    #expect(matrix.testees.map(\.name) == ["core (a.json)", "core (b.json)", "port"])
  }

  @Test func `two runs of one name are told apart by their order`() {
    let both = report("core", ("e.one", "x", .passed), ("e.one", "x", .failed))

    let matrix = Matrix([("a.json", both), ("b.json", both)], rulebook: nil)

    #expect(matrix.rows[0].runs.map(\.verdicts) == [[.passed, .passed], [.failed, .failed]])
  }
}
