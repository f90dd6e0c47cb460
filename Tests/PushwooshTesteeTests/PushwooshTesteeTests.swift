import Conformance
import JSON
import PushwooshTestee
import Testing

@Suite struct PushwooshTesteeTests {
  private let testee = PushwooshTestee()

  init() throws {
    let launch = Input.Launch(
      app: "foreground", chance: 0.5, seed: 7, storage: Storage(), device: Object())
    _ = try testee.take(Input(now: 0, wall: 0, act: .launch(launch)))
  }

  private func call(_ id: String, _ member: String, _ with: Object) throws -> [Effect] {
    try testee.take(Input(now: 0, wall: 0, act: .call(id: id, member: member, with: with))).effects
  }

  private func trigger(_ page: String) throws -> [Effect] {
    let act = Input.Act.app(to: "trigger", with: ["pages": [.string(page)]])
    return try testee.take(Input(now: 0, wall: 0, act: act)).effects
  }

  @Test func `both entry points lead to one state`() throws {
    let bought: Value = [
      "id": "t-1", "product": "coins", "quantity": 1, "state": "purchased",
      "date": ["$date": "2026-01-01T00:00:00.000Z"],
    ]

    let first = try call(
      "c1", "Pushwoosh.sendSKPaymentTransactions", ["transactions": [bought]])
    let second = try call(
      "c2", "PushNotificationManager.sendSKPaymentTransactions", ["transactions": [bought]])

    #expect(first.contains { if case .request = $0 { true } else { false } })
    #expect(second == [.returned(call: "c2", value: .null)])
  }

  @Test func `the delegate is held strongly`() throws {
    let picky: Value = ["$object": "picky", "returns": ["shouldPresentRichMedia": false]]
    _ = try call("c1", "PWRichMediaManager.delegate", ["newValue": picky])

    _ = try testee.take(Input(now: 0, wall: 0, act: .release(object: "picky")))

    #expect(
      try trigger("a") == [
        .callback(object: "picky", member: "shouldPresentRichMedia", with: ["richMedia": "a"])
      ])
  }

  @Test(arguments: ["shouldPresentRichMedia", "didPresentRichMedia", "didCloseRichMedia"])
  func `each method of the delegate may be missing`(method: String) throws {
    let delegate: Value = [
      "$object": "delegate", "lacks": [.string(method)],
      "returns": ["shouldPresentRichMedia": true],
    ]
    _ = try call("c1", "PWRichMediaManager.delegate", ["newValue": delegate])

    var effects = try trigger("a")
    effects += try testee.take(
      Input(now: 0, wall: 0, act: .answer(to: "s1", with: "presented"))
    ).effects
    effects += try testee.take(
      Input(now: 0, wall: 0, act: .user(show: "s1", act: "close", with: Object()))
    ).effects

    let called = effects.compactMap { effect -> String? in
      if case .callback(_, let member, _) = effect { member } else { nil }
    }
    #expect(!called.contains(method))
    #expect(effects.contains(.close(show: "s1")))
    #expect(called.count == 2)
  }

  @Test func `what is not built says so`() throws {
    #expect(
      try call("c1", "Pushwoosh.openInbox", Object()) == [
        .unsupported(what: "Pushwoosh.openInbox")
      ])
    #expect(
      try call("c2", "application(_:open:options:)", ["url": 7]) == [
        .unsupported(what: "application(_:open:options:) with such a url")
      ])
  }
}
