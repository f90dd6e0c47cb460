import JSON

/// What a disturbed run still does when its scenario's own acts are over.
enum Epilogue: Sendable {
  /// The app starts again on what is stored.
  case launch
  /// The scenario's last `configure`, or another call to be made again.
  case call(member: String, with: Object)
  case foreground
  case background
  case advance(milliseconds: Int64)
}

extension Course {
  /// Goes on without judging: every ask gets its standing answer, whatever the steps say.
  ///
  /// Acts on effects that never came are passed over. `epilogue` follows the acts, or comes at
  /// once where the process has died.
  mutating func disturb(dies: Bool, epilogue: [Epilogue]) {
    isDisturbed = true
    self.epilogue = epilogue
    guard dies else { return }
    actIndex = frame.acts.count - 1
    taken = []
    endAdvance()
    note(.world("kill", Object()), .world)
    end()
  }

  /// Takes the effects of a turn up to one of them; what follows it never happened.
  mutating func takeCut(_ turn: Turn, effects: Int) {
    for effect in turn.effects.prefix(effects) { watch(effect) }
    returning = nil
  }

  mutating func watch(_ turn: Turn) {
    timers = turn.timers
    for effect in turn.effects { watch(effect) }
    returning = nil
    if actIndex >= 0, case .app("terminate", _) = act.step.act { end() }
  }

  private mutating func watch(_ effect: Effect) {
    note(.effect(effect), .unneeded)
    switch effect {
    case .store(let disk, let keychain): storage.write(disk: disk, keychain: keychain)
    case .request(let request):
      let endpoint = frame.vocabulary.endpoint(of: request.url)
      asks.append(
        AskRecord(
          id: request.id, label: nil, kind: "request", name: request.url,
          capability: endpoint?.capability ?? .all))
      // An address outside the vocabulary is answered by nobody: it stays open.
      if let reply = endpoint?.reply { answers.append(Answer(id: request.id, reply: reply)) }
    case .cancel(let id): answers.removeAll { $0.id.isSame(as: id) }
    case .other(let kind, let id?, let name, _):
      asks.append(
        AskRecord(id: id, label: nil, kind: kind, name: name, capability: .all))
      if let value = frame.vocabulary.effects[kind]?.standingReply {
        answers.append(Answer(id: id, reply: .answer(value)))
      }
    default: break
    }
  }

  /// The next input of the epilogue; nil when the act makes none, or none is left.
  mutating func beginEpilogue() -> Input.Act? {
    switch epilogue.removeFirst() {
    case .launch: return launch(Object())
    case .call(let member, let with):
      return call(member, with, frame.vocabulary.members[member]?.capability ?? [])
    case .foreground: return app("foreground", Object())
    case .background: return app("background", Object())
    case .advance(let time):
      advance(by: time, quiet: false)
      return nil
    }
  }
}

extension Course {
  /// Puts another answer in place of the one that the last input gave; nil for none at all.
  mutating func replaceLastInput(by act: Input.Act?) {
    guard !trace.isEmpty else { return }
    trace.removeLast()
    if let act { note(.input(act), .world) }
  }
}
