import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct GrovsTesteeTests {
  @Test func `a call comes back in the suite's words`() throws {
    let testee = GrovsTestee()
    _ = try testee.take(Input(now: 0, wall: 0, act: .launch(launch)))

    let token = Object([("deviceToken", Value.object(Object([("$data", "00ff")])))])
    let turn = try testee.take(
      Input(now: 0, wall: 0, act: .call(id: "c1", member: "setPushToken", with: token)))
    let read = try testee.take(
      Input(now: 0, wall: 0, act: .call(id: "c2", member: "pushToken", with: Object())))

    #expect(turn.effects == [.returned(call: "c1", value: .null)])
    #expect(read.effects == [.returned(call: "c2", value: "00ff")])
  }

  @Test func `a member that is not built says so`() throws {
    let testee = GrovsTestee()
    _ = try testee.take(Input(now: 0, wall: 0, act: .launch(launch)))

    let turn = try testee.take(
      Input(now: 0, wall: 0, act: .call(id: "c1", member: "openInbox", with: Object())))

    #expect(turn.effects == [.unsupported(what: "openInbox")])
  }

  private var launch: Input.Launch {
    Input.Launch(
      app: "foreground", chance: 0.5, seed: 7, storage: Storage(), device: Object())
  }
}
