import JSON
import Testing

@testable import Conformance

@Suite struct TraceTableTests {
  private func verdict(_ steps: String, _ rows: Script.Row...) throws -> Verdict {
    Replayer.judge(try Stage.frame(Stage.spec(steps)), against: Script(rows))
  }

  @Test func `an entry is its node with its standing, behind the time that goes by`() throws {
    var table = TraceTable()

    let packed = table.pack(
      try verdict(
        "- app: launch\n- advance: 5s\n- request: /a\n  as: a", on("app: launch", timers: [5000]),
        on("tick 5000", .log(level: "info", text: "hm"), request("/a", "r1"))))

    let codes = (packed.array ?? []).compactMap(\.int)
    try #require(codes.count == 7)
    #expect(codes.first == -1)
    #expect(codes.dropFirst().map { $0 < 0 ? $0 : $0 & 7 } == [0, 0, -5000, 4, 1, 0])
    let nodes = try #require(table.value["nodes"]?.array)
    let shapes = try #require(table.value["shapes"]?.array)
    let log = try #require(nodes[codes[4] >> 3].array)
    #expect(shapes[log[0].int ?? -1] == ["level", "see", "text"])
    #expect(log.dropFirst().map { nodes[$0.int ?? -1] } == ["info", "log", "hm"])
  }

  @Test func `runs on one start share it`() throws {
    var table = TraceTable()
    let rows = [
      on("app: launch"),
      on("call: start", request("/a", "r1"), request("/far", "r2")),
      on("reply: r1", completed("c1", true)),
    ]
    for name in ["x", "y"] {
      let frame = try Stage.frame(
        Stage.spec("- do: begun\n- call: track\n  with: { name: \(name) }"))
      let verdict = Replayer.judge(frame, against: Script(rows))
      #expect(verdict.told == "passed")

      #expect(table.pack(verdict).array?.first == 0)
    }

    #expect(table.value["starts"]?.array?.count == 1)
  }

  @Test func `a run without a start has no opening, and one on a start has it all`() throws {
    let frame = try Stage.frame(Stage.spec("- app: launch\n- call: track\n  with: { name: x }"))

    let verdict = Replayer.judge(frame, against: Script([on("app: launch")]))

    #expect(verdict.openingEntries == 0)
    let begun = try Stage.frame(Stage.spec("- do: begun\n- call: track\n  with: { name: x }"))
    let other = Replayer.judge(
      begun,
      against: Script([
        on("app: launch"), on("call: start", request("/a", "r1"), request("/far", "r2")),
        on("reply: r1", completed("c1", true)),
      ]))
    #expect(other.openingEntries == other.startEntries)
    #expect(other.openingEntries > 0)
  }

  @Test func `a run without a trace is null`() throws {
    var verdict = try verdict("- app: launch", on("app: launch"))
    verdict.trace = []

    var table = TraceTable()
    #expect(table.pack(verdict) == .null)
  }

  @Test func `a note of the testee is told`() throws {
    var table = TraceTable()

    _ = table.pack(try verdict("- app: launch", on("app: launch", .note("because"))))

    #expect(table.value["nodes"]?.array?.contains("because") == true)
  }
}
