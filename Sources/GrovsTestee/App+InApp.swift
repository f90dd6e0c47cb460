import GrovsCore
import JSON

extension App {
  /// The core's call for a member of messages, or of their pages; `nil` for any other.
  mutating func inAppCall(_ arguments: Arguments) throws(Unbuilt) -> Call? {
    switch arguments.member {
    case "inAppDelegate":
      guard let value = arguments.with["newValue"] else { return .inAppDelegate }
      return .setInAppDelegate(try object(value, of: arguments.member))
    case "setInAppDebugLogging": return .setInAppDebugLogging(try arguments.bool("enabled"))
    case "pauseInAppMessages": return .pauseInAppMessages
    case "resumeInAppMessages": return .resumeInAppMessages
    case "discardInAppMessages":
      return .discardInAppMessages(
        dismissCurrent: try arguments.bool("dismissCurrent", default: false))
    case "setInAppExcludedScreens":
      return .setInAppExcludedScreens(try arguments.texts("screens") ?? [])
    default: return try pageMember(arguments).map { .page($0) }
    }
  }

  private func copy(_ member: String) -> PageMember {
    switch member {
    case "grovs.user": return .user
    case "grovs.event": return .event
    default: return .capabilities
    }
  }

  private mutating func pageMember(_ arguments: Arguments) throws(Unbuilt) -> PageMember? {
    switch arguments.member {
    case "grovs.close": return .close
    case "grovs.track":
      return .track(name: try arguments.text("name"), properties: try arguments.map("properties"))
    case "grovs.open": return .open(try arguments.text("url"))
    case "grovs.setAttribute":
      return .setAttribute(
        key: try arguments.text("key"),
        arguments.with["value"].map { AppValue(tagged: $0) })
    case "grovs.requestPushPermission":
      return .requestPushPermission(completion: closure(arguments))
    case "grovs.user", "grovs.event", "grovs.capabilities":
      guard arguments.with["newValue"] == nil else { return .write }
      return copy(arguments.member)
    default: return nil
    }
  }
}

extension UserAct {
  /// Reads an act on the message on screen.
  init(_ act: String, _ with: Object) throws(Unbuilt) {
    let arguments = Arguments(call: "", member: "user: \(act)", with: with)
    switch act {
    case "tap":
      self = .tap(
        button: try arguments.optionalText("button"), link: try arguments.optionalText("link"),
        element: with["element"]?.object)
    case "dismiss":
      guard let way = Dismissal(rawValue: try arguments.text("by")) else {
        throw arguments.unbuilt("by")
      }
      self = .dismiss(way)
    case "answer": self = .answer(with["value"] ?? .null)
    case "type": self = .type(try arguments.text("text"))
    case "send": self = .send
    case "skip": self = .skip
    default: throw Unbuilt("user: \(act)")
    }
  }
}

extension GrovsCore.Effect {
  /// The question that one of the app's objects is asked, and the method that answers it.
  var question: (id: String, object: String, member: String)? {
    guard case .callback(let object, let callback) = self,
      case .shouldShowInAppMessage(let id, _) = callback
    else { return nil }
    return (id, object, callback.member)
  }
}
