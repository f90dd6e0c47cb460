import JSON

/// Made-up campaigns to measure what a decision costs.
///
/// ```swift
/// let sample = DecisionSample(campaigns: 1000, conditions: 20)
/// sample.decide()
/// ```
public struct DecisionSample: Sendable {
  private let list: CampaignList
  private let event: Occurrence
  private let world: World

  /// Makes campaigns that one event triggers, each with so many conditions that all hold.
  public init(campaigns: Int, conditions: Int) {
    var attributes = Object()
    for number in 0..<conditions { attributes["k\(number)"] = .int(number) }
    let entries = (0..<campaigns).map { campaign -> Value in
      let conditions = (0..<conditions).map { number -> Value in
        ["field": .string("user.k\(number)"), "op": "lte", "value": .int(number + campaign)]
      }
      return [
        "id": .string("c\(campaign)"), "priority": .int(campaign % 7),
        "trigger": ["type": "event", "name": "go"], "conditions": .array(conditions),
        "frequency": ["max_total": 3, "max_per_day": 1, "min_interval": 60],
        "message": ["template": "banner"],
      ]
    }
    list = CampaignList(entries)
    event = Occurrence(kind: .event("go"))
    world = World(Standing(), attributes: attributes, hasStore: false)
  }

  /// Decides once, and gives the id of the campaign that shows.
  public func decide() -> String? {
    Decision.judge(list, event, History(), world).winner.map { list.campaigns[$0].id }
  }
}
