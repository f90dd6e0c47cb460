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
    /// What the device's clock showed, in milliseconds since 1970 UTC.
    var wall: Int64
    var completes: Bool
    var completions = 0
    /// Whether something of it was stored in its own turn.
    var isStored = false
    /// Whether the process died before the trace ended.
    var died = false
  }

  /// What the clock showed when the world began to answer everything again.
  private var settled: Int64 = 0
  private var places: [String: Int] = [:]

  /// `settled`: the time of the run from which everything is answered.
  init(_ trace: [TraceEntry], _ vocabulary: Vocabulary, settled: Int64) {
    self.trace = trace
    self.vocabulary = vocabulary
    var current: Int?
    var skew = Course.epoch
    for entry in trace {
      switch entry.event {
      case .input(.launch):
        die()
        current = nil
      case .clock(let wall): skew = wall - entry.at
      case .world("reinstall", _):
        die()
        for index in calls.indices { calls[index].isStored = false }
      case .world(let what, _) where what != "device": die()
      case .input(.call(let id, let member, let with)):
        current = calls.count
        places[id] = calls.count
        calls.append(
          Call(
            id: id, member: member, with: with, at: entry.at, wall: entry.at + skew,
            completes: with.completes))
      case .input: current = nil
      case .effect(let effect): hear(effect, current)
      default: break
      }
      if entry.at <= settled { self.settled = entry.at + skew }
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
      if let place = places[id] { calls[place].completions += 1 }
    case .request(let request):
      requests.append((path(of: request), request.body.json))
    default: break
    }
  }

  /// The acts of a trail's member, each by the value that tells it from others.
  func acts(of trail: Invariant.Trail) -> [Act] {
    calls.compactMap { call in
      guard call.member.isSame(as: trail.member),
        let value = Value.object(call.with).at(trail.argument)?.plain
      else { return nil }
      return Act(
        value: value.cut(at: trail.cut), at: call.at, age: settled - call.wall,
        isStored: call.isStored)
    }
  }

  struct Act {
    var value: Value
    var at: Int64
    /// How old it was when everything was answered again.
    var age: Int64
    var isStored: Bool
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
  fileprivate func cut(at limit: Int?) -> Value {
    guard let limit, let text = string, text.unicodeScalars.count > limit else { return self }
    return .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))))
  }

  /// An argument as a body would hold it: the protocol's tag for great integers taken off.
  fileprivate var plain: Value {
    guard let text = self["$int"]?.string, let number = Number(text: text) else { return self }
    return .number(number)
  }
}
