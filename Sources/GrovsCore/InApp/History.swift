import JSON

/// What this device has seen of a project's campaigns, kept on disk.
struct History: Sendable {
  /// The views of one campaign.
  private struct Views: Sendable {
    var total = 0
    var last: WallTime?
    /// By local date.
    var days = Object()
    /// Not kept: a session ends with the process.
    var session = ""
    var inSession = 0
    var isAnswered = false
  }

  // A clock that jumps leaves days behind which are of no use any more.
  private static let dayLimit = 32

  private var views: [Value: Views] = [:]
  /// The ids of the test messages that are done with.
  private var tests: [String] = []

  init() {}

  /// Whether a campaign has had what it may have.
  func isSpent(_ campaign: Campaign, _ world: World) -> Bool {
    let views = views.isEmpty ? Views() : self.views[.string(campaign.id)] ?? Views()
    let limits = campaign.frequency
    if views.isAnswered { return true }
    if let total = limits.total, views.total >= total { return true }
    if let most = limits.perSession {
      let count = views.session.isSame(as: world.session) ? views.inSession : 0
      if count >= most { return true }
    }
    if let most = limits.perDay, views.days[world.day]?.int ?? 0 >= most { return true }
    if let interval = limits.interval, let last = views.last {
      return world.wall.since(last) < interval
    }
    return false
  }

  mutating func view(_ campaign: String, _ world: World) {
    var views = views[.string(campaign)] ?? Views()
    views.total += 1
    views.last = world.wall
    views.days[world.day] = .int((views.days[world.day]?.int ?? 0) + 1)
    if views.days.count > Self.dayLimit, let first = views.days.pairs.first {
      views.days[first.key] = nil
    }
    views.inSession = views.session.isSame(as: world.session) ? views.inSession + 1 : 1
    views.session = world.session
    self.views[.string(campaign)] = views
  }

  mutating func answer(_ campaign: String) {
    views[.string(campaign), default: Views()].isAnswered = true
  }

  func knowsTest(_ id: String) -> Bool { tests.contains { $0.isSame(as: id) } }

  mutating func finishTest(_ id: String) {
    if !knowsTest(id) { tests.append(id) }
  }
}

// MARK: - Disk

extension History {
  /// Reads what was kept; what is damaged counts as never seen.
  init(_ text: String?) {
    guard let value = text.flatMap({ try? Value(json: $0) }) else { return }
    tests = (value["tests"]?.array ?? []).compactMap(\.string)
    for pair in value["views"]?.object ?? Object() {
      var views = Views()
      views.total = pair.value["total"]?.int ?? 0
      views.last = pair.value["last"]?.string.flatMap { WallTime(iso: $0) }
      views.days = pair.value["days"]?.object ?? Object()
      views.isAnswered = pair.value["answered"]?.bool ?? false
      self.views[.string(pair.key)] = views
    }
  }

  /// The history as it is kept.
  var text: String {
    // An object sorts its keys, so that the order of the dictionary is not seen.
    var all = Object()
    for (campaign, views) in views {
      var entry: Object = ["days": .object(views.days), "total": .int(views.total)]
      if let last = views.last { entry["last"] = .string(last.iso) }
      if views.isAnswered { entry["answered"] = true }
      all[campaign.string ?? ""] = .object(entry)
    }
    let value: Value = ["tests": .array(tests.map { .string($0) }), "views": .object(all)]
    return value.canonicalText
  }
}
