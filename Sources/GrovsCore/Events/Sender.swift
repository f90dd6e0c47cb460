/// Where the sending of events stands.
struct Sender: Sendable {
  /// Events that go in one request.
  struct Batch: Sendable {
    var project: String
    var numbers: [Int]
    /// The request's body, kept so that a repeat is equal to the first.
    var body: String
  }

  /// What is being done with the first batch.
  enum State: Sendable {
    case idle
    case asked
    /// For its next try.
    case waiting
    /// For a foreground, an authentication or an enabling.
    case stuck
  }

  static let batchSize = 50
  static let delay = Span.seconds(5)
  /// How long events wait for the first lookup after an authentication.
  static let patience = Span.seconds(25)

  /// Batches that were sent and not taken, halves among them; the first goes first.
  var batches: [Batch] = []
  var state = State.idle
  var retry = Retry()
  /// When the first unsent event has waited long enough.
  var delayAlarm: Alarm?
  /// Until when events wait for a lookup; `nil` when they do not.
  var heldUntil: Instant?
  var holdAlarm: Alarm?

  var isHeld: Bool { heldUntil != nil }

  var alarm: Alarm? {
    [delayAlarm, retry.alarm, holdAlarm].compactMap(\.self).min()
  }

  func holds(_ number: Int) -> Bool { batches.contains { $0.numbers.contains(number) } }
}
