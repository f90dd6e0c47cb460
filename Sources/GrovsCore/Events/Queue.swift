import JSON

/// The events that are on disk until the backend has taken them.
struct Queue: Sendable {
  /// An event that waits.
  struct Pending: Sendable {
    var number: Int
    /// What the event is filed under.
    var project: String
    var created: WallTime
    /// The item as JSON.
    var text: String
    /// What the text was made of; `nil` for an event of an earlier launch.
    var item: Item?

    var key: String { Queue.key(number) }
    var stored: String { #"{"item":"# + text + #","project":"# + project.quoted + "}" }
  }

  static let prefix = "event/"
  static let limit = 1000
  static let age = Span.days(7)
  // Far more events than a phone will ever see, and far from where numbers end.
  private static let numberLimit = 1_000_000_000_000

  /// In the order of their creation.
  var pending: [Pending] = []
  private var nextNumber = 0
  var sender = Sender()

  // MARK: - Disk

  mutating func load(_ storage: Storage, _ turn: inout Turn) {
    for pair in storage.disk where pair.key.utf8.starts(with: Self.prefix.utf8) {
      if let number = Int(pair.key.dropFirst(Self.prefix.count)), number < Self.numberLimit,
        Self.key(number).isSame(as: pair.key),
        let event = Self.event(number, pair.value.string ?? "")
      {
        pending.append(event)
      } else {
        turn.log(.warn, "A stored event is damaged; it is dropped.")
        turn.keep(pair.key, nil)
      }
    }
    pending.sort { $0.number < $1.number }
    nextNumber = (pending.last?.number ?? -1) + 1
  }

  /// Keeps an event, and sends it with others when it is time.
  mutating func add(_ item: Item, _ standing: Standing, _ turn: inout Turn) {
    guard let project = standing.project else { return }
    let event = Pending(
      number: nextNumber, project: project.id, created: item.created, text: item.text, item: item)
    nextNumber += 1
    pending.append(event)
    turn.keep(event.key, event.stored)
    if pending.count > Self.limit {
      turn.log(.warn, "More than \(Self.limit) events wait; the oldest is dropped.")
      turn.keep(pending.removeFirst().key, nil)
    }
    schedule(standing, &turn)
  }

  /// Gives a link to the session's events that have none and were not sent yet.
  mutating func attribute(_ link: String, _ standing: Standing, _ turn: inout Turn) {
    guard let project = standing.project else { return }
    for place in pending.indices {
      let event = pending[place]
      guard var item = event.item, item.link == nil, item.session == standing.session,
        event.project.isSame(as: project.id), !sender.holds(event.number)
      else { continue }
      item.link = link
      pending[place].item = item
      pending[place].text = item.text
      turn.keep(event.key, pending[place].stored)
    }
  }

  /// Takes events off the disk.
  mutating func remove(_ numbers: [Int], _ turn: inout Turn) {
    for number in numbers {
      guard let place = pending.firstIndex(where: { $0.number == number }) else { continue }
      turn.keep(pending.remove(at: place).key, nil)
    }
  }

  static func key(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
  }

  private static func event(_ number: Int, _ text: String) -> Pending? {
    guard let value = try? Value(json: text), let project = value["project"]?.string,
      let item = value["item"], item["event_id"]?.string != nil,
      let created = item["created_at"]?.string.flatMap({ WallTime(iso: $0) }),
      item["event"]?.string != nil || item["event_name"]?.string != nil
    else { return nil }
    return Pending(
      number: number, project: project, created: created, text: item.canonicalText, item: nil)
  }
}
