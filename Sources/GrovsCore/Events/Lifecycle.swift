import JSON

/// The launch's own events, and how long the app was in the foreground.
struct Lifecycle: Sendable {
  /// Kept from the first launch on that collects.
  static let key = "launch"
  private static let absence = Span.days(7)

  /// When the last launch that collected was.
  private var lastLaunch: WallTime?
  /// Whether this launch has recorded its events.
  private(set) var isRecorded = false
  private var engaged = Span(milliseconds: 0)
  /// Since when the time counts.
  private var since: Instant?

  mutating func load(_ storage: Storage) {
    lastLaunch = (storage.disk[Self.key]?.string).flatMap { WallTime(iso: $0) }
  }

  /// The names of this launch's events, once a launch.
  mutating func begin(
    knowsDevice: Bool, _ standing: Standing, _ turn: inout Turn
  ) -> [String] {
    guard !isRecorded else { return [] }
    isRecorded = true
    turn.keep(Self.key, standing.wall.iso)
    guard let lastLaunch else { return [knowsDevice ? "reinstall" : "install", "app_open"] }
    let isBack = standing.wall.since(lastLaunch) >= Self.absence
    return isBack ? ["reactivation", "app_open"] : ["app_open"]
  }

  /// Starts the clock, where the app is in the foreground and the SDK may collect.
  mutating func start(_ standing: Standing) {
    if standing.isForeground, standing.isCollecting, since == nil { since = standing.now }
  }

  /// Stops the clock; the time so far is kept.
  mutating func pause(_ standing: Standing) {
    if let since { engaged = engaged + (standing.now - since) }
    since = nil
  }

  /// Stops the clock and gives the whole seconds, if there are any.
  mutating func finish(_ standing: Standing) -> Int64? {
    pause(standing)
    defer { engaged = Span(milliseconds: 0) }
    let seconds = engaged.milliseconds / 1000
    return seconds > 0 ? seconds : nil
  }
}
