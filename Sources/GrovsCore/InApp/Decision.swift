import JSON

/// Why a campaign that was considered is not shown; the debug log prints the code.
enum Reason: String, Sendable {
  case schedule
  /// A condition fails, the orientation, what its actions need or a field of its page.
  case condition
  /// A limit is reached, or the question answered.
  case frequency
  /// Another match goes first.
  case priority
  /// No sync has succeeded, or none for 48 hours.
  case synced
  /// This version of the SDK cannot show it.
  case unsupported
}

/// Which campaign an event shows, and why: the same arguments always give the same answer.
enum Decision {
  /// What came of one event.
  struct Verdict: Sendable {
    /// The place of the campaign that may show.
    var winner: Int?
    /// The others whose trigger the event is, with what keeps each away.
    var skipped: [(place: Int, reason: Reason)] = []
  }

  static let patience = Span.days(2)

  /// Whether what was synced then counts now.
  static func isFresh(syncedAt: WallTime?, _ world: World) -> Bool {
    syncedAt.map { world.wall.since($0) <= patience } ?? false
  }

  static func judge(
    _ list: CampaignList, _ event: Occurrence, _ history: History, _ world: World
  ) -> Verdict {
    var verdict = Verdict()
    let facts = list.facts(event, world)
    var folded: String?
    if case .screen(let name) = event.kind { folded = name.folded }
    for (place, campaign) in list.campaigns.enumerated() {
      guard campaign.trigger.takes(event.kind, foldedScreen: folded),
        campaign.message == nil || campaign.filter.allSatisfy({ $0.holds(facts) })
      else { continue }
      if let reason = obstacle(campaign, facts, event, history, world) {
        verdict.skipped.append((place, reason))
      } else if let winner = verdict.winner, !campaign.outranks(list.campaigns[winner]) {
        verdict.skipped.append((place, .priority))
      } else {
        if let winner = verdict.winner { verdict.skipped.append((winner, .priority)) }
        verdict.winner = place
      }
    }
    return verdict
  }

  /// What keeps a triggered campaign away now, or `nil` where nothing does.
  static func obstacle(
    _ campaign: Campaign, _ facts: [Fact], _ event: Occurrence, _ history: History,
    _ world: World
  ) -> Reason? {
    guard let message = campaign.message else { return .unsupported }
    if let starts = campaign.starts, world.wall < starts { return .schedule }
    if let ends = campaign.ends, world.wall >= ends { return .schedule }
    guard campaign.orientation.map({ $0 == world.orientation }) ?? true,
      !(campaign.asksForPermission && world.isPermitted),
      !campaign.opensStore || world.hasStore,
      campaign.conditions.allSatisfy({ $0.holds(facts) }),
      message.template?.isComplete(world.attributes, event.properties) ?? true
    else { return .condition }
    return history.isSpent(campaign, world) ? .frequency : nil
  }
}

extension Template {
  /// Whether each of its fields has a value or a fallback.
  fileprivate func isComplete(_ user: Object?, _ event: Object) -> Bool {
    (try? page(user: user ?? Object(), event: event)) != nil
  }
}
