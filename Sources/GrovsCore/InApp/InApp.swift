import JSON

/// Picks and shows messages.
///
/// What is to be shown goes one way: a match waits in the one place, from there it is checked
/// again, the delegate is asked, picture or page is loaded, and it is drawn.
struct InApp: Sendable {
  /// A match that waits for the screen.
  struct Match: Sendable {
    var campaign: String
    var event: Occurrence
  }

  /// A test message that waits for the screen.
  struct Test: Sendable {
    var id: String
    var campaign: Campaign
  }

  private static let campaignsPrefix = "campaigns/"
  private static let historyPrefix = "seen/"

  /// Held weakly by the host: `release` empties it.
  var delegate: AppObject?
  var logsDecisions = false
  var hold = Hold()
  private(set) var sync = Sync()

  // Of the project.
  private var kept = Object()
  private(set) var list = CampaignList()
  private var syncedAt: WallTime?
  var history = History()
  /// Whether this launch's authentication was refused for good.
  private var isRefused = false

  /// The opening of the app, until it is known what the launch's first sync brings.
  private var opening: Occurrence?
  var waiting: Match?
  var tests: [Test] = []
  /// What has the screen, hidden or not.
  var current: Showing?
  /// When the page has to be ready, or the picture is tried again.
  var patience: Alarm?
  var prompts: [(id: String, completions: [Completion])] = []

  var alarm: Alarm? { [sync.alarm, patience].compactMap(\.self).min() }

  // MARK: - Configuration

  mutating func load(_ storage: Storage) {
    for pair in storage.disk
    where pair.key.utf8.starts(with: Self.campaignsPrefix.utf8)
      || pair.key.utf8.starts(with: Self.historyPrefix.utf8)
    {
      kept[pair.key] = pair.value
    }
  }

  /// Takes over what was kept of the project that is configured.
  mutating func configure(_ project: Project, projectChanged: Bool, isFirst: Bool) {
    sync.configure(projectChanged: projectChanged)
    guard projectChanged || isFirst else { return }
    isRefused = false
    waiting = nil
    tests = []
    history = History(kept[Self.historyPrefix + project.id]?.string)
    list = CampaignList()
    syncedAt = nil
    if let value = kept[Self.campaignsPrefix + project.id]?.string.flatMap({ try? Value(json: $0) }
    ),
      let campaigns = value["campaigns"]?.array,
      let time = value["at"]?.string.flatMap({ WallTime(iso: $0) })
    {
      list = CampaignList(campaigns)
      syncedAt = time
    }
  }

  /// Whether messages may be judged and shown: an earlier launch's authentication counts, too.
  func mayShow(_ standing: Standing) -> Bool {
    standing.isCollecting
      && (standing.isAuthenticated || (standing.deviceID != nil && !isRefused))
  }

  mutating func keepHistory(_ standing: Standing, _ turn: inout Turn) {
    guard let project = standing.project else { return }
    let text = history.text
    kept[Self.historyPrefix + project.id] = .string(text)
    turn.keep(Self.historyPrefix + project.id, text)
  }

  // MARK: - Syncing

  mutating func authenticated(
    isAwaited: Bool, _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    isRefused = false
    sync.authenticate(isAwaited: isAwaited, identifier, standing, &turn)
  }

  mutating func authenticationFailed(
    isFinal: Bool, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    isRefused = isRefused || isFinal
    judgeOpening(world, standing, &turn)
  }

  mutating func lookedUp(_ identifier: String?, _ standing: Standing, _ turn: inout Turn) {
    sync.start(identifier, standing, &turn)
  }

  mutating func resume(
    isAwaited: Bool, _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    sync.resume(isAwaited: isAwaited, identifier, standing, &turn)
  }

  mutating func background() { sync.background() }

  mutating func fireSync(
    _ alarm: Alarm, _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    sync.fire(alarm, identifier, standing, &turn)
  }

  mutating func disableSync() { sync.disable() }

  /// Takes a sync's answer.
  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ identifier: String?, _ world: World,
    _ standing: Standing, _ turn: inout Turn
  ) {
    guard let result = sync.answer(serial, outcome, identifier, standing, &turn) else { return }
    if case .campaigns(let entries, let messages) = result {
      adopt(entries, standing, &turn)
      for message in messages { receive(test: message, standing, &turn) }
    }
    judgeOpening(world, standing, &turn)
    next(world, standing, &turn)
  }

  private mutating func adopt(_ entries: [Value], _ standing: Standing, _ turn: inout Turn) {
    guard let project = standing.project else { return }
    list = CampaignList(entries)
    syncedAt = standing.wall
    if let match = waiting, list[match.campaign] == nil { waiting = nil }
    let value: Value = ["at": .string(standing.wall.iso), "campaigns": .array(entries)]
    let text = value.canonicalText
    kept[Self.campaignsPrefix + project.id] = .string(text)
    turn.keep(Self.campaignsPrefix + project.id, text)
  }

  private mutating func receive(
    test message: Value, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let id = message["id"]?.string, !history.knowsTest(id),
      !tests.contains(where: { $0.id.isSame(as: id) }),
      !(current?.test.map { $0.isSame(as: id) } ?? false)
    else { return }
    guard let campaign = CampaignList([message["campaign"] ?? .null]).campaigns.first,
      campaign.message != nil
    else {
      drop(test: id, "this version of the SDK cannot show it", standing, &turn)
      return
    }
    tests.append(Test(id: id, campaign: campaign))
  }

  // MARK: - Triggers

  /// Takes what may trigger a campaign.
  mutating func hear(
    _ event: Occurrence, isLaunch: Bool, _ world: World, _ standing: Standing,
    _ turn: inout Turn
  ) {
    if isLaunch {
      opening = event
      return
    }
    if case .screen(let name) = event.kind { hold.enter(name) }
    judge(event, world, standing, &turn)
    next(world, standing, &turn)
  }

  private mutating func judgeOpening(
    _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let event = opening else { return }
    opening = nil
    judge(event, world, standing, &turn)
    next(world, standing, &turn)
  }

  /// Puts the campaign that an event picks into the waiting place.
  mutating func judge(
    _ event: Occurrence, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard mayShow(standing) else { return }
    guard Decision.isFresh(syncedAt: syncedAt, world) else {
      tell("No campaign is considered for \(event.name): \(Reason.synced.rawValue).", &turn)
      return
    }
    let verdict = Decision.judge(list, event, history, world)
    for (place, reason) in verdict.skipped {
      tell("\(list.campaigns[place].id) is skipped for \(event.name): \(reason.rawValue).", &turn)
    }
    guard let winner = verdict.winner.map({ list.campaigns[$0] }) else { return }
    if let match = waiting, let other = list[match.campaign], other.priority > winner.priority {
      tell("\(winner.id) is skipped for \(event.name): \(Reason.priority.rawValue).", &turn)
    } else {
      tell("\(winner.id) is picked for \(event.name).", &turn)
      waiting = Match(campaign: winner.id, event: event)
    }
  }

  /// The match that waits, if it still qualifies; the waiting place is empty afterwards.
  mutating func takeMatch(_ world: World, _ turn: inout Turn) -> Showing? {
    guard let match = waiting else { return nil }
    waiting = nil
    guard let campaign = list[match.campaign] else { return nil }
    let facts = list.facts(match.event, world)
    let reason =
      Decision.isFresh(syncedAt: syncedAt, world)
      ? Decision.obstacle(campaign, facts, match.event, history, world) : .synced
    if let reason {
      tell("\(campaign.id) has waited and is skipped: \(reason.rawValue).", &turn)
      return nil
    }
    return Showing(campaign, match.event)
  }

  private func tell(_ text: String, _ turn: inout Turn) {
    if logsDecisions { turn.log(.info, text) }
  }
}
