/// What is sent again and again until it is taken: one request at a time, with its retries.
struct Delivery: Sendable {
  /// What an answer means for what was sent.
  enum Step: Sendable {
    case accepted
    /// It will be sent again, by a timer or once the SDK is ready.
    case waits
    case refused
    /// The retries are used up.
    case gaveUp
  }

  private var serial: Int?
  private var retry = Retry()
  /// Whether a foreground, an authentication, an enabling or something new has to come first.
  private var isStuck = false

  var alarm: Alarm? { retry.alarm }
  var isUnderWay: Bool { serial != nil }

  /// Whether a request may be made now.
  func isFree(_ standing: Standing) -> Bool {
    standing.isReady && !isStuck && serial == nil && retry.alarm == nil
  }

  /// Notes that a request is made, and names it.
  mutating func begin(_ turn: inout Turn) -> Int {
    let serial = turn.nextSerial()
    self.serial = serial
    return serial
  }

  /// Takes the answer to a request; `nil` where it counts no more.
  mutating func take(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) -> Step? {
    guard self.serial == serial else { return nil }
    self.serial = nil
    switch outcome {
    case .success:
      retry = Retry()
      return .accepted
    case .failure(let least):
      guard standing.isReady else { return .waits }
      if retry.wait(atLeast: least, standing, &turn) { return .waits }
      isStuck = true
      return .gaveUp
    case .refusal:
      retry = Retry()
      isStuck = true
      return .refused
    }
  }

  /// There is something new to send.
  mutating func loosen() { isStuck = false }

  /// All may be sent at once, with all retries before it.
  mutating func resume() {
    guard serial == nil else { return }
    retry = Retry()
    isStuck = false
  }

  /// Waits for the next authentication; what is under way counts unless it is forgotten.
  mutating func restart(forgetting: Bool) {
    retry = Retry()
    if forgetting { serial = nil }
  }

  /// What was under way is cancelled.
  mutating func disable() {
    serial = nil
    retry = Retry()
  }

  /// The wait before a retry is over.
  mutating func fire() { retry.fire() }
}
