import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct ScreenCallTests {
  @Test(
    arguments: [
      ("automatic", ["callback", "store"]), (["name": "Pay"], ["callback", "store"]),
      ("suppress", ["callback"]), (.null, ["callback", "store"]),
    ] as [(Value, [String])])
  func `a provider answers as it was described`(answer: Value, kinds: [String]) throws {
    let testee = try configured()
    let provider: Value = ["$object": "p", "returns": ["screenNameProvider": answer]]
    _ = try testee.take(call("c2", "screenNameProvider", ["newValue": provider]))

    let turn = try testee.take(appear(["class": "Cart"]))

    #expect(turn.effects.map(\.kind).sorted() == kinds)
    #expect(
      turn.effects.contains(
        .callback(object: "p", member: "screenNameProvider", with: ["class": "Cart"])))
  }

  @Test func `an answer that no provider can give is not built`() throws {
    let testee = try configured()
    let provider: Value = ["$object": "p", "returns": ["screenNameProvider": "loud"]]

    let turn = try testee.take(call("c2", "screenNameProvider", ["newValue": provider]))

    #expect(turn.effects == [.unsupported(what: "a screenNameProvider that answers so")])
  }

  @Test(
    arguments: [
      (["class": "Cart"], ["store"]), (["class": "Cart", "grovsScreenName": .null], []),
      (["class": "Cart", "tracked": true], []),
    ] as [(Object, [String])])
  func `a controller appears`(with: Object, kinds: [String]) throws {
    let testee = try configured()

    #expect(try testee.take(appear(with)).effects.map(\.kind) == kinds)
  }

  @Test func `a modifier that names neither screen nor file is of this very file`() throws {
    let testee = try configured()
    let turn = try testee.take(call("c2", "grovsScreen", Object()))

    #expect(turn.effects.map(\.kind) == ["store", "return"])
  }

  @Test func `of two closures the completion runs alone, once`() throws {
    let testee = try configured()
    let with: Object = [
      "completion": ["$closure": "completion"], "onFailure": ["$closure": "onFailure"],
    ]

    let turn = try testee.take(
      call("c2", "displayMessagesViewController(completion:onFailure:)", with))

    #expect(
      turn.effects == [
        .returned(call: "c2", value: .null), .completion(call: "c2", name: "completion", with: nil),
      ])
  }

  @Test func `attributes come back with their keys as they travel`() throws {
    let testee = try configured()
    let attributes: Value = ["$$key": 1, "big": ["$int": "18446744073709551615"]]
    _ = try testee.take(call("c2", "userAttributes", ["newValue": attributes]))

    let turn = try testee.take(call("c3", "userAttributes", Object()))

    let value = try #require(turn.effects.first?.value)
    #expect(value["$$key"] == 1)
    #expect(value["big"]?.canonicalText == "18446744073709551615")
  }

  private func configured() throws -> GrovsTestee {
    let testee = GrovsTestee()
    let launch = Input.Launch(
      app: "foreground", chance: 0.5, seed: 7, storage: Storage(), device: Object())
    _ = try testee.take(act(.launch(launch)))
    let with = Object([("APIKey", "key-1"), ("useTestEnvironment", false), ("delegate", .null)])
    _ = try testee.take(call("c1", "configure", with))
    return testee
  }

  private func appear(_ with: Object) -> Input { act(.app(to: "appear", with: with)) }

  private func call(_ id: String, _ member: String, _ with: Object) -> Input {
    act(.call(id: id, member: member, with: with))
  }

  private func act(_ act: Input.Act) -> Input { Input(now: 0, wall: 0, act: act) }
}

extension Effect {
  fileprivate var value: Value? {
    if case .returned(_, let value) = self { value } else { nil }
  }

  fileprivate var kind: String {
    switch self {
    case .returned: "return"
    case .callback: "callback"
    case .store: "store"
    default: "other"
    }
  }
}
