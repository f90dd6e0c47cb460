import JSON

/// Authenticates, and goes on trying until it has.
struct Authentication: Sendable {
  /// A request on its way; an earlier configuration's answers its completions alone.
  private struct Attempt: Sendable {
    var serial: Int
    var completions: [Completion]
  }

  private static let firstDelay = Span.seconds(10)
  private static let longestDelay = Span.seconds(300)

  private var attempts: [Attempt] = []
  /// The attempt that counts.
  private var current: Int?
  private var delay = firstDelay
  /// When the next attempt is due after one that failed.
  private(set) var alarm: Alarm?

  var isUnderWay: Bool { current != nil }

  /// Authenticates under a new configuration.
  mutating func configure(
    _ completions: [Completion], _ standing: Standing, _ turn: inout Turn
  ) {
    delay = Self.firstDelay
    begin(completions, standing, &turn)
  }

  /// Authenticates at a foreground or an enabling, unless it is being done.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isCollecting, !standing.isAuthenticated else { return }
    delay = Self.firstDelay
    if current == nil { begin([], standing, &turn) }
  }

  /// The wait after a failure is over.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) { begin([], standing, &turn) }

  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let place = attempts.firstIndex(where: { $0.serial == serial }) else { return }
    let attempt = attempts.remove(at: place)
    let counts = serial == current
    if counts { current = nil }
    switch outcome {
    case .success(let object):
      guard let answer = Authenticated(object) else {
        fail(attempt, .transportFailure, counts: counts, standing, &turn)
        return
      }
      for completion in attempt.completions { turn.complete(completion, with: .bool(true)) }
      if counts { turn.signal(.authenticated(answer)) }
    case .failure, .refusal:
      fail(attempt, outcome, counts: counts, standing, &turn)
    }
  }

  /// Gives all attempts up; their requests are cancelled by `Core`.
  mutating func disable(_ turn: inout Turn) {
    for completion in attempts.flatMap(\.completions) {
      turn.complete(completion, with: .bool(false))
    }
    attempts = []
    current = nil
    alarm = nil
  }

  private mutating func begin(
    _ completions: [Completion], _ standing: Standing, _ turn: inout Turn
  ) {
    alarm = nil
    let serial = turn.nextSerial()
    attempts.append(Attempt(serial: serial, completions: completions))
    current = serial
    turn.ask(.authentication(attempt: serial), standing.device.wireText + "}")
  }

  private mutating func fail(
    _ attempt: Attempt, _ outcome: Outcome, counts: Bool, _ standing: Standing,
    _ turn: inout Turn
  ) {
    turn.explain(.authenticationFailed, "Authentication with the backend failed.", standing)
    for completion in attempt.completions { turn.complete(completion, with: .bool(false)) }
    guard counts else { return }
    if case .failure(let least) = outcome {
      alarm = turn.alarm(at: standing.now + max(delay, least ?? delay))
      delay = min(delay + delay, Self.longestDelay)
    }
    if case .refusal = outcome {
      turn.signal(.authenticationFailed(isFinal: true))
    } else {
      turn.signal(.authenticationFailed(isFinal: false))
    }
  }
}
