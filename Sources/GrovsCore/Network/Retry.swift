/// The waits of a request that is tried again by itself: five retries, each later than the last.
struct Retry: Sendable {
  static let limit = 5

  private(set) var count = 0
  /// When the next try is due.
  private(set) var alarm: Alarm?

  /// Sets the next try, or gives false when all are used up.
  mutating func wait(atLeast least: Span?, _ standing: Standing, _ turn: inout Turn) -> Bool {
    guard count < Self.limit else {
      self = Retry()
      return false
    }
    count += 1
    let own = Span.seconds(min(1 << Int64(count), 32)) + Self.jitter(standing.chance)
    alarm = turn.alarm(at: standing.now + max(own, least ?? own))
    return true
  }

  /// The next try is made.
  mutating func fire() { alarm = nil }

  static func jitter(_ chance: Double) -> Span {
    .milliseconds(Int64((chance * 1000).rounded(.up)))
  }
}
