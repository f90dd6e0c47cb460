import JSON

/// A testee that is told one run otherwise, and whose effects are told back in the spec's words.
///
/// Between both it stands as a mirror: the course knows only the spec, the testee only the other
/// words. What it keeps is left as it is, since it gets that back itself.
package final class VaryingTestee: Testee {
  private let testee: any Testee
  private let variation: Variation
  private var launches: UInt64 = 0
  /// The names of the app's objects, as the spec has them.
  private var objects: Set<String> = []
  /// The names of objects that the SDK made, which it gave itself.
  private var made: Set<String> = []
  /// The last input as the testee was told it.
  private var last: Input?

  package init(_ testee: any Testee, _ variation: Variation) {
    self.testee = testee
    self.variation = variation
  }

  package func take(_ input: Input) throws(TesteeError) -> Turn {
    var told = input
    told.wall += variation.shift
    told.act = self.told(input.act)
    last = told
    var turn = try testee.take(told)
    turn.effects = turn.effects.map(heard)
    return turn
  }

  package func lateness(after input: Input) -> TesteeError? {
    testee.lateness(after: last ?? input)
  }

  // MARK: - There

  private func told(_ act: Input.Act) -> Input.Act {
    switch act {
    case .launch(var launch):
      launches += 1
      launch.seed = variation.launchSeed &+ launches
      return .launch(launch)
    case .call(let id, let member, let with):
      return .call(id: told(id: id), member: member, with: told(with))
    case .reply(let id, var response):
      response.body = variation.turned(response.body, .there)
      return .reply(request: id, response)
    case .app(let to, var with):
      let storage = with["storage"]
      with["storage"] = nil
      var other = told(with)
      other["storage"] = storage
      return .app(to: to, with: other)
    case .user(let show, let act, let with): return .user(show: show, act: act, with: told(with))
    case .answer(let id, let with): return .answer(to: id, with: told(with))
    case .release(let object): return .release(object: told(object: object))
    case .fail, .tick, .device: return act
    }
  }

  private func told(_ object: Object) -> Object {
    Object(object.map { ($0.key, told($0.value)) })
  }

  private func told(_ value: Value) -> Value {
    switch value {
    case .string(let text): return .string(variation.turned(text, .there))
    case .array(let items): return .array(items.map { told($0) })
    case .object(let object):
      guard let name = object["$object"]?.string else {
        return object["$closure"] == nil ? .object(told(object)) : value
      }
      return .object(described(object, name))
    default: return value
    }
  }

  private func described(_ object: Object, _ name: String) -> Object {
    var object = object
    object["$object"] = .string(told(object: name))
    object["returns"] = object["returns"].map { told($0) }
    guard let methods = object["calls"]?.object else { return object }
    object["calls"] = .object(
      Object(
        methods.map { method in
          (method.key, .array((method.value.array ?? []).map { told(inner: $0) }))
        }))
    return object
  }

  private func told(inner call: Value) -> Value {
    guard var object = call.object else { return call }
    object["call"] = object["call"]?.string.map { .string(told(id: $0)) }
    object["with"] = object["with"].map { told($0) }
    return .object(object)
  }

  /// `c7` with the mark inside.
  private func told(id: String) -> String {
    String(id.prefix(1)) + variation.mark + String(id.dropFirst())
  }

  private func told(object name: String) -> String {
    // An object that the SDK made has the name that it gave.
    guard !made.contains(name) else { return name }
    objects.insert(name)
    return name + variation.mark
  }

  // MARK: - Back

  private func heard(_ effect: Effect) -> Effect {
    switch effect {
    case .returned(let call, let value):
      return .returned(call: heard(id: call), value: heard(value))
    case .completion(let call, let name, let with):
      return .completion(call: heard(id: call), name: name, with: with.map(heard))
    case .callback(let object, let member, let with):
      // One that was never handed over is known from the device's facts, which stay.
      let name = objects.contains(object) ? Self.byHeart(object) : object
      return .callback(object: heard(object: object) ?? name, member: member, with: heard(with))
    case .request(var request):
      request.url = variation.turned(request.url, .back)
      request.headers = request.headers.map {
        Header(name: $0.name, value: variation.turned($0.value, .back))
      }
      request.body = variation.turned(request.body, .back)
      return .request(request)
    case .other(let kind, let id, let name, let with):
      return .other(
        kind: kind, id: id, name: variation.turned(name, .back), with: heard(with))
    case .log(let level, let text): return .log(level: level, text: variation.turned(text, .back))
    case .cancel, .close, .store, .note, .unsupported, .fault: return effect
    }
  }

  private func heard(_ object: Object) -> Object {
    Object(object.map { ($0.key, heard($0.value)) })
  }

  private func heard(_ value: Value) -> Value {
    switch value {
    case .string(let text): return .string(variation.turned(text, .back))
    case .array(let items): return .array(items.map { heard($0) })
    case .object(let object):
      guard let name = value.objectName else { return .object(heard(object)) }
      if let own = heard(object: name) { return ["$object": .string(own)] }
      if objects.contains(name) { return ["$object": .string(Self.byHeart(name))] }
      made.insert(name)
      return value
    default: return value
    }
  }

  private func heard(id: String) -> String {
    let front = String(id.prefix(1)) + variation.mark
    guard id.utf8.starts(with: front.utf8) else { return Self.byHeart(id) }
    return String(id.prefix(1)) + String(id.dropFirst(front.count))
  }

  /// The name of one of the app's objects; nil where the mark is missing.
  private func heard(object name: String) -> String? {
    guard name.hasSuffix(variation.mark) else { return nil }
    return String(name.dropLast(variation.mark.count))
  }

  /// An id that this run does not have, since the testee was given another.
  private static func byHeart(_ id: String) -> String { "\(id) by heart" }
}
