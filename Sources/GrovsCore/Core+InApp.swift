import JSON

extension Core {
  /// What a decision may know now.
  var world: World {
    World(standing, attributes: visitor.attributes, hasStore: standing.store != nil)
  }

  /// Calls a member that speaks of messages, which works before `configure`.
  mutating func answerInApp(_ call: Call, _ id: String, _ turn: inout Turn) -> Answer {
    switch call {
    case .inAppDelegate: return .object(inApp.delegate)
    case .setInAppDelegate(let delegate): inApp.delegate = delegate
    case .setInAppDebugLogging(let isEnabled): inApp.logsDecisions = isEnabled
    case .pauseInAppMessages: inApp.pause()
    case .resumeInAppMessages: inApp.resume(world, standing, &turn)
    case .discardInAppMessages(let dismissCurrent):
      inApp.discard(dismissCurrent: dismissCurrent, world, standing, &turn)
      settle(&turn)
      inApp.next(world, standing, &turn)
    case .setInAppExcludedScreens(let screens): inApp.exclude(screens, world, standing, &turn)
    case .page(let member): return inApp.call(member, id, world, standing, &turn)
    default: break
    }
    return .nothing
  }

  /// Takes an answer to a question of the messages.
  mutating func answerInApp(_ question: String, _ value: Value, _ turn: inout Turn) {
    if inApp.answerDelegate(question, value, world, standing, &turn) { return }
    if inApp.answerPage(question, value, world, standing, &turn) { return }
    inApp.answerPrompt(question, value, &turn)
  }

  /// Takes the answer to the request of a message's picture.
  mutating func answerPicture(_ serial: Int, _ reply: Reply?, _ turn: inout Turn) {
    let isLoaded = reply.map { (200..<300).contains($0.status) && Images.isImage($0) } ?? false
    inApp.answerPicture(serial, isLoaded: isLoaded, world, standing, &turn)
  }

  mutating func fireInApp(_ alarm: Alarm, _ turn: inout Turn) {
    if alarm == inApp.patience {
      inApp.firePatience(world, standing, &turn)
    } else {
      inApp.fireSync(alarm, visitor.identifier, standing, &turn)
    }
  }

  mutating func hearInApp(_ event: Occurrence, isLaunch: Bool, _ turn: inout Turn) {
    inApp.hear(event, isLaunch: isLaunch, world, standing, &turn)
  }

  /// Lays an attribute of a page over the person's others.
  mutating func setAttribute(_ key: String, _ value: Value, _ turn: inout Turn) {
    var attributes = visitor.attributes ?? Object()
    attributes[key] = value
    visitor.setAttributes(AppMap(attributes), standing, &turn)
  }
}
