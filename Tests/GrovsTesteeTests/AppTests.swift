import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct AppTests {
  @Test func `what a method calls is done behind the turn's own effects`() throws {
    let testee = try configured([
      "$object": "app",
      "calls": [
        "grovsDidEncounterError": [
          ["call": "b1", "member": "track", "with": ["name": "inner"]],
          ["call": "b2", "member": "delegate", "with": ["newValue": .null]],
        ]
      ],
    ])

    let turn = try testee.take(act(.fail(request: "r1", .offline)))
    let next = try testee.take(act(.call(id: "c2", member: "delegate", with: Object())))

    #expect(
      turn.effects.map(\.name) == [
        "store", "grovsDidEncounterError", "completion", "return b1", "return b2",
      ])
    #expect(next.effects == [.returned(call: "c2", value: .null)])
  }

  @Test func `what a closure calls is done once it was called`() throws {
    let testee = try configured(
      .null,
      completion: [
        "$closure": "completion", "calls": [["call": "b1", "member": "pushToken", "with": [:]]],
      ])

    let turn = try testee.take(act(.fail(request: "r1", .offline)))

    #expect(turn.effects.map(\.name) == ["completion", "return b1"])
  }

  @Test func `a method that an object lacks is not called`() throws {
    let testee = try configured(["$object": "app", "lacks": ["grovsDidEncounterError"]])

    let turn = try testee.take(act(.fail(request: "r1", .lost)))

    #expect(turn.effects.map(\.name) == ["completion"])
    #expect(turn.timers == [Wake(at: 10_000)])
  }

  @Test func `an object comes back under its name`() throws {
    let testee = try configured(["$object": "app"])

    let turn = try testee.take(act(.call(id: "c2", member: "delegate", with: Object())))

    #expect(turn.effects == [.returned(call: "c2", value: ["$object": "app"])])
  }

  @Test(
    arguments: [
      ["a": ["$date": "2026-01-01T00:00:00.000Z"]], ["a": ["$data": "00ff"]],
      ["a": ["$url": "https://a"]], ["a": ["$number": "nan"]], ["a": [["$opaque": "view"]]],
      ["$$a": ["$$b": 1]], ["a": ["$uuid": "u"], "b": 2],
    ] as [Value])
  func `a push comes back as it was handed over`(data: Value) throws {
    let testee = try configured(["$object": "app"])
    var userInfo = data.object ?? Object()
    userInfo["grovs_campaign_id"] = "c1"

    let turn = try testee.take(
      act(
        .call(
          id: "c2", member: "handleNotificationOpen",
          with: Object([("userInfo", .object(userInfo))]))))

    let payloads = turn.effects.compactMap { effect in
      if case .callback(_, _, let with) = effect { with["payload"] } else { nil }
    }
    #expect(payloads == [.object(userInfo)])
  }

  @Test(
    arguments: [
      ("track", ["name": 1]), ("track", [:]), ("setDebug", ["level": "loud"]),
      ("setSDK", ["enabled": "yes"]), ("setPushToken", ["deviceToken": "00"]),
      ("trackScreenView", ["screenName": "A", "properties": [1]]), ("generateLink", ["title": 1]),
      ("logInAppPurchase", ["transactionID": -1]), ("logCustomPurchase", ["type": "gift"]),
      ("openInbox", [:]),
    ] as [(String, Value)])
  func `a member or value that is not built says so`(member: String, with: Value) throws {
    let testee = try configured(.null)

    let turn = try testee.take(
      act(.call(id: "c2", member: member, with: with.object ?? Object())))

    #expect(turn.effects.map(\.name) == ["unsupported"])
  }

  private func configured(_ delegate: Value, completion: Value = ["$closure": "completion"]) throws
    -> GrovsTestee
  {
    let testee = GrovsTestee()
    let launch = Input.Launch(
      app: "foreground", chance: 0.5, seed: 7, storage: Storage(), device: Object())
    _ = try testee.take(act(.launch(launch)))
    let with = Object([
      ("APIKey", "key-1"), ("useTestEnvironment", false), ("delegate", delegate),
      ("completion", completion),
    ])
    _ = try testee.take(act(.call(id: "c1", member: "configure", with: with)))
    return testee
  }

  private func act(_ act: Input.Act) -> Input { Input(now: 0, wall: 0, act: act) }
}

extension Effect {
  fileprivate var name: String {
    switch self {
    case .returned(let call, _): "return \(call)"
    case .completion: "completion"
    case .callback(_, let member, _): member
    case .request: "request"
    case .cancel: "cancel"
    case .store: "store"
    case .log: "log"
    case .unsupported: "unsupported"
    default: "other"
    }
  }
}
