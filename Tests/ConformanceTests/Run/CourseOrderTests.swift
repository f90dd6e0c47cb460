import JSON
import Testing

@testable import Conformance

@Suite struct CourseOrderTests {
  @Test func `lanes of one turn are not compared`() throws {
    try expectHolds(
      """
      - app: launch
      - request: /a
        as: a
      - callback: got
      - request: /b
        as: b
      """, on("app: launch", callback("got"), request("/a", "r1"), request("/b", "r2")))
  }

  @Test func `within a lane the order counts`() throws {
    try expectFails(
      "request /b came, where request /a is next",
      """
      - ▸app: launch
      - request: /a
        as: a
      - request: /b
        as: b
      """, on("app: launch", request("/b", "r1"), request("/a", "r2")))
  }

  @Test func `a step that a later turn brings may not stand above one of this turn`() throws {
    try expectFails(
      "request /b came before callback got, which stands above it",
      """
      - app: launch
      - request: /a
        reply: ok
      - ▸callback: got
      - request: /b
        as: b
      """, on("app: launch", request("/a", "r1"), request("/b", "r2")),
      on("reply: r1", callback("got")))
  }

  @Test func `what an answer causes stands under it`() throws {
    try expectHolds(
      """
      - app: launch
      - request: /a
        reply: ok
      - callback: got
      - request: /b
        reply: offline
      """, on("app: launch", request("/a", "r1")),
      on("reply: r1", request("/b", "r2"), callback("got")))
  }

  @Test func `unordered takes its steps in any order, all before the step below`() throws {
    let steps = """
      - app: launch
      - unordered:
          - request: /a
            as: a
          - request: /b
            as: b
      - request: /own
        body: { n: 1 }
        as: own
      """
    let own = request("/own", "r3", body: ["n": 1])

    try expectHolds(steps, on("app: launch", request("/b", "r1"), request("/a", "r2"), own))
    try expectFails(
      "request /own came, where request /b is next", steps.marked("app: launch"),
      on("app: launch", request("/a", "r1"), own, request("/b", "r2")))
  }

  @Test func `sequence judges the order of different lanes`() throws {
    let steps = """
      - app: launch
      - sequence:
          - callback: got
          - request: /a
            as: a
      """

    try expectHolds(steps, on("app: launch", callback("got"), request("/a", "r1")))
    try expectFails(
      "request /a came before callback got", steps.marked("request: /a"),
      on("app: launch", request("/a", "r1"), callback("got")))
  }

  @Test func `silence is an act with nothing under it`() throws {
    try expectFails(
      "callback got came, where nothing of its kind may come",
      """
      - app: launch
      - ▸call: track
        with: { name: x }
      """, on("call: track", callback("got")))
  }

  @Test func `a step not reached fails at its act`() throws {
    try expectFails(
      "this never came: request /b",
      """
      - app: launch
      - ▸call: track
        with: { name: x }
      - request: /a
        as: a
      - request: /b
        as: b
      - call: track
        with: { name: y }
      """, on("call: track", request("/a", "r1")), on("call: track", request("/b", "r1")))
  }

  @Test func `a difference fails at the step that it parts from`() throws {
    try expectFails(
      "request /own differs in its body at n",
      """
      - app: launch
      - ▸request: /own
        body: { n: 1 }
        as: own
      """, on("app: launch", request("/own", "r1", body: ["n": 2])))
  }
}
