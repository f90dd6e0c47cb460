package import JSON

extension Course {
  /// Begins the next act; gives its input, or nil when the testee hears nothing of it.
  mutating func begin() -> Input.Act? {
    startAct()
    switch act.step.act {
    case .call(let member, let with, _, let closures):
      var arguments = filledObject(with)
      for name in closures { arguments[name] = ["$closure": .string(name)] }
      return call(member, arguments, capability(ofMember: member))
    case .set(let property, let value):
      return call(property, ["newValue": filled(value)], capability(ofProperty: property))
    case .get(let property, _):
      return call(property, Object(), capability(ofProperty: property))
    case .reply(let label, let reply):
      guard let ask = asks.last(where: { $0.label.map { $0.isSame(as: label) } ?? false }) else {
        guard !isDisturbed else { return nil }
        stop(.impossible("nothing that is called '\(label)' waits for an answer in this process"))
        return nil
      }
      return given(reply, to: ask.id)
    case .advance(let milliseconds, let quiet):
      advance(by: milliseconds, quiet: quiet)
      return nil
    case .app(let name, let with): return app(name, filledObject(with))
    case .user(let name, let with):
      guard let shown = asks.last(where: { $0.kind.isSame(as: "show") && !$0.isClosed }) else {
        guard !isDisturbed else { return nil }
        stop(.impossible("no message is on screen for '\(name)'"))
        return nil
      }
      return .user(show: shown.id, act: name, with: filledObject(with))
    case .device(let with, let clock): return set(filledObject(with), clock)
    }
  }

  /// The input that gives an answer to an ask.
  func given(_ reply: Reply, to id: String) -> Input.Act {
    switch reply {
    case .fails(let failure): return .fail(request: id, failure)
    case .answer(let value): return .answer(to: id, with: filled(value))
    case .response(let status, let headers, let body):
      let body: Body =
        switch body {
        case .none: .none
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        case .json(let value): .text(filled(value).canonicalText)
        }
      return .reply(request: id, Response(status: status, headers: headers, body: body))
    }
  }

  mutating func call(
    _ member: String, _ with: Object, _ capability: CapabilitySet
  ) -> Input.Act {
    callCount.outer += 1
    let id = "c\(callCount.outer)"
    calls.append(
      CallRecord(id: id, label: act.step.label, member: member, capability: capability))
    returning = id
    return .call(id: id, member: member, with: named(with))
  }

  /// The arguments with an id for each call that an object in them makes from inside.
  private mutating func named(_ with: Object) -> Object {
    var result = with
    for pair in with {
      guard var object = pair.value.object, object["$object"] != nil,
        let methods = object["calls"]?.object
      else { continue }
      var made = Object()
      for method in methods {
        made[method.key] = .array((method.value.array ?? []).map { named(inner: $0) })
      }
      object["calls"] = .object(made)
      result[pair.key] = .object(object)
    }
    return result
  }

  private mutating func named(inner call: Value) -> Value {
    guard var object = call.object, let member = object["member"]?.string else { return call }
    callCount.inner += 1
    let id = "b\(callCount.inner)"
    let capability = capability(ofMember: member).union(capability(ofProperty: member))
    calls.append(
      CallRecord(id: id, label: nil, member: member, capability: capability, isInner: true))
    object["call"] = .string(id)
    return .object(object)
  }

  mutating func app(_ name: String, _ with: Object) -> Input.Act? {
    switch name {
    case "launch": return launch(with)
    case "kill", "reinstall":
      end()
      if name == "reinstall" { storage.disk = Object() }
      note(.world(name, Object()), .world)
      return nil
    case "release":
      return .release(object: with["object"]?.objectName ?? "")
    default:
      var with = with
      if isLocked, name == "unlock" || name == "foreground" {
        isLocked = false
        with["storage"] = storage.value
      }
      return .app(to: name, with: with)
    }
  }

  mutating func launch(_ with: Object) -> Input.Act {
    end()
    launches += 1
    isRunning = true
    isLocked = with["locked"]?.bool ?? false
    return .launch(
      Input.Launch(
        app: with["in"]?.string ?? "foreground", chance: chance, seed: UInt64(launches),
        storage: isLocked ? nil : storage, device: device))
  }

  private mutating func set(_ with: Object, _ clock: InstantName?) -> Input.Act? {
    if let clock {
      guard let wall = bindings.wall(of: clock, now: moment) else {
        guard !isDisturbed else { return nil }
        stop(.impossible("the clock's instant '\(clock.text)' has not happened"))
        return nil
      }
      skew = wall - now
      // Scenes are set before the run's first launch, so its start is what the clock then shows.
      if launches == 0 { bindings.start = moment }
      note(.clock(wall), .world)
    }
    for pair in with { device[pair.key] = pair.value }
    guard isRunning else {
      note(.world("device", with), .world)
      return nil
    }
    return .device(with: with)
  }

  private func filled(_ supply: Supply) -> Value { bindings.filled(supply, now: moment) }
  private func filledObject(_ supply: Supply) -> Object { filled(supply).object ?? Object() }

  private func capability(ofMember name: String) -> CapabilitySet {
    frame.vocabulary.members[name]?.capability ?? []
  }
  private func capability(ofProperty name: String) -> CapabilitySet {
    frame.vocabulary.properties[name]?.capability ?? []
  }
}

extension Storage {
  /// Both stores as one value.
  package var value: Value { ["disk": .object(disk), "keychain": .object(keychain)] }
}

extension Value {
  /// The name in `{"$object": NAME}`, as an object of the app travels.
  var objectName: String? {
    guard let object, object.count == 1 else { return nil }
    return object["$object"]?.string
  }
}

extension FrameAct {
  var memberName: String {
    switch step.act {
    case .call(let member, _, _, _): member
    case .set(let property, _), .get(let property, _): property
    default: ""
    }
  }

  func isInside(_ vocabulary: Vocabulary) -> Bool {
    guard case .call(let member, _, _, _) = step.act else { return false }
    return vocabulary.members[member]?.inside ?? false
  }
}

extension Effect {
  var isOfAppLane: Bool {
    switch self {
    case .completion, .callback: true
    default: false
    }
  }
}
