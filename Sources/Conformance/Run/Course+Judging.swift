import JSON

extension Course {
  /// Judges one effect: a step takes it, an IGNORE does, or it is none of the scenario's concern.
  mutating func judge(_ effect: Effect) {
    if let breach = breach(by: effect) { return refuse(effect, .testee(TesteeError(breach))) }
    switch effect {
    case .store(let disk, let keychain):
      storage.write(disk: disk, keychain: keychain)
      note(.effect(effect), .unjudged)
    case .note: note(.effect(effect), .unjudged)
    case .unsupported(let what): refuse(effect, .unbuilt(what))
    case .fault(let message):
      refuse(effect, .testee(TesteeError("nobody caught: \(message)", kind: .crash)))
    case .returned(let call, let value): judge(return: value, of: call, effect)
    case .log(let level, _):
      guard let known = LogLevel(rawValue: level) else {
        return refuse(effect, .testee(TesteeError("the log has no level '\(level)'")))
      }
      guard frame.levels.contains(known) else { return note(.effect(effect), .unjudged) }
      expect(effect, .log)
    case .completion(let id, _, _): weigh(effect, call(id)?.capability ?? .all, .app)
    case .callback(_, let member, _):
      guard let callback = frame.vocabulary.callbacks[member] else {
        return refuse(effect, .unexpected(effect, next: nil, nil))
      }
      weigh(effect, callback.capability, .app)
    case .request(let request): judge(request, effect)
    case .cancel(let id):
      answers.removeAll { $0.id.isSame(as: id) }
      guard ask(id)?.isIgnored != true else { return note(.effect(effect), .unjudged) }
      weigh(effect, ask(id)?.capability ?? .all, .net)
    case .other(let kind, let id, let name, _):
      judge(ask: id, kind, name, effect)
    case .close(let id):
      weigh(effect, ask(id)?.capability ?? .all, .screen)
      if let place = asks.lastIndex(where: { $0.id.isSame(as: id) }) { asks[place].isClosed = true }
    }
  }

  /// Fails unless what was taken in this turn stands in one row, with nothing left out above it.
  mutating func checkOrder() {
    if case .app(let to, _) = act.step.act, to == "terminate" { end() }
    let slots = act.slots
    guard let gap = slots.indices.first(where: { taken[$0] < 0 }) else {
      firstOpen = slots.count
      return
    }
    firstOpen = gap
    let group = slots[gap].group
    for index in (gap + 1)..<max(gap + 1, slots.count) where taken[index] >= 0 {
      if slots[gap].order == .unordered, slots[index].group == group { continue }
      stop(
        .early(slots[index].expectation, before: slots[gap].expectation),
        at: slots[gap].expectation)
      return
    }
  }

  mutating func refuse(_ effect: Effect, _ kind: Failure.Kind? = nil) {
    note(.effect(effect), .refused)
    if let kind { stop(kind) }
  }

  private mutating func judge(return value: Value, of call: String, _ effect: Effect) {
    // What the app calls from inside has no step that could tell its value.
    guard self.call(call)?.isInner != true else { return note(.effect(effect), .unjudged) }
    returning = nil
    let pattern: Pattern
    switch act.step.act {
    case .call(_, _, let returns?, _), .get(_, let returns): pattern = returns
    default: pattern = .exact(.null)
    }
    var matcher = Matcher(bindings: bindings, now: moment)
    // A spec names an object of the app as it named it when it handed it over.
    let told = value.objectName.map { Value.string($0) } ?? value
    if matcher.matches(pattern, told, nulls: .strict) {
      bindings = matcher.bindings
      note(.effect(effect), .returned)
    } else if let difference = matcher.difference {
      refuse(effect, .returned(told, difference))
    }
  }

  private mutating func judge(_ request: Effect.Request, _ effect: Effect) {
    let endpoint = frame.vocabulary.endpoint(of: request.url)
    let capability = endpoint?.capability ?? .all
    asks.append(
      AskRecord(
        id: request.id, label: nil, kind: "request", name: request.url, capability: capability))
    if frame.judged.isSuperset(of: capability) || endpoint == nil {
      return expect(effect, .net)
    }
    note(.effect(effect), .unneeded)
    if let reply = endpoint?.reply { answers.append(Answer(id: request.id, reply: reply)) }
  }

  private mutating func judge(ask id: String?, _ kind: String, _ name: String, _ effect: Effect) {
    guard let known = frame.vocabulary.effects[kind] else {
      return refuse(effect, .unexpected(effect, next: nil, nil))
    }
    let capability = known.nameCapabilities[name] ?? known.capability
    if let id {
      asks.append(AskRecord(id: id, label: nil, kind: kind, name: name, capability: capability))
    }
    if frame.judged.isSuperset(of: capability) { return expect(effect, .screen) }
    note(.effect(effect), .unneeded)
    if let id, let value = known.standingReply {
      answers.append(Answer(id: id, reply: .answer(value)))
    }
  }

  private mutating func weigh(_ effect: Effect, _ capability: CapabilitySet, _ lane: Lane) {
    guard frame.judged.isSuperset(of: capability) || capability == .all else {
      return note(.effect(effect), .unneeded)
    }
    expect(effect, lane)
  }

  /// Gives the effect to the step that is next in its lane.
  private mutating func expect(_ effect: Effect, _ lane: Lane) {
    var next: Slot?
    var mismatch: Failure.Mismatch?
    for index in candidates(in: lane) {
      let slot = act.slots[index]
      switch fit(effect, slot, index) {
      case .success(let matched): return take(effect, slot, index, matched)
      case .failure(let difference):
        // Of several candidates the one that came nearest is told.
        if next == nil || (mismatch?.isOther ?? true) && !difference.isOther {
          (next, mismatch) = (slot, difference)
        }
      }
    }
    if case .request(let request) = effect, ignores(request, effect) { return }
    note(.effect(effect), .refused)
    let isNear = mismatch.map { !$0.isOther } ?? false
    stop(
      .unexpected(effect, next: next?.expectation, mismatch),
      at: isNear ? next?.expectation : nil)
  }

  /// The places of the steps that may take the next effect of a lane.
  private func candidates(in lane: Lane) -> [Int] {
    let slots = act.slots
    guard
      let first = slots.indices.dropFirst(firstOpen).first(where: {
        taken[$0] < 0 && slots[$0].lane == lane
      })
    else { return [] }
    guard slots[first].order == .unordered else { return [first] }
    return slots.indices[first...].filter {
      taken[$0] < 0 && slots[$0].group == slots[first].group && slots[$0].lane == lane
    }
  }

  private mutating func take(_ effect: Effect, _ slot: Slot, _ index: Int, _ matched: Bindings) {
    let expectation = slot.expectation
    bindings = matched
    taken[index] = now
    while firstOpen < taken.count, taken[firstOpen] >= 0 { firstOpen += 1 }
    note(.effect(effect), .taken(expectation))
    if let label = expectation.label { bindings.moments.append((label, moment)) }
    guard let id = effect.askID else { return }
    if let label = expectation.label, let place = asks.lastIndex(where: { $0.id.isSame(as: id) }) {
      asks[place].label = label
    }
    if let reply = expectation.reply { answers.append(Answer(id: id, reply: reply)) }
  }

  private mutating func ignores(_ request: Effect.Request, _ effect: Effect) -> Bool {
    for (index, ignore) in frame.run.ignores.enumerated() {
      var matcher = Matcher(bindings: bindings, now: moment)
      guard matcher.mismatch(request, ignore.request) == nil else { continue }
      bindings = matcher.bindings
      usedIgnores.insert(index)
      if let place = asks.indices.last { asks[place].isIgnored = true }
      note(.effect(effect), .ignored(index))
      answers.append(Answer(id: request.id, reply: ignore.reply))
      return true
    }
    return false
  }
}

extension Failure.Mismatch {
  var isOther: Bool { if case .other = self { true } else { false } }
}

extension Effect {
  /// The id that an answer would name.
  var askID: String? {
    switch self {
    case .request(let request): request.id
    case .other(_, let id, _, _): id
    default: nil
    }
  }
}
