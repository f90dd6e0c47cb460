import Conformance
import JSON
import Testing

@Suite struct SmokeTesteeTests {
  private func take(_ testee: SmokeTestee, _ act: Input.Act, at now: Int64 = 0) throws -> Turn {
    try testee.take(Input(now: now, wall: 0, act: act))
  }

  @Test func `other members go to the testee inside`() throws {
    let testee = SmokeTestee(Echo())

    let turn = try take(testee, .call(id: "c1", member: "track", with: [:]))

    #expect(turn == Turn(effects: [.log(level: "info", text: "inside")], timers: [Wake(at: 9)]))
  }

  @Test func `timers of the testee inside stay named`() throws {
    let testee = SmokeTestee(Echo())
    _ = try take(testee, .tick)

    let turn = try take(
      testee, .call(id: "c1", member: "smoke.wait", with: ["milliseconds": 1]))

    #expect(turn.timers.map(\.at) == [9, 1])
  }

  @Test func `a member that it does not know is unsupported, and not asked of the testee inside`()
    throws
  {
    let turn = try take(SmokeTestee(Echo()), .call(id: "c1", member: "smoke.x", with: [:]))

    #expect(turn.effects == [.unsupported(what: "smoke.x")])
  }

  @Test func `a text is printed as it was given`() throws {
    var printed: [String] = []
    let testee = SmokeTestee(Echo()) { printed.append($0) }

    _ = try take(testee, .call(id: "c1", member: "smoke.print", with: ["text": "hi"]))

    #expect(printed == ["hi"])
  }
}

private final class Echo: Testee {
  func take(_ input: Input) throws(TesteeError) -> Turn {
    Turn(effects: [.log(level: "info", text: "inside")], timers: [Wake(at: 9)])
  }
}
