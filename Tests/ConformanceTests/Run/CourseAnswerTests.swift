import JSON
import Testing

@testable import Conformance

@Suite struct CourseAnswerTests {
  @Test func `answers are given oldest first, one at a time`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - request: /a
        reply: ok
      - request: /b
        reply: offline
      - request: /own
        body: { n: 1 }
        reply: { status: 503 }
      """, on("app: launch", request("/a", "r1"), request("/b", "r2")),
      on("reply: r1", request("/own", "r3", body: ["n": 1])))

    #expect(
      script.lines == [
        "app: launch", "reply: r1 200 {}", "reply: r2 fails offline", "reply: r3 503",
      ])
  }

  @Test func `an ask may be answered after its cancel`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - request: /a
        as: a
      - call: track
        with: { name: x }
      - cancel: a
      - reply: a
        with: ok
      """, on("app: launch", request("/a", "r1")), on("call: track", .cancel(request: "r1")))

    #expect(script.lines.last == "reply: r1 200 {}")
  }

  @Test func `what is cancelled before its answer gets none`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - request: /a
        as: a
        reply: ok
      - cancel: a
      """, on("app: launch", request("/a", "r1"), .cancel(request: "r1")))

    #expect(script.lines == ["app: launch"])
  }

  @Test func `an instant in an answer is that of the answer`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - request: /a
        as: a
      - advance: 5s
      - reply: a
        with: timed
      """, on("app: launch", request("/a", "r1")))

    #expect(
      script.lines.last == "reply: r1 200 {\"until\":\"2026-01-01T00:00:06.000Z\"} at 5000")
  }

  @Test func `a request of a capability not needed gets its standing reply and is not judged`()
    throws
  {
    let script = try expectHolds(
      """
      - app: launch
      - call: track
        with: { name: x }
      """, on("app: launch", request("/far", "r1", body: ["any": 1]), callback("away")),
      on("reply: r1", .other(kind: "peek", id: "a1", name: "x", with: [:])),
      on("answer: a1", .cancel(request: "r1")))

    #expect(
      script.lines == [
        "app: launch", "reply: r1 201 away", "answer: a1 true", "call: track {\"name\":\"x\"}",
      ])
  }

  @Test func `scope all judges every capability`() throws {
    try expectFails(
      "request /far came, where nothing of its kind may come", "- ▸app: launch",
      more: "scope: all", on("app: launch", request("/far", "r1")))
  }

  @Test func `a request outside the vocabulary is always judged`() throws {
    try expectFails(
      "request /nowhere came, where nothing of its kind may come", "- ▸app: launch",
      on("app: launch", request("/nowhere", "r1")))
  }

  @Test func `an ignore takes what fits it, answers it and counts as used`() throws {
    let script = Script([on("app: launch", request("/b", "r1", body: ["n": 2]))])
    let frame = try Stage.frame(Stage.spec("- app: launch", more: "ignore: [b]"))

    let verdict = Replayer.judge(frame, against: script)

    #expect(verdict.told == "passed")
    #expect(verdict.usedIgnores == [0])
    #expect(script.lines == ["app: launch", "reply: r1 200 {}"])
  }

  @Test func `an ignore does not take what parts from its body`() throws {
    try expectFails(
      "request /b came, where nothing of its kind may come", "- ▸app: launch",
      more: "ignore: [b]", on("app: launch", request("/b", "r1", body: ["n": 4])))
  }

  @Test func `an ignore that nothing needed is told once`() throws {
    let frame = try Stage.frame(Stage.spec("- app: launch", more: "ignore: [b]"))
    let verdict = Replayer.judge(frame, against: Script([]))

    let errors = UnusedIgnores.errors([verdict, verdict])

    #expect(
      errors.map(\.message) == ["no run of this file needs the ignore 'b'; take it out"])
  }
}
