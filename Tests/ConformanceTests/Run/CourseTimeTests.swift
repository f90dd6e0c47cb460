import JSON
import Testing

@testable import Conformance

@Suite struct CourseTimeTests {
  private func waiting(_ window: String) -> String {
    """
    - app: launch
    - advance: 10s
    - ▸request: /a
      after: \(window)
      as: a
    """
  }

  @Test(
    arguments: [("5s", [5000]), ("5s..6s", [5000, 5001, 6000])]
      as [(String, [Int64])])
  func `a window takes both its ends`(window: String, times: [Int64]) throws {
    for time in times {
      try expectHolds(
        Marked(waiting(window)).text, on("app: launch", timers: [time]),
        on("tick \(time)", request("/a", "r1")), on("advance"))
    }
  }

  @Test(
    arguments: [("5s", 4999, "4.999s"), ("5s", 5001, "5.001s"), ("5s..6s", 6001, "6.001s")]
      as [(String, Int64, String)])
  func `outside its window an effect fails`(window: String, time: Int64, told: String) throws {
    try expectFails(
      "request /a came after \(told), not \(window)", waiting(window),
      on("app: launch", timers: [time]), on("tick \(time)", request("/a", "r1")))
  }

  @Test func `a window counts from the step above`() throws {
    try expectHolds(
      """
      - app: launch
      - advance: 10s
      - request: /a
        after: 2s
        as: a
      - request: /b
        after: 3s
        as: b
      """, on("app: launch", timers: [2000, 5000]), on("tick 2000", request("/a", "r1")),
      on("tick 5000", request("/b", "r2")))
  }

  @Test func `a window counts from a step above that comes later in the same turn`() throws {
    try expectHolds(
      """
      - app: launch
      - advance: 10s
      - request: /a
        after: 2s
        as: a
      - callback: got
        after: 0ms
      """, on("app: launch", timers: [2000]),
      on("tick 2000", callback("got"), request("/a", "r1")))
  }

  @Test func `under an unordered group a window counts from its last step`() throws {
    try expectHolds(
      """
      - app: launch
      - advance: 10s
      - unordered:
          - request: /a
            after: 4s
            as: a
          - request: /b
            after: 2s
            as: b
      - callback: got
        after: 1s
      """, on("app: launch", timers: [2000, 4000, 5000]), on("tick 2000", request("/b", "r1")),
      on("tick 4000", request("/a", "r2")), on("tick 5000", callback("got")))
  }

  @Test func `advance fires each timer at its own instant`() throws {
    let script = try expectHolds(
      "- app: launch\n- advance: 10s",
      on("app: launch", timers: [3000, 10_000, 10_001]), on("tick 3000", timers: [7000, 10_000]))

    #expect(script.lines == ["app: launch", "tick 3000", "tick 7000", "tick 10000"])
  }

  @Test func `a timer that is due goes before an answer`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - request: /a
        reply: ok
      """, on("app: launch", request("/a", "r1"), timers: [0]))

    #expect(script.lines == ["app: launch", "tick 0", "reply: r1 200 {}"])
  }

  @Test func `timers that never come to rest fail with their names`() throws {
    let rows = (0..<2000).map { _ in on("tick 0", timers: [0]) }
    let script = Script([on("app: launch", timers: [0])] + rows)

    let verdict = Replayer.judge(
      try Stage.frame(Stage.spec("- app: launch")), against: script)

    #expect(verdict.told == "8: the timers never come to rest: t0 at 0ms")
    #expect(script.lines.count == 1001)
  }

  @Test func `timers without end within one step fail`() throws {
    final class Clock: Testee {
      func take(_ input: Input) throws(TesteeError) -> Turn {
        Turn(timers: (1...50).map { Wake(at: input.now + $0) })
      }
    }

    let verdict = Replayer.judge(
      try Stage.frame(Stage.spec("- app: launch\n- advance: 30d")), against: Clock())

    #expect(verdict.told.hasPrefix("9: the timers never come to rest: timer at 1m 40.001s, "))
    #expect(verdict.told.hasSuffix(" and 42 more"))
  }

  @Test func `ten years pass when nothing waits`() throws {
    let script = try expectHolds("- app: launch\n- quiet: 3650d")

    #expect(script.inputs.map(\.now) == [0, 315_360_000_000, 315_360_000_000])
  }

  @Test func `the device's clock moves without the run's`() throws {
    let script = try expectHolds(
      """
      - device: { clock: start - 1d }
      - app: launch
      - advance: 1s
      - device: { clock: start + 2d }
        as: jump
      """)

    let day: Int64 = 86_400_000
    #expect(script.inputs.map(\.now) == [0, 1000, 1000, 1000])
    #expect(
      script.inputs.map { $0.wall - Course.epoch } == [-day, 1000 - day, day, day])
  }
}
