import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct RunPageTests {
  private let hostile = "</script><script>alert(1)</script><!--"

  private func page(
    _ steps: String, more: String = "", name: String = "demo", isStopped: Bool = false,
    _ rows: Script.Row...
  ) throws -> RunPage {
    let suite = Stage.suite(Stage.spec(steps, more: more))
    let kind = TesteeKind(name: "script", claims: ["events"]) { Script(rows) }
    let verdicts = Batch(testee: kind, jobs: 1).judge(
      suite.runs, vocabulary: suite.vocabulary, keepsTraces: true, done: { _ in })
    let book = """
      rulebook: 1
      rules:
        - { id: events.one, says: One is sent., sources: [a#b], level: core, decision: At once. }
        - { id: events.two, says: Two are read., sources: [a#c], level: docs }
      """
    let rulebook = Rulebook.load(folder: "Specs/demo") { YAMLFile(book, path: $0) }
    let plan = RunReport.Plan(
      suite: name, filters: [], isSweep: false, batch: Batch(testee: kind, jobs: 1),
      vocabulary: suite.vocabulary, chosen: suite.runs.map { ($0, "events") }, shard: nil)
    let report = RunReport(
      plan, isStopped ? [] : verdicts, rulebook: rulebook, stopped: isStopped ? "SIGTERM" : nil,
      text: { _, _ in "the text" })
    return RunPage(
      report, isStopped ? [] : verdicts, vocabulary: suite.vocabulary, rulebook: rulebook)
  }

  @Test func `the data of a failed run hold all that its page shows`() throws {
    let value = try page(
      "- app: launch", on("app: launch", callback("got", ["link": "l"]))
    ).value

    #expect(value["closing"] == "0 passed, 1 failed, 0 known, 0 not claimed, 0 open")
    #expect(
      value["rules"] == [
        [
          "id": "events.one", "says": "One is sent.", "sources": ["a#b"], "level": "core",
          "decision": "At once.",
        ],
        ["id": "events.two", "says": "Two are read.", "sources": ["a#c"], "level": "docs"],
      ])
    #expect(
      value["runs"] == [
        [
          "r": 0, "n": "one", "f": "Specs/demo/events/one.yaml:5", "v": "fail",
          "failure": [
            "headline": "callback got came, where nothing of its kind may come",
            "mark": "Specs/demo/events/one.yaml:8:9", "at": 0, "text": "the text",
            "sides": [
              "expected": ["title": "nothing", "lines": []],
              "got": ["title": "callback got", "lines": [[0, "link: \"l\"", 0]]],
            ],
          ],
        ]
      ])
    #expect(
      value["capabilities"]?.array?.map { $0["claimed"] } == [true, true, false])
  }

  @Test func `a run that passes keeps its trace, and no verdict is written for it`() throws {
    let page = try page("- app: launch", on("app: launch"))

    #expect(page.value["runs"]?.array?.first?["v"] == nil)
    #expect(page.text.contains(#""runs":[[-1,"#))
  }

  @Test func `an open run says why, and what the testee does`() throws {
    let value = try page(
      "- app: launch", more: "judge: open\nbecause: nobody knows",
      on("app: launch", callback("got", ["link": "l"]))
    ).value

    let run = try #require(value["runs"]?.array?.first)
    #expect(run["v"] == "open")
    #expect(run["failure"]?["because"] == "nobody knows")
  }

  @Test func `what a testee says cannot end the block that it stands in`() throws {
    let text = try page(
      "- app: launch",
      on(
        "app: launch", .log(level: "info", text: hostile), .note(hostile),
        .fault(message: hostile))
    ).text

    #expect(!text.contains(hostile))
    #expect(text.contains(#"\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!--"#))
    // Two blocks of data and the page's own script, and nothing else opens or closes one.
    #expect(text.matches(of: /<script/).count == 3)
    #expect(text.matches(of: /<\/script/).count == 3)
  }

  @Test func `a title and a closing line stand in the file as text`() throws {
    let text = try page("- app: launch", name: "<b>&'\"\u{202E}", on("app: launch")).text

    #expect(text.contains("<h1>&lt;b&gt;&amp;&#39;&quot;\\u{202e}: conformance of script</h1>"))
    #expect(text.contains("<p>1 passed, 0 failed, 0 known, 0 not claimed, 0 open</p>"))
  }

  @Test func `the policy names the script and the style by their hashes`() throws {
    let text = try page("- app: launch", on("app: launch")).text

    let script = try #require(text.firstMatch(of: /<script>([\s\S]*?)<\/script>/)?.1)
    let style = try #require(text.firstMatch(of: /<style>([\s\S]*?)<\/style>/)?.1)
    #expect(text.contains("script-src 'sha256-\(SHA256.hash(Array(script.utf8)).base64)';"))
    #expect(text.contains("style-src 'sha256-\(SHA256.hash(Array(style.utf8)).base64)';"))
  }

  @Test func `a run that was stopped before is told as not run`() throws {
    let page = try page("- app: launch", isStopped: true, on("app: launch"))

    #expect(page.value["runs"]?.array?.first?["v"] == "not run")
    #expect(page.text.contains("0 open; stopped by SIGTERM: 1 of 1 runs were not run</p>"))
  }

  @Test func `a text of ten megabytes does not make the page long`() throws {
    let long = String(repeating: "0123456789", count: 1_000_000)

    let text = try page(
      "- app: launch", on("app: launch", .note(long), .fault(message: long))
    ).text

    #expect(text.utf8.count < 200_000)
  }
}
