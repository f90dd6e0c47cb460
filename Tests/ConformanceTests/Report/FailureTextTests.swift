import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct FailureTextTests {
  private let rule = Rule(
    id: "events.one", says: "One is sent.", sources: [], level: .core, decision: nil,
    scopeAll: false,
    isOpen: false, shown: nil, pins: [], mark: Mark(file: "rulebook.yaml", line: 1, column: 1))

  private func text(
    _ steps: String, more: String = "", _ rows: Script.Row...
  ) throws -> String {
    let frame = try Stage.frame(Stage.spec(steps, more: more))
    let verdict = Replayer.judge(frame, against: Script(rows))
    guard case .failed(let failure) = verdict.outcome else { return "passed" }
    return FailureText(
      verdict, failure, rule: rule, base: Stage.base, repeatCommand: "conformance run x"
    ).text
  }

  @Test func `a difference shows both sides and the way that led there`() throws {
    let text = try text(
      """
      - app: launch
      - call: track
        with: { name: x }
      - advance: 5s
      - request: /own
        body: { n: 1, list: [a, b] }
        as: own
      """, on("app: launch"), on("call: track", timers: [5000]),
      on("tick 5000", request("/own", "r1", body: ["n": 1, "list": ["a", "c"]])))

    #expect(
      text == """
        ✘ events.one/one
          One is sent.
          Specs/demo/events/one.yaml:12:9: request /own differs in its body at list[1]

                  0ms ▸ app: launch
                  0ms ▸ call: track {"name":"x"}
                  0ms  ✓ returns: null
                  0ms ▸ advance: 5s
                   5s  ✘ request: r1 /own {"list":["a","c"],"n":1}

          step at Specs/demo/events/one.yaml:12:9
          expected  list[1]: "b"
          got       list[1]: "c"
          repeat: conformance run x
        """)
  }

  @Test func `what never came is told at the act, with its step`() throws {
    let text = try text(
      "- app: launch\n- callback: got\n  with: { link: l }", on("app: launch", .note("hm")))

    #expect(
      text == """
        ✘ events.one/one
          One is sent.
          Specs/demo/events/one.yaml:8:9: this never came: callback got

                  0ms ▸ app: launch
                  0ms  · note: hm

          expected  callback got {link: "l"}
                    at Specs/demo/events/one.yaml:9:9
          got       nothing
          repeat: conformance run x
        """)
  }

  @Test func `what may not come is told at the act`() throws {
    let text = try text("- app: launch", on("app: launch", callback("got", ["link": "l"])))

    #expect(
      text == """
        ✘ events.one/one
          One is sent.
          Specs/demo/events/one.yaml:8:9: callback got came, where nothing of its kind may come

                  0ms ▸ app: launch
                  0ms  ✘ callback: got {"link":"l"}

          expected  nothing
          got       callback: got {"link":"l"} on app
          repeat: conformance run x
        """)
  }

  @Test func `a long trace and long texts stay within forty lines of one line each`() throws {
    let long = String(repeating: "long \n", count: 10_000)
    let text = try text(
      (["- app: launch"] + (0..<60).map { "- call: track\n  with: { name: n\($0) }" }
        + ["- app: background"]).joined(separator: "\n"),
      on("app: background", .fault(message: long)))

    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 300 })
    #expect(lines.contains { $0.hasSuffix("earlier") })
  }

  @Test func `the chance of a repeat that fails is told`() throws {
    let text = try text(
      "- app: launch\n- advance: 2s\n- request: /a\n  after: 1s..2s\n  as: a")

    #expect(text.contains("\n  with chance 0.0\n"))
  }
}

@Suite struct EntryTextTests {
  @Test(arguments: [
    ("a\nb", "a\\nb"), ("\t\r", "\\t\\r"), ("\u{1B}[31m", "\\u{1b}[31m"), ("\0", "\\u{0}"),
    ("\u{202E}x", "\\u{202e}x"), ("\u{2028}", "\\u{2028}"), ("é 👍🏽", "é 👍🏽"),
  ])
  func `what would leave its line is escaped`(text: String, told: String) {
    #expect(EntryText.escaped(text) == told)
  }

  @Test func `the middle of a long text is left out`() {
    let text = EntryText.shortened(String(repeating: "a", count: 50) + "end", to: 20)

    #expect(text == "aaaaaaaaaaaaa…aaaend")
    #expect(EntryText.shortened("short", to: 20) == "short")
  }
}
