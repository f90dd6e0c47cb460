import JSON

/// Records what the app and its user do, and sends it in batches.
struct Events: Sendable {
  private static let repeatWindow = Span.seconds(1)

  private var lifecycle = Lifecycle()
  var queue = Queue()
  private var globalTags: [String] = []
  /// The link that this session is put down to.
  private var link: String?
  private var lastScreen: (name: String, at: Instant)?

  mutating func load(_ storage: Storage, _ turn: inout Turn) {
    lifecycle.load(storage)
    queue.load(storage, &turn)
  }

  // MARK: - Members

  mutating func setGlobalTags(_ tags: [String]?) { globalTags = tags ?? [] }

  mutating func track(
    _ name: String, _ properties: AppMap?, _ tags: [String]?, _ standing: Standing,
    _ turn: inout Turn
  ) {
    guard mayRecord("track", standing, &turn) else { return }
    guard !name.isBlank else {
      turn.log(.error, "track was called with an empty name; the event is ignored.")
      return
    }
    guard !ReservedNames.contains(name) else {
      turn.log(.error, "track was called with the reserved name \(name); the event is ignored.")
      return
    }
    let name = name.cut(at: Item.textLimit)
    let object = properties.flatMap { Properties.wireObject($0, of: name, &turn) }
    record(.custom(name), properties: object, tags: tags ?? [], standing, &turn)
    tell(.event(name), object, &turn)
  }

  /// Records what the page of a message tracks; its campaign's id stays, whatever is dropped.
  mutating func trackOfPage(
    _ name: String, _ properties: AppMap, _ standing: Standing, _ turn: inout Turn
  ) {
    guard mayRecord("grovs.track", standing, &turn) else { return }
    let key = "campaign_id"
    var object = Properties.wireObject(properties, of: name, &turn) ?? Object()
    object[key] = properties[key]?.jsonValue
    record(.custom(name), properties: object, standing, &turn)
    tell(.event(name), object, &turn)
  }

  /// Records what the SDK reports of a message.
  mutating func report(
    _ name: String, _ properties: Object, _ standing: Standing, _ turn: inout Turn
  ) {
    record(.custom(name), properties: properties, standing, &turn)
  }

  private func tell(_ kind: Occurrence.Kind, _ properties: Object?, _ turn: inout Turn) {
    turn.signal(
      .occurred(Occurrence(kind: kind, properties: properties ?? Object()), isLaunch: false))
  }

  mutating func trackScreenView(
    _ name: String, _ properties: AppMap?, by member: String = "trackScreenView",
    _ standing: Standing, _ turn: inout Turn
  ) {
    guard mayRecord(member, standing, &turn) else { return }
    guard !name.isBlank else {
      turn.log(.error, "\(member) was called with an empty name; the view is ignored.")
      return
    }
    recordScreen(name, properties, standing, &turn)
  }

  /// Records a view of a screen, unless it repeats the last one within a second.
  mutating func recordScreen(
    _ name: String, _ properties: AppMap?, _ standing: Standing, _ turn: inout Turn
  ) {
    let name = name.cut(at: Item.textLimit)
    if let last = lastScreen, last.name.isSame(as: name),
      standing.now - last.at < Self.repeatWindow
    {
      turn.log(.info, "The screen \(name) was recorded less than a second ago.")
      return
    }
    lastScreen = (name, standing.now)
    var object = properties.flatMap { Properties.wireObject($0, of: name, &turn) } ?? Object()
    object["screen_name"] = .string(name)
    record(.custom("screen_view"), properties: object, standing, &turn)
    tell(.screen(name), object, &turn)
  }

  private func mayRecord(_ member: String, _ standing: Standing, _ turn: inout Turn) -> Bool {
    if standing.setup == nil {
      turn.log(.error, "\(member) was called before configure; it is ignored.")
    } else if !standing.isEnabled {
      turn.log(.warn, "\(member) was called while the SDK is disabled; it is ignored.")
    }
    return standing.isCollecting
  }

  // MARK: - The app's life

  /// Records the launch's events where it may for the first time.
  mutating func collect(knowsDevice: Bool, _ standing: Standing, _ turn: inout Turn) {
    for name in lifecycle.begin(knowsDevice: knowsDevice, standing, &turn) {
      record(.system(name), standing, &turn)
      if name == "app_open" {
        turn.signal(.occurred(Occurrence(kind: .appOpen), isLaunch: true))
      }
    }
    lifecycle.start(standing)
  }

  mutating func beginSession(_ standing: Standing, _ turn: inout Turn) {
    lastScreen = nil
    link = nil
    guard standing.isCollecting, lifecycle.isRecorded else { return }
    record(.system("app_open"), standing, &turn)
    tell(.appOpen, nil, &turn)
  }

  mutating func foreground(_ standing: Standing) { lifecycle.start(standing) }

  mutating func background(_ standing: Standing, _ turn: inout Turn) {
    let seconds = lifecycle.finish(standing)
    guard standing.isCollecting else { return }
    if let seconds { record(.system("time_spent"), engagement: seconds, standing, &turn) }
    queue.flush(standing, &turn)
  }

  mutating func disable(_ standing: Standing) {
    lifecycle.pause(standing)
    queue.disable()
  }

  // MARK: - Attribution

  /// Puts this session's events down to a link that was found.
  mutating func attribute(
    _ found: Found, _ source: LinkSource, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let link = found.link else { return }
    switch source {
    case .tap: return
    case .foreign where self.link != nil: return
    case .foreign, .opened, .device, .clipboard: break
    }
    self.link = link
    queue.attribute(link, standing, &turn)
  }

  private mutating func record(
    _ kind: Item.Kind, properties: Object? = nil, tags: [String] = [], engagement: Int64? = nil,
    _ standing: Standing, _ turn: inout Turn
  ) {
    let item = Item(
      kind: kind, id: turn.uuids.next(), session: standing.session, created: standing.wall,
      link: link, engagement: engagement,
      properties: properties.map { Value.object($0).canonicalText },
      tags: Item.tags(tags, globalTags))
    queue.add(item, standing, &turn)
  }
}
