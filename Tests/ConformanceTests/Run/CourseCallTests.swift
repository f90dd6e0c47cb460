import JSON
import Testing

@testable import Conformance

@Suite struct CourseCallTests {
  @Test func `the value that a call returns is judged`() throws {
    let steps = """
      - app: launch
      - ▸call: open
        with: { url: x }
        returns: true
      """

    try expectHolds(Marked(steps).text, on("call: open", returns: true))
    try expectFails("the call returned false, not true", steps, on("call: open", returns: false))
  }

  @Test func `a member without a result returns nothing else than null`() throws {
    try expectFails(
      "the call returned 1, not null", "- app: launch\n- ▸call: track\n  with: { name: x }",
      on("call: track", returns: 1))
  }

  @Test func `a property is set and read`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - set: token
        to: t
      - get: token
        returns: t
      """, on("call: token {\"newValue\""), on("call: token", returns: "t"))

    #expect(script.lines.suffix(2) == ["call: token {\"newValue\":\"t\"}", "call: token"])
  }

  @Test func `a completion before the return fails, unless the member runs it inside`() throws {
    try expectFails(
      "completion of c1: true ran before 'start' had returned",
      """
      - app: launch
      - ▸call: start
      - completion: start
        with: true
      """,
      on("call: start", completed("c1", true), .returned(call: "c1", value: .null), returns: nil))
    try expectHolds(
      """
      - app: launch
      - call: ready
      - completion: ready
      """, on("call: ready", completed("c1"), .returned(call: "c1", value: .null), returns: nil))
  }

  @Test func `a call that does not return fails`() throws {
    try expectFails(
      "'track' never returned", "- app: launch\n- ▸call: track\n  with: { name: x }",
      on("call: track", returns: nil))
  }

  @Test func `a completion is told apart by the label of its call`() throws {
    let steps = """
      - app: launch
      - call: start
        as: first
      - ▸call: start
        as: second
      - completion: second
        with: true
      - completion: first
        with: false
      """
    let first = on("call: start")

    try expectHolds(
      Marked(steps).text, first, on("call: start", completed("c2", true), completed("c1", false)))
    try expectFails(
      "completion start (c1) came, where completion second is next", steps, first,
      on("call: start", completed("c1", false), completed("c2", true)))
  }

  @Test func `a completion of a process that is gone fails`() throws {
    try expectFails(
      "a completion ran for 'c1', which no call of this process has",
      """
      - app: launch
      - call: start
        as: old
      - app: kill
      - ▸app: launch
      """, on("app: launch"), on("app: launch", completed("c1", true)))
  }

  @Test func `calls from inside get ids and return at any time`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - call: watch
        with: { object: { $object: { name: spy, calls: { got: [{ call: track, with: { name: x } }] } } } }
      - call: track
        with: { name: y }
      - callback: got
        on: spy
      - callback: got
        on: spy
      """,
      on(
        "call: track", callback("got", on: "spy"), .returned(call: "b1", value: .null),
        callback("got", on: "spy"), .returned(call: "b1", value: .null)))

    guard case .call(_, _, let with) = script.inputs[1].act else { return }
    #expect(
      with["object"]?["calls"]?["got"] == [
        ["call": "b1", "member": "track", "with": ["name": "x"]]
      ])
  }

  @Test func `a call from inside is no return of the call itself`() throws {
    try expectFails(
      "callback: got ran before 'watch' had returned",
      """
      - app: launch
      - ▸call: watch
        with: { object: { $object: { name: spy, calls: { got: [{ call: track, with: { name: x } }] } } } }
      - callback: got
      """,
      on("call: watch", .returned(call: "b1", value: .null), callback("got"), returns: nil))
  }

  @Test(arguments: [
    ("a return of 'c9', which no call in progress has", Effect.returned(call: "c9", value: .null)),
    ("a second return of 'c1'", .returned(call: "c1", value: .null)),
    ("a completion ran for 'c9', which no call of this process has", completed("c9")),
    ("the request id 'r1' is used twice in a launch", request("/a", "r1")),
    ("a cancel of 'r9', which no request has", .cancel(request: "r9")),
    ("a close of 's9', which nothing shown has", .close(show: "s9")),
    ("the log has no level 'loud'", .log(level: "loud", text: "")),
    ("'magic' is not built", .unsupported(what: "magic")),
    ("nobody caught: boom", .fault(message: "boom")),
  ])
  func `a testee that breaks the protocol fails whatever the spec says`(
    told: String, effect: Effect
  ) throws {
    try expectFails(
      told,
      """
      - app: launch
      - request: /a
        as: a
      - ▸call: track
        with: { name: x }
      """, on("app: launch", request("/a", "r1")), on("call: track", effect))
  }

  @Test func `an id may come again after a restart`() throws {
    try expectHolds(
      """
      - app: launch
      - request: /a
        as: a
      - app: kill
      - app: launch
      - request: /a
        as: b
      """, on("app: launch", request("/a", "r1")), on("app: launch", request("/a", "r1")))
  }
}
