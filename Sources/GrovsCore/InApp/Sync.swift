import JSON

/// Fetches the campaigns: at start, on a return to the foreground, every 15 minutes in use.
struct Sync: Sendable {
  /// What an answer has brought.
  enum Result: Sendable {
    case campaigns([Value], tests: [Value])
    case failed
  }

  private static let freshness = Span.minutes(1)
  private static let period = Span.minutes(15)

  private var delivery = Delivery()
  /// Whether this configuration has not asked yet.
  private var isDue = false
  private var lastSuccess: Instant?
  private var lastEnd: Instant?
  private var periodAlarm: Alarm?

  var alarm: Alarm? { [delivery.alarm, periodAlarm].compactMap(\.self).min() }

  // MARK: - When

  mutating func configure(projectChanged: Bool) {
    delivery.restart(forgetting: projectChanged)
    periodAlarm = nil
    isDue = false
    guard projectChanged else { return }
    lastSuccess = nil
    lastEnd = nil
  }

  /// An authentication has succeeded: a sync follows, behind the lookup that is awaited.
  mutating func authenticate(
    isAwaited: Bool, _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    isDue = true
    if !isAwaited { start(identifier, standing, &turn) }
  }

  /// Makes the sync that has waited for a lookup.
  mutating func start(_ identifier: String?, _ standing: Standing, _ turn: inout Turn) {
    guard isDue else { return }
    delivery.resume()
    ask(identifier, standing, &turn)
  }

  /// Syncs at a foreground or an enabling, if the last sync is old.
  mutating func resume(
    isAwaited: Bool, _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    guard !isDue else {
      if !isAwaited { start(identifier, standing, &turn) }
      return
    }
    if let lastSuccess, standing.now - lastSuccess <= Self.freshness {
      plan(standing, &turn)
    } else {
      delivery.resume()
      ask(identifier, standing, &turn)
    }
  }

  mutating func background() { periodAlarm = nil }

  mutating func disable() {
    // What was cancelled is made up for.
    if delivery.isUnderWay { lastSuccess = nil }
    delivery.disable()
    periodAlarm = nil
  }

  mutating func fire(
    _ alarm: Alarm, _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    if alarm == delivery.alarm {
      delivery.fire()
    } else {
      periodAlarm = nil
      delivery.resume()
    }
    ask(identifier, standing, &turn)
  }

  private mutating func plan(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isForeground, !delivery.isUnderWay, delivery.alarm == nil, let lastEnd else {
      return
    }
    periodAlarm = turn.alarm(at: max(lastEnd + Self.period, standing.now))
  }

  // MARK: - Asking

  private mutating func ask(
    _ identifier: String?, _ standing: Standing, _ turn: inout Turn
  ) {
    guard delivery.isFree(standing) else { return }
    isDue = false
    periodAlarm = nil
    let person = identifier.map { #""sdk_identifier":"# + $0.quoted + "," } ?? ""
    let body = "{" + person + #""session_id":""# + standing.session + #""}"#
    turn.ask(.campaigns(sync: delivery.begin(&turn)), body)
  }

  /// Takes an answer; `nil` where it counts no more.
  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ identifier: String?, _ standing: Standing,
    _ turn: inout Turn
  ) -> Result? {
    var outcome = outcome
    var result = Result.failed
    if case .success(let object) = outcome {
      if let campaigns = object["campaigns"]?.array {
        result = .campaigns(campaigns, tests: object["test_messages"]?.array ?? [])
      } else {
        outcome = .transportFailure
      }
    }
    guard let step = delivery.take(serial, outcome, standing, &turn) else { return nil }
    switch step {
    case .accepted: lastSuccess = standing.now
    case .waits: return result
    case .refused, .gaveUp:
      turn.report(.networkRequestFailed, "The campaigns could not be read.", standing)
    }
    lastEnd = standing.now
    // A configuration that came while this one was under way wants its own.
    if isDue { start(identifier, standing, &turn) } else { plan(standing, &turn) }
    return result
  }
}
