import JSON
import Testing

@testable import Conformance

@Suite struct MatrixTests {
  private func report(
    _ testee: Value?, _ runs: (rule: String, name: String, verdict: String)...
  ) -> Value {
    var object: Object = [
      "report": 1,
      "runs": .array(
        runs.map {
          ["rule": .string($0.rule), "name": .string($0.name), "verdict": .string($0.verdict)]
        }),
    ]
    object["testee"] = testee
    return .object(object)
  }

  private var matrix: Matrix {
    get throws {
      try Matrix(
        [
          (
            "a.json",
            report("core", ("e.one", "x", "pass"), ("e.one", "y", "fail"), ("s.two", "z", "pass"))
          ),
          (
            "b.json",
            report(
              ["name": "port"], ("e.one", "x", "not claimed"), ("s.two", "z", "pass"),
              ("t.three", "w", "open"))
          ),
        ], rulebook: nil)
    }
  }

  @Test func `rules stand down, testees across, with what each runs`() throws {
    let matrix = try matrix

    #expect(matrix.testees.map(\.name) == ["core", "port"])
    #expect(matrix.rows.map(\.rule) == ["e.one", "s.two", "t.three"])
    #expect(matrix.rows[0].runs.map(\.name) == ["x", "y"])
    #expect(matrix.rows[0].runs.map(\.verdicts) == [[.pass, .notClaimed], [.fail, nil]])
    #expect(matrix.rows.map(\.differs) == [true, false, true])
    #expect(matrix.rows.map(\.passes) == [false, true, false])
  }

  @Test func `the table leaves out what all pass, and ends with the sums`() throws {
    #expect(
      MatrixText.lines(try matrix, listsAll: false) == [
        "rule         core            port",
        "e.one        1 fail, 1 pass  1 not claimed",
        "t.three      -               1 open",
        "",
        "passed       2               1",
        "failed       1               0",
        "known        0               0",
        "open         0               1",
        "not claimed  0               1",
        "",
        "3 rules, 1 of them passed by all, 2 told differently",
      ])
    #expect(
      MatrixText.lines(try matrix, listsAll: true)[2] == "s.two        1 pass          1 pass")
  }

  @Test func `the page has a letter for each testee's verdict`() throws {
    let rules = MatrixPage(title: "m", matrix: try matrix).value["rules"]

    #expect(
      rules == [
        ["id": "e.one", "runs": [["n": "x", "v": "pn"], ["n": "y", "v": "f-"]]],
        ["id": "s.two", "runs": [["n": "z", "v": "pp"]]],
        ["id": "t.three", "runs": [["n": "w", "v": "-o"]]],
      ])
  }

  @Test func `two reports of one testee are told apart by their files`() throws {
    let one = report("core", ("e.one", "x", "pass"))

    let matrix = try Matrix(
      [("a.json", one), ("b.json", one), ("c.json", report(nil))], rulebook: nil)

    #expect(matrix.testees.map(\.name) == ["core (a.json)", "core (b.json)", "c.json"])
  }

  @Test func `two runs of one name are told apart by their order`() throws {
    let both = report("core", ("e.one", "x", "pass"), ("e.one", "x", "fail"))

    let matrix = try Matrix([("a.json", both), ("b.json", both)], rulebook: nil)

    #expect(matrix.rows[0].runs.map(\.verdicts) == [[.pass, .pass], [.fail, .fail]])
  }

  static let refused: [(Value, String)] = [
    ([], "a.json: this is no report of runs; run --json writes one"),
    (["report": 2, "runs": []], "a.json: the report's version is not 1"),
    (
      ["report": 1, "runs": [["rule": "e.one", "name": "x", "verdict": "maybe"]]],
      "a.json: run 1 has not a rule, a name and a verdict"
    ),
  ]

  @Test(arguments: refused)
  func `what is no report is refused by its file`(value: Value, message: String) {
    #expect(throws: MatrixProblem(message: message)) {
      try Matrix([("a.json", value)], rulebook: nil)
    }
  }
}
