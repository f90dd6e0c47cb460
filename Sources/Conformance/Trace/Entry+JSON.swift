import JSON

extension TraceEntry.Event {
  /// The event as an object without its time, or nil for what no trace holds.
  var object: Object? {
    switch self {
    case .input(let act): act.object
    case .advance(let time, let quiet):
      ["do": "advance", "for": .number(Number(time)), "quiet": .bool(quiet)]
    case .world(let what, let with):
      ["do": "world", "what": .string(what), "with": .object(with)]
    case .clock(let wall): ["do": "clock", "wall": .number(Number(wall))]
    case .effect(let effect): effect.object
    }
  }
}

extension Input.Act {
  /// The input as a recording writes it: the protocol's words, without storage, wall and id.
  var object: Object {
    switch self {
    case .launch(let launch):
      return [
        "do": "launch", "app": .string(launch.app), "locked": .bool(launch.storage == nil),
        "chance": Number(launch.chance).map { .number($0) } ?? .null,
        "seed": .number(Number(launch.seed)), "device": .object(launch.device),
      ]
    case .call(let id, let member, let with):
      return [
        "do": "call", "call": .string(id), "member": .string(member), "with": .object(with),
      ]
    case .reply(let id, let response):
      var object: Object = [
        "do": "reply", "request": .string(id), "status": .int(response.status),
        "headers": response.headers.value,
      ]
      object.set(response.body, json: false)
      return object
    case .fail(let id, let kind):
      return ["do": "fail", "request": .string(id), "kind": .string(kind.rawValue)]
    case .tick: return ["do": "tick"]
    case .app(let to, let with):
      var with = with
      let isUnlocking = with["storage"] != nil
      with["storage"] = nil
      var object: Object = ["do": "app", "to": .string(to), "with": .object(with)]
      if isUnlocking { object["storage"] = true }
      return object
    case .device(let with): return ["do": "device", "with": .object(with)]
    case .user(let show, let act, let with):
      return ["do": "user", "show": .string(show), "act": .string(act), "with": .object(with)]
    case .answer(let to, let with): return ["do": "answer", "to": .string(to), "with": with]
    case .release(let object): return ["do": "release", "object": .string(object)]
    }
  }
}

extension Effect {
  /// The effect as a recording writes it, bodies parsed; nil for a note.
  var object: Object? {
    switch self {
    case .returned(let call, let value):
      return ["see": "return", "call": .string(call), "value": value]
    case .completion(let call, let name, let with):
      var object: Object = ["see": "completion", "call": .string(call), "name": .string(name)]
      object["with"] = with
      return object
    case .callback(let object, let member, let with):
      return [
        "see": "callback", "object": .string(object), "member": .string(member),
        "with": .object(with),
      ]
    case .request(let request):
      var object: Object = [
        "see": "request", "request": .string(request.id), "method": .string(request.method),
        "url": .string(request.url), "headers": request.headers.value,
      ]
      object.set(request.body, json: true)
      return object
    case .cancel(let id): return ["see": "cancel", "request": .string(id)]
    case .other(let kind, let id, let name, let with):
      var object: Object = [
        "see": .string(kind), "name": .string(name), "with": .object(with),
      ]
      object["ask"] = id.map { .string($0) }
      return object
    case .close(let id): return ["see": "close", "show": .string(id)]
    case .store(let disk, let keychain):
      var object: Object = ["see": "store"]
      object["disk"] = disk.map { .object($0) }
      object["keychain"] = keychain.map { .object($0) }
      return object
    case .log(let level, let text):
      return ["see": "log", "level": .string(level), "text": .string(text)]
    case .note: return nil
    case .unsupported(let what): return ["see": "unsupported", "what": .string(what)]
    case .fault(let message): return ["see": "fault", "message": .string(message)]
    }
  }
}

extension [Header] {
  /// The headers by name; of two of one name both, in a list.
  var value: Value {
    var object = Object()
    for header in self {
      switch object[header.name] {
      case nil: object[header.name] = .string(header.value)
      case .array(let items): object[header.name] = .array(items + [.string(header.value)])
      case let first?: object[header.name] = [first, .string(header.value)]
      }
    }
    return .object(object)
  }
}

extension Object {
  fileprivate mutating func set(_ body: Body, json: Bool) {
    switch body {
    case .none: break
    case .bytes(let bytes): self["data"] = .string(bytes.hex)
    case .text(let text):
      if json, let value = try? Value(json: text) {
        self["body"] = value
      } else {
        self["text"] = .string(text)
      }
    }
  }
}
