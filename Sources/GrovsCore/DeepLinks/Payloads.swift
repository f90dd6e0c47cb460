/// The payloads that this launch has received, oldest first.
struct Payloads: Sendable {
  private var all: [AppMap] = []

  /// Adds a payload and hands it to the delegate.
  mutating func deliver(
    _ found: Found, payload: AppMap?, _ standing: Standing, _ turn: inout Turn
  ) {
    if let payload { all.append(payload) }
    turn.callback(
      .receivedPayload(link: found.link, payload: payload, tracking: found.tracking), standing)
  }

  /// Adds a payload that came too late for the delegate.
  mutating func add(_ payload: AppMap) { all.append(payload) }

  func giveLast(_ completion: Completion?, _ turn: inout Turn) {
    if let completion { turn.complete(completion, with: .payload(all.last)) }
  }

  func giveAll(_ completion: Completion?, _ turn: inout Turn) {
    if let completion { turn.complete(completion, with: .payloads(all.isEmpty ? nil : all)) }
  }
}
