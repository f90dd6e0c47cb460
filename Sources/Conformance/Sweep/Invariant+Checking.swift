import JSON

extension Invariant {
  /// How a trace breaks the invariant, or nil where it holds.
  func breach(in history: History) -> String? {
    switch form {
    case .kept(let trail): return kept(trail, history)
    case .oneID(let trail, let id): return oneID(trail, id, history)
    case .once: return once(history)
    case .never(let off, let on): return never(off, on, history)
    case .before(let callback, let argument, let endpoints, let field):
      return before(callback, argument, endpoints, field, history)
    }
  }

  private func kept(_ trail: Trail, _ history: History) -> String? {
    let sent = Set(history.items(trail).compactMap { $0.at(trail.field) })
    var acts = history.acts(of: trail).filter(\.isStored)
    if let most = trail.most { acts = acts.suffix(most) }
    for act in acts where trail.within.map({ act.age <= $0 }) ?? true {
      if !sent.contains(act.value) {
        return "\(trail.member) of \(act.value.canonicalText) was stored at "
          + "\(DurationText.format(act.at)) and never reached \(trail.endpoint)"
      }
    }
    return nil
  }

  private func oneID(_ trail: Trail, _ id: [String], _ history: History) -> String? {
    var known: [Value: Value] = [:]
    var ids: [(value: Value, ids: Int)] = []
    var places: [Value: Int] = [:]
    for item in history.items(trail) {
      guard let key = item.at(id), let value = item.at(trail.field) else { continue }
      if let first = known[key] {
        guard first != item else { continue }
        return "id \(key.canonicalText) came to \(trail.endpoint) with two contents"
      }
      known[key] = item
      if let place = places[value] {
        ids[place].ids += 1
      } else {
        places[value] = ids.count
        ids.append((value, 1))
      }
    }
    var made: [Value: Int] = [:]
    for act in history.acts(of: trail) { made[act.value, default: 0] += 1 }
    for (value, count) in ids {
      let made = made[value] ?? 0
      guard made > 0, count > made else { continue }
      return
        "\(trail.member) of \(value.canonicalText) was called \(made) times and has \(count) ids"
    }
    return nil
  }

  private func once(_ history: History) -> String? {
    for call in history.calls where call.completes {
      if call.completions > 1 {
        return "the completion of \(call.member) ran \(call.completions) times"
      }
      if call.completions == 0, !call.died { return "the completion of \(call.member) never ran" }
    }
    return nil
  }

  private func never(_ off: [Switch], _ on: [Switch], _ history: History) -> String? {
    var isOff = false
    for entry in history.trace {
      switch entry.event {
      case .input(.call(_, let member, let with)):
        if off.contains(where: { $0.fits(member, with) }) { isOff = true }
        if on.contains(where: { $0.fits(member, with) }) { isOff = false }
      case .input(.launch): isOff = false
      case .effect(.request(let request)) where isOff:
        return "\(request.url) was asked at \(DurationText.format(entry.at)), while disabled"
      default: break
      }
    }
    return nil
  }

  private func before(
    _ callback: String, _ argument: String, _ endpoints: [String], _ field: String,
    _ history: History
  ) -> String? {
    var answered: [Value] = []
    // Ids are new in each launch.
    var paths: [String: String] = [:]
    for entry in history.trace {
      switch entry.event {
      case .input(.launch):
        answered = []
        paths = [:]
      case .effect(.request(let request)): paths[request.id] = history.path(of: request)
      case .input(.reply(let id, let response)):
        guard (200...299).contains(response.status), let path = paths[id],
          endpoints.contains(where: { $0.isSame(as: path) }),
          let value = response.body.json?[field]
        else { continue }
        answered.append(value)
      case .effect(.callback(_, let member, let with)) where member.isSame(as: callback):
        guard let value = with[argument], !value.isNull, !answered.contains(value) else { continue }
        return "\(callback) was called with \(value.canonicalText) before a lookup had answered so"
      default: break
      }
    }
    return nil
  }
}

extension Invariant.Switch {
  fileprivate func fits(_ name: String, _ with: Object) -> Bool {
    guard name.isSame(as: member) else { return false }
    guard let given = with[argument] else { return isDefault }
    return given == value || (isDefault && given.isNull)
  }
}
