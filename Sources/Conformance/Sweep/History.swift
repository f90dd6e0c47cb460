import JSON

/// A trace laid out for invariants: calls with their completions, and what was sent where.
struct History {
  let trace: [TraceEntry]
  private(set) var calls: [Call] = []
  private var requests: [(path: String, body: Value?)] = []
  private let vocabulary: Vocabulary

  struct Call {
    var id: String
    var member: String
    var with: Object
    var at: Int64
    var completes: Bool
    var completions = 0
    /// Whether something of it was stored in its own turn.
    var isStored = false
    /// Whether the process died before the trace ended.
    var died = false
  }

  init(_ trace: [TraceEntry], _ vocabulary: Vocabulary) {
    self.trace = trace
    self.vocabulary = vocabulary
    var current: Int?
    for entry in trace {
      switch entry.event {
      case .input(.launch):
        die()
        current = nil
      case .world(let what, _) where what != "device": die()
      case .input(.call(let id, let member, let with)):
        current = calls.count
        calls.append(
          Call(id: id, member: member, with: with, at: entry.at, completes: with.completes))
      case .input: current = nil
      case .effect(let effect): hear(effect, current)
      default: break
      }
    }
  }

  private mutating func die() {
    for index in calls.indices { calls[index].died = true }
  }

  private mutating func hear(_ effect: Effect, _ current: Int?) {
    switch effect {
    case .store(let disk?, _):
      if let current, disk.contains(where: { !$0.value.isNull }) { calls[current].isStored = true }
    case .completion(let id, _, _):
      if let place = calls.lastIndex(where: { $0.id.isSame(as: id) }) {
        calls[place].completions += 1
      }
    case .request(let request):
      requests.append((path(of: request), request.body.json))
    default: break
    }
  }

  /// The acts of a trail's member, each by the value that tells it from others.
  func acts(of trail: Invariant.Trail) -> [(value: Value, at: Int64, isStored: Bool)] {
    calls.compactMap { call in
      guard call.member.isSame(as: trail.member),
        let value = Value.object(call.with).at(trail.argument)?.plain
      else { return nil }
      return (value, call.at, call.isStored)
    }
  }

  /// Everything sent to a trail's endpoint, in the order it was sent.
  func items(_ trail: Invariant.Trail) -> [Value] {
    requests.filter { $0.path.isSame(as: trail.endpoint) }.flatMap { request in
      guard let body = request.body else { return [Value]() }
      guard let key = trail.items else { return [body] }
      return body[key]?.array ?? []
    }
  }

  /// The path of the endpoint that a request went to, or its whole address.
  func path(of request: Effect.Request) -> String {
    vocabulary.endpoint(of: request.url)?.standing.name ?? request.url
  }
}

extension Object {
  fileprivate var completes: Bool { self["completion"].map { !$0.isNull } ?? false }
}

extension Value {
  /// An argument as a body would hold it: the protocol's tag for great integers taken off.
  fileprivate var plain: Value {
    guard let text = self["$int"]?.string, let number = Number(text: text) else { return self }
    return .number(number)
  }
}
