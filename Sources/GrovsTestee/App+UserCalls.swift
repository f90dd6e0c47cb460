import GrovsCore
import JSON

extension App {
  /// The call for a member that speaks of the user, or of the inbox that is gone.
  mutating func userCall(_ arguments: Arguments) throws(Unbuilt) -> Call? {
    let isSet = arguments.with["newValue"] != nil
    switch arguments.member {
    case "userIdentifier":
      return isSet ? .setUserIdentifier(try arguments.optionalText("newValue")) : .userIdentifier
    case "userAttributes":
      return isSet ? .setUserAttributes(try arguments.map("newValue")) : .userAttributes
    case "displayMessagesViewController(completion:)",
      "displayMessagesViewController(completion:onFailure:)":
      return .displayMessages(completion: closure(arguments))
    case "numberOfUnreadMessages":
      return .numberOfUnreadMessages(completion: closure(arguments))
    default: return nil
    }
  }

  /// The call for a member that speaks of screens.
  mutating func screenCall(_ arguments: Arguments) throws(Unbuilt) -> Call? {
    switch arguments.member {
    case "setScreenAliases": return .setScreenAliases(try aliases(arguments))
    case "screenNameProvider":
      guard let value = arguments.with["newValue"] else { return .screenNameProvider }
      return .setScreenNameProvider(try provider(value, arguments))
    case "grovsScreen":
      return .grovsScreen(
        name: try arguments.optionalText("name"),
        // A caller that names no file is in this one.
        fileID: try arguments.optionalText("fileID") ?? #fileID,
        properties: try arguments.map("properties"))
    default: return nil
    }
  }

  private func aliases(_ arguments: Arguments) throws(Unbuilt) -> AppMap {
    guard let object = arguments.with["aliases"]?.object,
      object.pairs.allSatisfy({ $0.value.string != nil }), let map = try arguments.map("aliases")
    else { throw arguments.unbuilt("aliases") }
    return map
  }

  private mutating func provider(
    _ value: Value, _ arguments: Arguments
  ) throws(Unbuilt) -> ScreenNameProvider? {
    guard let object = try object(value, of: arguments.member) else { return nil }
    let answer = value["returns"]?[arguments.member]
    if let name = answer?["name"]?.string {
      return ScreenNameProvider(object: object, answer: .name(name))
    }
    switch answer {
    case nil, .null, "automatic": return ScreenNameProvider(object: object, answer: .automatic)
    case "suppress": return ScreenNameProvider(object: object, answer: .suppress)
    default: throw Unbuilt("a screenNameProvider that answers so")
    }
  }
}
