import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct RunReportTests {
  @Test func `what is written is read again`() throws {
    var report = Printed.mixed
    report.filters = ["a", "é"]
    report.cases[0].disturbed = 7
    report.cases[1].chance = 0.25
    report.cases[1].failure?.got = "\u{1}"
    let text = report.value.canonicalText

    let read = try RunReport(json: Array(text.utf8), path: "r.json")

    #expect(read.value.canonicalText == text)
  }

  @Test(arguments: [nil, 0, 1, 2, 3, 4, 5])
  func `a report keeps to its schema`(only: Int?) throws {
    var report = Printed.mixed
    if let only { report = Printed.report([report.cases[only]], shard: (1, of: 1, total: 1)) }

    #expect(try Schema("report").faults(report.value) == [])
  }

  @Test func `what no report holds does not keep to the schema`() throws {
    var object = try #require(Printed.mixed.value.object)
    object["extra"] = 1
    object["passed"] = -1
    object["report"] = nil

    #expect(
      try Schema("report").faults(.object(object)) == [
        ": has no \"report\"", ": may not have 'extra'", ".passed: is too small",
      ])
  }

  @Test func `what was stopped counts apart and does not hold`() {
    let report = Printed.mixed

    #expect(report.closing == "1 passed, 1 failed, 1 known, 1 not claimed (events), 1 open")
    #expect(report.interruption == "stopped by SIGTERM: 1 of 6 runs were not run")
    #expect(!report.holds)
  }

  static let refused: [(String, String)] = [
    ("", "r.json: this is no report: 1:1: expected a JSON value, found nothing"),
    ("[]", "r.json: this is no report that 'run --json' wrote"),
    ("{\"version\":1}", "r.json: this is no report that 'run --json' wrote"),
    ("{\"report\":2}", "r.json: this is a report of version 2; this command reads 1"),
    ("{\"report\":1}", "r.json: suite: name is missing"),
  ]

  @Test(arguments: refused)
  func `what is no report is refused in one line`(text: String, message: String) {
    #expect {
      try RunReport(json: Array(text.utf8), path: "r.json")
    } throws: { error in
      (error as? ReportError)?.description.hasPrefix(message) == true
    }
  }

  @Test func `a run that is no run is named by its place`() throws {
    let text = Printed.mixed.value.canonicalText
      .replacing("\"verdict\":\"open\"", with: "\"verdict\":\"closed\"")

    #expect(throws: ReportError("r.json: runs[3]: verdict is not what a report holds there")) {
      try RunReport(json: Array(text.utf8), path: "r.json")
    }
  }

  @Test func `a failure is told in parts`() throws {
    let suite = Stage.suite(
      Stage.spec(
        """
        - app: launch
        - request: /own
          body: { list: [a, b] }
          as: own
        """))
    let kind = TesteeKind(name: "script", sdk: "1", claims: ["events"]) {
      Script([on("app: launch", request("/own", "r1", body: ["list": ["a", "c"]]))])
    }
    let batch = Batch(testee: kind, jobs: 1)
    let plan = RunReport.Plan(
      suite: "demo", filters: [], isSweep: false, batch: batch, vocabulary: suite.vocabulary,
      chosen: suite.runs.map { ($0, "events") }, shard: nil)
    let verdicts = batch.judge(suite.runs, vocabulary: suite.vocabulary, done: { _ in })

    let report = RunReport(plan, verdicts, rulebook: nil, stopped: nil) { _, _ in "text" }

    let fault = try #require(report.cases.first?.failure)
    #expect(fault.kind == "unexpected")
    #expect(fault.part == "body")
    #expect(fault.path == "list[1]")
    #expect(fault.expected == "\"b\"")
    #expect(fault.got == "\"c\"")
    #expect(fault.next?.line == 9)
    #expect(
      report.testee == RunReport.Testee(name: "script", sdk: "1", claims: ["base", "events"]))
  }

  @Test func `a ledger that is wrong keeps a report from holding`() throws {
    var report = Printed.report([Printed.one("a")])
    #expect(report.holds)
    report.ledgerFaults = [SpecError(Mark(file: "ledger.yaml", line: 3, column: 5), "'x' passes")]

    #expect(!report.holds)
    #expect(
      JUnitText.text(of: report).contains(
        "<error message=\"'x' passes\" type=\"ledger\"/>"))
    #expect(
      MarkdownText.text(of: report, nil).contains("- `ledger.yaml:3:5: error: 'x' passes`\n"))
    #expect(
      Annotations.lines(of: report) { $0 } == [
        "::error file=ledger.yaml,line=3,col=5,title=The ledger::'x' passes"
      ])
    #expect(try Schema("report").faults(report.value) == [])
  }

  @Test(
    arguments: [
      ([.notClaimed], "nothing ran: 'script' does not claim what these runs need: events"),
      ([.known, .open], "nothing passed: the ledger lists all that was judged"),
      ([.passed, .notClaimed, .known], nil), ([], nil), ([.failed, .notClaimed], nil),
    ] as [([RunReport.Outcome], String?)])
  func `a report that proves nothing says why`(outcomes: [RunReport.Outcome], why: String?) {
    let cases = outcomes.enumerated().map { Printed.one("n\($0.offset)", $0.element) }

    #expect(Printed.report(cases).emptiness == why)
    #expect(Printed.report(cases, shard: (1, of: 2, total: 9)).emptiness == nil)
  }
}
