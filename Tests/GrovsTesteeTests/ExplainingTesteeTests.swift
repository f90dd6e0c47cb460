import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct ExplainingTesteeTests {
  private let testee = ExplainingTestee()

  private func take(_ act: Input.Act) throws -> [Effect] {
    try testee.take(Input(now: 0, wall: 1_767_225_600_000, act: act)).effects
  }

  private func launch() throws {
    _ = try take(
      .launch(
        Input.Launch(
          app: "foreground", chance: 0.5, seed: 1, storage: Storage(),
          device: ["bundle_id": "com.example.demo"])))
  }

  private func call(_ member: String, _ with: Object) throws -> [Effect] {
    try take(.call(id: "c1", member: member, with: with))
  }

  @Test func `what the app has not asked to see comes as a note`() throws {
    try launch()

    let effects = try call("setSDK", ["enabled": true])

    #expect(effects.contains { if case .log("error", _) = $0 { true } else { false } })
    let quiet = try call("trackScreenView", ["screenName": "Home"])
    #expect(quiet.contains { if case .log("error", _) = $0 { true } else { false } })
  }

  @Test func `a level that the app asks for is a log again`() throws {
    try launch()
    _ = try call("setDebug", ["level": "warn"])

    let effects = try call("handleAppDelegate(open:options:)", ["url": "no scheme"])

    #expect(effects.contains { if case .log("warn", _) = $0 { true } else { false } })
  }

  @Test func `a warning below the app's level is told in a note`() throws {
    try launch()

    let effects = try call("handleAppDelegate(open:options:)", ["url": "no scheme"])

    #expect(effects.contains { if case .note = $0 { true } else { false } })
    #expect(!effects.contains { if case .log = $0 { true } else { false } })
  }
}
