import JSON

/// Makes the mutants of one effect of a turn.
struct Mutants {
  let turn: Turn
  let index: Int
  /// The keys of a body at and under which null and a missing key differ.
  let exact: [String]

  private var effect: Effect { turn.effects[index] }

  /// Dropped, doubled, swapped, followed by a stray, and every part of it changed.
  var all: [Mutant] { whole + parts }

  private var whole: [Mutant] {
    var all = [changed("dropped") { $0.remove(at: index) }]
    if case .returned = effect {
    } else {
      all.append(changed("doubled") { $0.insert(effect.renamed, at: index + 1) })
    }
    if let other = neighbour, !turn.effects[other].isAlike(effect) {
      all.append(changed("swapped with \(turn.effects[other].summary)") { $0.swapAt(index, other) })
    }
    if let stray {
      all.append(changed("followed by \(stray.summary)") { $0.insert(stray, at: index + 1) })
    }
    return all
  }

  private func changed(_ what: String, _ change: (inout [Effect]) -> Void) -> Mutant {
    var effects = turn.effects
    change(&effects)
    return Mutant(change: "\(effect.summary) \(what)", effects: effects)
  }

  private var neighbour: Int? {
    turn.effects.indices.dropFirst(index + 1).first {
      turn.effects[$0].lane != nil && turn.effects[$0].lane == effect.lane
    }
  }

  // One more effect of the same lane that nobody asked for.
  private var stray: Effect? {
    switch effect {
    case .callback(let object, let member, _):
      .callback(object: object, member: member, with: ["zz_stray": 1])
    case .completion(let call, let name, _):
      .completion(call: call, name: name, with: "zz stray")
    case .request(var request):
      {
        request.id += "-stray"
        request.body = .text("{\"zz_stray\":1}")
        return .request(request)
      }()
    case .cancel(let id): .cancel(request: id)
    case .log(let level, _): .log(level: level, text: "zz stray")
    case .other(let kind, let id, let name, let with):
      .other(kind: kind, id: id.map { $0 + "-stray" }, name: name + "-stray", with: with)
    default: nil
    }
  }

  private var parts: [Mutant] {
    switch effect {
    case .returned(let call, let value):
      value.changes.map { part("value", $0, .returned(call: call, value: $0.value)) }
    case .completion(let call, let name, let with?):
      with.changes.map { part("with", $0, .completion(call: call, name: name, with: $0.value)) }
    case .callback(let object, let member, let with):
      Value.object(with).changes.compactMap { change in
        guard let with = change.value.object else { return nil }
        // A null and no such key are the same at the top level of a callback's arguments.
        guard !with.isSameCallback(as: with0(effect)) else { return nil }
        return part("with", change, .callback(object: object, member: member, with: with))
      }
    case .request(let request): methods(request) + headers(request) + body(request)
    case .other(let kind, let id, let name, let with):
      Value.object(with).changes.compactMap { change in
        change.value.object.map {
          part("with", change, .other(kind: kind, id: id, name: name, with: $0))
        }
      }
    default: []
    }
  }

  private func with0(_ effect: Effect) -> Object {
    if case .callback(_, _, let with) = effect { with } else { Object() }
  }

  private func methods(_ request: Effect.Request) -> [Mutant] {
    var other = request
    other.method = request.method == "GET" ? "POST" : "GET"
    var away = request
    away.url += "/zz"
    return [
      part("method", ValueChange(path: [], what: "changed", value: .null), .request(other)),
      part("url", ValueChange(path: [], what: "changed", value: .null), .request(away)),
    ]
  }

  private func headers(_ request: Effect.Request) -> [Mutant] {
    request.headers.value.changes.compactMap { change in
      guard let object = change.value.object else { return nil }
      // A header's value is text, whatever was made of it.
      guard object.allSatisfy({ $0.value.string != nil || $0.key == "zz_added" }) else {
        return nil
      }
      var copy = request
      copy.headers = object.pairs.map { Header(name: $0.key, value: $0.value.string ?? "1") }
      return part("headers", change, .request(copy))
    }
  }

  private func body(_ request: Effect.Request) -> [Mutant] {
    guard let body = request.body.json else { return [] }
    let before = body.withoutNulls(but: exact)
    return body.changes.compactMap { change in
      // Elsewhere a null and no such key are the same.
      guard change.value.withoutNulls(but: exact) != before else { return nil }
      var copy = request
      copy.body = .text(change.value.canonicalText)
      return part("body", change, .request(copy))
    }
  }

  private func part(_ name: String, _ change: ValueChange, _ effect: Effect) -> Mutant {
    var effects = turn.effects
    effects[index] = effect
    let way = Difference(path: change.path, expected: nil, got: nil).place
    let place = way.isEmpty ? name : "\(name) at \(way)"
    return Mutant(
      change: "\(self.effect.summary): \(place) \(change.what)", effects: effects,
      place: Mutant.Place(part: name, path: change.path))
  }
}

extension Effect {
  var lane: Lane? {
    switch self {
    case .completion, .callback, .returned: .app
    case .request, .cancel: .net
    case .other, .close: .screen
    case .log: .log
    default: nil
    }
  }

  /// The same effect under another id, where it has one of its own.
  fileprivate var renamed: Effect {
    switch self {
    case .request(var request):
      request.id += "-again"
      return .request(request)
    case .other(let kind, let id?, let name, let with):
      return .other(kind: kind, id: id + "-again", name: name, with: with)
    default: return self
    }
  }

  /// Whether swapping both would leave an equal trace.
  fileprivate func isAlike(_ other: Effect) -> Bool {
    switch (self, other) {
    case (.request(var a), .request(var b)):
      a.id = ""
      b.id = ""
      return a == b
    case (.log(let a, _), .log(let b, _)): return a == b
    default: return self == other
    }
  }
}

extension Object {
  fileprivate func isSameCallback(as other: Object) -> Bool {
    func filled(_ object: Object) -> Object {
      Object(object.pairs.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    }
    return filled(self) == filled(other)
  }
}

extension Value {
  fileprivate func withoutNulls(but exact: [String]) -> Value {
    switch self {
    case .array(let items): .array(items.map { $0.withoutNulls(but: exact) })
    case .object(let object):
      .object(
        Object(
          object.pairs.compactMap { pair in
            if exact.contains(where: { $0.isSame(as: pair.key) }) { return (pair.key, pair.value) }
            return pair.value.isNull ? nil : (pair.key, pair.value.withoutNulls(but: exact))
          }))
    default: self
    }
  }
}
