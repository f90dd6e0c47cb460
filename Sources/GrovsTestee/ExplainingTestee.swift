package import Conformance
import JSON

/// The SDK core with its whole log open: what the app has not asked for comes as notes.
///
/// So a reader of a trace sees why a campaign was chosen or skipped, in the words of the SDK's own
/// debug log, and no verdict changes.
package final class ExplainingTestee: Testee {
  private let core = GrovsTestee()
  /// What the app itself would see: from this level on, and campaigns only when it asks.
  private var level = LogLevel.error
  private var seesDecisions = false

  package init() {}

  package func take(_ input: Input) throws(TesteeError) -> Turn {
    var input = input
    switch input.act {
    case .launch:
      level = .error
      seesDecisions = false
      var turn = try core.take(input)
      turn.timers = try open(input, "setDebug", ["level": "info"])
      turn.timers = try open(input, "setInAppDebugLogging", ["enabled": true])
      turn.effects = turn.effects.map(noted)
      return turn
    case .call(let id, "setDebug", let with):
      level = with["level"]?.string.flatMap(LogLevel.init(rawValue:)) ?? level
      input.act = .call(id: id, member: "setDebug", with: ["level": "info"])
    case .call(let id, "setInAppDebugLogging", let with):
      seesDecisions = with["enabled"]?.bool ?? seesDecisions
      input.act = .call(id: id, member: "setInAppDebugLogging", with: ["enabled": true])
    default: break
    }
    var turn = try core.take(input)
    turn.effects = turn.effects.map(noted)
    return turn
  }

  // A call that no app makes: its return is kept back, what it sets stays.
  private func open(
    _ input: Input, _ member: String, _ with: Object
  ) throws(TesteeError) -> [Wake] {
    let act = Input.Act.call(id: "explain-\(member)", member: member, with: with)
    return try core.take(Input(now: input.now, wall: input.wall, act: act)).timers
  }

  private func noted(_ effect: Effect) -> Effect {
    guard case .log(let name, let text) = effect, let written = LogLevel(rawValue: name) else {
      return effect
    }
    let isHidden = written.rank < level.rank || (written == .info && !seesDecisions)
    return isHidden ? .note(text) : effect
  }
}

extension LogLevel {
  fileprivate var rank: Int {
    switch self {
    case .info: 0
    case .warn: 1
    case .error: 2
    }
  }
}
