import JSON

/// Renames screens that are found by their class, and tells the backend how.
struct Aliases: Sendable {
  /// In one request.
  private static let limit = 200

  /// By class, the alias that was given last.
  private var table = Object()
  /// The same, as far as the backend has accepted it.
  private var accepted = Object()
  /// What is on its way.
  private var update = Object()
  private var delivery = Delivery()

  var alarm: Alarm? { delivery.alarm }

  func alias(of className: String) -> String? { table[className]?.string }

  /// Lays new aliases over those that were given before.
  mutating func set(_ aliases: AppMap, _ standing: Standing, _ turn: inout Turn) {
    for pair in aliases.pairs {
      guard let alias = pair.value.text, !alias.isBlank, !pair.key.isBlank else {
        turn.log(.warn, "The alias of \(pair.key) is blank; it is ignored.")
        continue
      }
      table[pair.key] = .string(alias)
    }
    delivery.loosen()
    send(standing, &turn)
  }

  /// Sends what the backend has not accepted, at once and with all retries before it.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    delivery.resume()
    send(standing, &turn)
  }

  /// Starts no request until the next authentication; another project knows none of them.
  mutating func configure(projectChanged: Bool) {
    delivery.restart(forgetting: projectChanged)
    if projectChanged { accepted = Object() }
  }

  mutating func disable() { delivery.disable() }

  /// The wait before a retry is over.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) {
    delivery.fire()
    send(standing, &turn)
  }

  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    switch delivery.take(serial, outcome, standing, &turn) {
    case .accepted:
      for pair in update { accepted[pair.key] = pair.value }
      send(standing, &turn)
    case .refused, .gaveUp:
      turn.report(.networkRequestFailed, "The screen aliases could not be sent.", standing)
    case .waits, nil: break
    }
  }

  private mutating func send(_ standing: Standing, _ turn: inout Turn) {
    guard delivery.isFree(standing) else { return }
    let news = table.filter { accepted[$0.key] != $0.value }.prefix(Self.limit)
    guard !news.isEmpty else { return }
    update = Object(news.map { ($0.key, $0.value) })
    // Sent and unanswered, an older alias of a class may be in force.
    for pair in update { accepted[pair.key] = nil }
    let entries = update.map { pair -> Value in
      ["alias": pair.value, "identifier": .string(pair.key)]
    }
    let body: Value = ["screen_aliases": .array(entries)]
    turn.ask(.aliases(update: delivery.begin(&turn)), body.canonicalText)
  }
}
