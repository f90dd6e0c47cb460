import JSON
import Testing

@testable import GrovsCore

struct DecisionTests {
  @Test(
    arguments: [
      (["priority": 2], ["priority": 10]),
      (["published_at": "2026-01-01T00:00:00.000Z"], ["published_at": "2026-01-01T00:00:00.001Z"]),
    ] as [(Object, Object)])
  func `the one that outranks the other shows, wherever it stands`(low: Object, high: Object) {
    let (low, high) = (Household.campaign("a", low), Household.campaign("b", high))
    #expect(Household(low, high).judge() == ["b", "a priority"])
    #expect(Household(high, low).judge() == ["b", "a priority"])
  }

  @Test func `of equals the smaller id shows`() {
    let house = Household(Household.campaign("b"), Household.campaign("a"))
    #expect(house.judge() == ["a", "b priority"])
  }

  @Test(
    arguments: [
      ("schedule", ["starts_at": "2026-01-01T00:00:00.001Z"]),
      ("schedule", ["ends_at": "2026-01-01T00:00:00.000Z"]),
      ("condition", ["orientation": "landscape"]),
      ("condition", ["conditions": [["field": "user.plan", "op": "eq", "value": "pro"]]]),
      ("condition", ["message": ["template": "modal", "action": ["type": "open_store"]]]),
      ("condition", ["message": ["template": "html", "html": "{{user.name}}"]]),
      ("frequency", ["frequency": ["max_total": 0]]),
      ("unsupported", ["min_sdk": "3.2"]),
      ("unsupported", ["message": ["template": "hologram"]]),
    ] as [(String, Object)])
  func `a campaign that is kept away is named with its code`(code: String, changes: Object) {
    let house = Household(Household.campaign("a", changes), Household.campaign("b"))
    #expect(house.judge() == ["b", "a \(code)"])
  }

  @Test(
    arguments: [
      ["starts_at": "2026-01-01T00:00:00.000Z"], ["ends_at": "2026-01-01T00:00:00.001Z"],
      ["orientation": "both"], ["min_sdk": "3.1"], ["frequency": ["max_total": 1]],
    ] as [Object])
  func `at its very limit a campaign shows`(changes: Object) {
    #expect(Household(Household.campaign("a", changes)).judge() == ["a"])
  }

  @Test(
    arguments: [
      (.event("Go"), [:]), (.screen("go"), [:]), (.appOpen, [:]),
      (.event("go"), ["n": 1]),
    ] as [(Occurrence.Kind, Object)])
  func `what is no trigger of a campaign does not consider it`(
    event: Occurrence.Kind, properties: Object
  ) {
    let filter: Value = [["field": "event.n", "op": "gt", "value": 1]]
    let trigger: Value = ["type": "event", "name": "go", "where": filter]
    let house = Household(Household.campaign("a", ["trigger": trigger]))
    #expect(house.judge(event, properties) == ["none"])
  }

  @Test func `a screen is taken in any case, and every screen where none is named`() {
    let named = Household.campaign("a", ["trigger": ["type": "screen_view", "name": "É"]])
    let every = Household.campaign("b", ["trigger": ["type": "screen_view"]])
    #expect(Household(named, every).judge(.screen("é")) == ["a", "b priority"])
    #expect(Household(named, every).judge(.screen("e")) == ["b"])
  }

  @Test func `who allows pushes is not asked to`() {
    let action: Value = ["type": "request_push_permission"]
    var house = Household(
      Household.campaign("a", ["message": ["template": "modal", "action": action]]))
    #expect(house.judge() == ["a"])
    house.facts["push_permission"] = "authorized"
    #expect(house.judge() == ["none", "a condition"])
  }

  @Test(
    arguments: [
      (["max_total": 1], 400 * 86_400_000, "a frequency"),
      (["max_per_session": 1], 400 * 86_400_000, "a frequency"),
      (["max_per_day": 1], 86_399_999, "a frequency"),
      (["max_per_day": 1], 86_400_000, nil),
      (["min_interval": 60], 59_999, "a frequency"),
      (["min_interval": 60], 60_000, nil),
      (["min_interval": 60], -86_400_000, "a frequency"),
    ] as [(Value, Int64, String?)])
  func `a view counts for as long as its limit says`(
    limits: Value, later: Int64, code: String?
  ) {
    var house = Household(Household.campaign("a", ["frequency": limits]))
    house.history.view("a", house.world)
    house.wall.milliseconds += later
    #expect(house.judge() == (code.map { ["none", $0] } ?? ["a"]))
  }

  @Test func `the past is the same once it was kept and read`() {
    var house = Household(
      Household.campaign("a", ["frequency": ["max_per_day": 1]]), Household.campaign("b"),
      Household.campaign("c", ["frequency": ["max_per_session": 1]]))
    for id in ["a", "c"] { house.history.view(id, house.world) }
    house.history.answer("b")
    house.history.finishTest("t")
    house.history = History(house.history.text)
    #expect(house.judge() == ["c", "a frequency", "b frequency"])
    #expect(house.history.knowsTest("t"))
  }

  @Test(arguments: [(0, true), (172_800_000, true), (172_800_001, false), (-1, true)])
  func `a sync counts for 48 hours`(age: Int64, isFresh: Bool) {
    let house = Household()
    let synced = WallTime(milliseconds: house.wall.milliseconds - age)
    #expect(Decision.isFresh(syncedAt: synced, house.world) == isFresh)
  }
}
