import JSON

@testable import GrovsCore

/// Campaigns, a past and a device for one decision.
struct Household {
  var campaigns: [Value]
  var attributes: Object = [:]
  var facts: Object = [
    "app_version": "3.10", "language": "en-US", "orientation": "portrait",
    "push_permission": "never_asked",
  ]
  var history = History()
  var wall = WallTime(milliseconds: Phone.start)
  var hasStore = false

  init(_ campaigns: Value...) { self.campaigns = campaigns }

  var world: World {
    var standing = Standing()
    standing.device = Device(facts)
    standing.wall = wall
    standing.session = "session"
    return World(standing, attributes: attributes, hasStore: hasStore)
  }

  /// The winner's id, then the others with their codes.
  func judge(_ event: Occurrence.Kind = .event("go"), _ properties: Object = [:]) -> [String] {
    let list = CampaignList(campaigns)
    let verdict = Decision.judge(
      list, Occurrence(kind: event, properties: properties), history, world)
    return [verdict.winner.map { list.campaigns[$0].id } ?? "none"]
      + verdict.skipped.map { "\(list.campaigns[$0.place].id) \($0.reason)" }.sorted()
  }

  /// A campaign that `go` shows, with changes laid over it.
  static func campaign(_ id: String, _ changes: Object = [:]) -> Value {
    var campaign: Object = [
      "id": .string(id), "priority": 1, "published_at": "2026-01-01T00:00:00.000Z",
      "trigger": ["type": "event", "name": "go"], "message": ["template": "banner"],
    ]
    for pair in changes { campaign[pair.key] = pair.value }
    return .object(campaign)
  }
}
