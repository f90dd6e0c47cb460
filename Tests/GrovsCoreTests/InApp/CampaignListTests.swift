import JSON
import Testing

@testable import GrovsCore

struct CampaignListTests {
  @Test(
    arguments: [
      ["trigger": ["type": "shake"]], ["trigger": ["type": "event"]], ["trigger": .null],
      ["trigger": ["type": "event", "name": "go", "where": [["field": "event.n", "op": "like"]]]],
      ["conditions": [["field": "user.a", "op": "matches", "value": "x"]]],
      ["conditions": [["field": "weather", "op": "exists"]]],
      ["conditions": [["field": "user.a", "op": "in", "value": "x"]]],
      ["conditions": ["user.a"]],
      ["orientation": "diagonal"], ["min_sdk": "3.1.1"], ["starts_at": "tomorrow"],
      ["frequency": ["max_total": -1]], ["frequency": 3], ["priority": "high"],
      ["message": .null], ["message": ["template": "popup"]],
      ["message": ["template": "html"]], ["message": ["template": "question"]],
      ["message": ["template": "question", "question": ["kind": "slider"]]],
      ["message": ["template": "question", "question": ["kind": "choice", "options": []]]],
      ["message": ["template": "modal", "action": ["type": "dance"]]],
      ["message": ["template": "modal", "action": ["type": "open_url"]]],
      ["message": ["template": "modal", "buttons": [["id": "b", "action": ["type": "dance"]]]]],
    ] as [Object])
  func `what this version cannot read makes the campaign unsupported`(changes: Object) {
    let list = CampaignList([Household.campaign("a", changes)])
    #expect(list.campaigns.map(\.id) == ["a"])
    #expect(list["a"]?.message == nil)
  }

  @Test(
    arguments: [
      ["orientation": .null], ["min_sdk": .null], ["frequency": .null], ["conditions": .null],
      ["starts_at": .null, "ends_at": .null], ["frequency": ["max_total": .null]],
      ["future": ["key": true]], ["min_sdk": "3.1.0"], ["min_sdk": "3.0.10"], ["min_sdk": "2"],
      ["message": ["template": "modal", "action": .null, "buttons": [["id": "b"]]]],
    ] as [Object])
  func `what is absent or new beside the rest does not`(changes: Object) {
    #expect(CampaignList([Household.campaign("a", changes)])["a"]?.message != nil)
  }

  @Test func `an entry without an id, or with one that came, is left out`() {
    let list = CampaignList([
      ["priority": 1], "a", Household.campaign("a", ["priority": 5]), Household.campaign("a"),
    ])
    #expect(list.campaigns.map(\.priority) == [Number(5)])
  }

  @Test(
    arguments: [
      ("eq", "pro", "pro", true), ("eq", "pro", "Pro", false), ("eq", 5, 5, true),
      ("eq", "5", 5, false), ("eq", 1, true, false), ("ne", "pro", "free", true),
      ("ne", "pro", "pro", false), ("ne", "pro", .null, false), ("gt", 9, 10, true),
      ("gt", "9", "a", false), ("gte", 5, 5, true), ("lt", 5, 5, false), ("lte", 5, 5, true),
      ("contains", "ro", "pro", true), ("contains", "", "pro", true),
      ("contains", "prom", "pro", false), ("contains", "a", ["b", "a"], true),
      ("contains", 1, "1", false), ("in", [1, "pro"], "pro", true), ("in", [], "pro", false),
      ("exists", .null, 0, true), ("exists", .null, .null, false), ("absent", .null, .null, true),
      ("absent", .null, "", false),
    ] as [(String, Value, Value, Bool)])
  func `a condition holds of the values that it names`(
    op: String, value: Value, attribute: Value, holds: Bool
  ) {
    let condition: Value = ["field": "user.a", "op": .string(op), "value": value]
    var house = Household(Household.campaign("a", ["conditions": [condition]]))
    house.attributes = ["a": attribute]
    #expect(house.judge().first == (holds ? "a" : "none"))
  }

  @Test(
    arguments: [
      ("gt", "3.9", true), ("eq", "3.10.0", true), ("lt", "3.10.1", true), ("ne", "3.10", false),
      ("gte", "4", false), ("in", ["3.1", "3.10"], true), ("in", ["3.1"], false), ("lt", 4, false),
    ] as [(String, Value, Bool)])
  func `versions compare part by part`(op: String, value: Value, holds: Bool) {
    let condition: Value = ["field": "app.version", "op": .string(op), "value": value]
    let house = Household(Household.campaign("a", ["conditions": [condition]]))
    #expect(house.judge().first == (holds ? "a" : "none"))
  }
}
