import JSON
import Testing

@testable import Conformance

@Suite struct FailureSidesTests {
  /// Both sides as text: the title, then the lines, those that are marked behind a `>`.
  private func sides(
    _ steps: String, _ rows: Script.Row..., more: String = ""
  ) throws -> (expected: String, got: String) {
    let frame = try Stage.frame(Stage.spec(steps, more: more))
    let verdict = Replayer.judge(frame, against: Script(rows))
    let failure = try #require(verdict.outcome.failure)
    let sides = try #require(FailureSides(failure, base: Stage.base))
    return (text(sides.expected), text(sides.got))
  }

  private func text(_ side: FailureSides.Side) -> String {
    ([side.title]
      + (side.outline?.lines ?? []).map {
        ($0.isMarked ? "> " : "  ") + String(repeating: "  ", count: $0.depth) + $0.text
      }).joined(separator: "\n")
  }

  private let own = "- app: launch\n- request: /own\n  as: own\n  body: "

  @Test func `the place at which a body differs is marked on both sides`() throws {
    let (expected, got) = try sides(
      own + "{ n: 1, list: [a, { b: { $range: [3, 4] } }] }",
      on("app: launch", request("/own", "r1", body: ["n": 1, "list": ["a", ["b": 2]]])))

    #expect(
      expected
        == """
        request /own, its body
          list:
            - "a"
            -
        >     b: a number from 3 to 4
          n: 1
        """)
    #expect(
      got
        == """
        request /own, its body
          list:
            - "a"
            -
        >     b: 2
          n: 1
        """)
  }

  @Test func `what is missing on one side is marked as nothing`() throws {
    let (expected, got) = try sides(
      own + "{ n: 1 }", on("app: launch", request("/own", "r1", body: ["m": 2, "n": 1])))

    #expect(expected.contains("\n> m: nothing"))
    #expect(got.contains("\n> m: 2"))
  }

  @Test func `an item too many is marked`() throws {
    let (expected, got) = try sides(
      own + "{ l: [1] }", on("app: launch", request("/own", "r1", body: ["l": [1, 2]])))

    #expect(expected.contains("\n>   - nothing"))
    #expect(got.contains("\n>   - 2"))
  }

  @Test func `a literal is marked where it differs, not whole`() throws {
    let (expected, got) = try sides(
      own + "{ $literal: { a: { b: [1, 2] }, c: 3 } }",
      on("app: launch", request("/own", "r1", body: ["a": ["b": [1, 5]], "c": 3])))

    #expect(expected.split(separator: "\n").filter { $0.hasPrefix(">") } == [">     - 2"])
    #expect(got.split(separator: "\n").filter { $0.hasPrefix(">") } == [">     - 5"])
  }

  @Test func `inside a text that holds JSON the place is marked`() throws {
    let (expected, got) = try sides(
      own + "{ t: { $json: { k: 1 } } }",
      on("app: launch", request("/own", "r1", body: ["t": #"{"k":2}"#])))

    #expect(expected.contains("  t: text holding JSON\n>   k: 1"))
    #expect(got.contains("  t: text holding JSON\n>   k: 2"))
  }

  @Test func `what never came stands against nothing`() throws {
    let (expected, got) = try sides(
      "- app: launch\n- callback: got\n  with: { link: l }", on("app: launch"))

    #expect(expected == "callback got\n  link: \"l\"")
    #expect(got == "nothing")
  }

  @Test func `what may not come stands against nothing`() throws {
    let (expected, got) = try sides(
      "- app: launch", on("app: launch", callback("got", ["link": "l"])))

    #expect(expected == "nothing")
    #expect(got == "callback got\n  link: \"l\"")
  }

  @Test func `another value that a call returned stands against what it should`() throws {
    let (expected, got) = try sides(
      "- app: launch\n- call: open\n  with: { url: u }\n  returns: true",
      on("app: launch"), on("call: open", returns: false))

    #expect(expected == "the call returns\n> true")
    #expect(got == "the call returns\n> false")
  }

  @Test func `of many lines those near the mark are kept`() throws {
    let keys = (100..<400).map { "k\($0): 1" }.joined(separator: ", ")
    let body = Object((100..<400).map { ("k\($0)", $0 == 300 ? 2 : 1) })
    let (expected, _) = try sides(
      own + "{ \(keys) }", on("app: launch", request("/own", "r1", body: .object(body))))

    let lines = expected.split(separator: "\n")
    #expect(lines.count == 63)
    #expect(lines[1] == "  … 188 lines")
    #expect(lines.contains("> k300: 1"))
    #expect(lines.last == "  … 52 lines")
  }
}
