import JSON

/// A tap on a push of a campaign.
struct Tap: Sendable {
  var id: Int
  var campaign: String
  /// What the push held, without `aps`.
  var payload: AppMap
  var link: LinkText?
  var arrived: Instant
  var opened: WallTime
  var session: String
}

/// Hands tapped pushes to the app, each with what its link holds.
struct Taps: Sendable {
  private static let campaignKey = "grovs_campaign_id"
  private static let linkKey = "grovs_link"
  static let tapAction = "com.apple.UNNotificationDefaultActionIdentifier"

  /// Taps that wait until the SDK may collect.
  private var held: [Tap] = []
  /// Taps whose link is being looked up, or waits for it.
  private var pending: [(tap: Tap, isWaiting: Bool)] = []

  /// The campaign of a push, or `nil` where it is none of a campaign.
  static func campaign(of userInfo: AppMap) -> String? {
    guard let id = userInfo[campaignKey]?.text, !id.isEmpty else { return nil }
    return id
  }

  /// Takes a tap on a campaign's push.
  mutating func tap(
    _ userInfo: AppMap, campaign: String, _ standing: Standing, _ turn: inout Turn
  ) {
    if standing.setup != nil, !standing.isEnabled, standing.wasCollecting {
      turn.log(.warn, "A push was tapped while the SDK is disabled; the tap is dropped.")
      return
    }
    // The system hands one tap over by more than one way.
    let isSame =
      held.contains { $0.campaign.isSame(as: campaign) }
      || pending.contains { !$0.isWaiting && $0.tap.campaign.isSame(as: campaign) }
    guard !isSame else { return }
    var payload = userInfo
    payload["aps"] = nil
    let link = userInfo[Self.linkKey]?.text.flatMap { LinkText($0) }
    let tap = Tap(
      id: turn.nextSerial(), campaign: campaign, payload: payload,
      link: link?.isURL == true ? link : nil, arrived: standing.now, opened: standing.wall,
      session: standing.session)
    if standing.isCollecting { open(tap, &turn) } else { held.append(tap) }
  }

  /// Opens what was held.
  mutating func collect(_ turn: inout Turn) {
    let taps = held
    held = []
    for tap in taps { open(tap, &turn) }
  }

  /// A tap's lookup has failed: a tap on the same campaign is another tap now.
  mutating func wait(_ id: Int) {
    if let place = pending.firstIndex(where: { $0.tap.id == id }) {
      pending[place].isWaiting = true
    }
  }

  /// The lookups that have failed are made again.
  mutating func resume() {
    for place in pending.indices { pending[place].isWaiting = false }
  }

  /// Delivers a tap whose link was looked up.
  mutating func found(_ found: Found, _ id: Int, _ turn: inout Turn) {
    guard let tap = remove(id) else { return }
    if found.link != nil {
      let payload = AppMap(found.data ?? Object()).overlaid(by: tap.payload)
      turn.signal(.deliver(found, payload: payload))
    } else {
      turn.signal(.deliver(Found(), payload: tap.payload))
    }
  }

  /// Gives a tap up and hands out its own payload.
  mutating func expire(_ id: Int, _ turn: inout Turn) -> AppMap? {
    guard let tap = remove(id) else { return nil }
    turn.log(.warn, "The lookup of a push's link failed for five minutes; it is not delivered.")
    return tap.payload
  }

  private mutating func open(_ tap: Tap, _ turn: inout Turn) {
    turn.signal(.opened(tap))
    if let link = tap.link {
      pending.append((tap, false))
      turn.signal(.tapped(tap, link: link))
    } else {
      turn.signal(.deliver(Found(), payload: tap.payload))
    }
  }

  private mutating func remove(_ id: Int) -> Tap? {
    guard let place = pending.firstIndex(where: { $0.tap.id == id }) else { return nil }
    return pending.remove(at: place).tap
  }
}
