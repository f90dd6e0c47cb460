import GrovsCore
import JSON

extension App {
  /// The core's call for a member's name and its arguments.
  mutating func call(_ member: String, _ with: Object, id: String) throws(Unbuilt) -> Call {
    let arguments = Arguments(call: id, member: member, with: with)
    switch member {
    case "configure": return try configure(arguments)
    case "setSDK": return .setSDK(enabled: try arguments.bool("enabled"))
    case "setDebug": return .setDebug(try arguments.level("level"))
    case "delegate":
      guard let value = with["newValue"] else { return .delegate }
      return .setDelegate(try object(value, of: member))
    case "lastReceivedPayload":
      return .lastReceivedPayload(completion: closure(arguments))
    case "allReceivedPayloadsSinceStartup":
      return .allReceivedPayloadsSinceStartup(completion: closure(arguments))
    case "track":
      return .track(
        name: try arguments.text("name"), properties: try arguments.map("properties"),
        tags: try arguments.texts("tags"))
    case "trackScreenView":
      return .trackScreenView(
        name: try arguments.text("screenName"), properties: try arguments.map("properties"))
    case "setGlobalTags": return .setGlobalTags(try arguments.texts("tags"))
    default:
      if let call = try linkCall(arguments) { return call }
      if let call = try userCall(arguments) { return call }
      if let call = try screenCall(arguments) { return call }
      if let call = try completingCall(arguments) { return call }
      if let call = try inAppCall(arguments) { return call }
      if let call = try imageCall(arguments) { return call }
      return try pushCall(arguments)
    }
  }

  private mutating func configure(_ arguments: Arguments) throws(Unbuilt) -> Call {
    let configuration = Configuration(
      apiKey: try arguments.text("APIKey"),
      useTestEnvironment: try arguments.bool("useTestEnvironment"),
      baseURL: try arguments.optionalText("baseURL"),
      autoTrackScreenViews: try arguments.bool("autoTrackScreenViews", default: true),
      clipboardDomains: try arguments.texts("clipboardDomains"),
      enabled: try arguments.bool("enabled", default: true),
      delegate: try object(arguments.with["delegate"], of: arguments.member))
    return .configure(configuration, completion: closure(arguments))
  }

  private func linkCall(_ arguments: Arguments) throws(Unbuilt) -> Call? {
    switch arguments.member {
    case "handleSceneDelegate(openURLContexts:)":
      return .sceneOpenURLContexts(try arguments.texts("URLContexts") ?? [])
    case "handleSceneDelegate(continue:)":
      return .sceneContinue(arguments.activity(arguments.with["userActivity"]))
    case "handleSceneDelegate(options:)":
      let options = arguments.with["connectionOptions"]
      return .sceneOptions(
        urlContexts: try arguments.texts(options?["urlContexts"]) ?? [],
        userActivities: (options?["userActivities"]?.array ?? []).map(arguments.activity))
    case "handleAppDelegate(continue:restorationHandler:)":
      return .appContinue(arguments.activity(arguments.with["userActivity"]))
    case "handleAppDelegate(open:options:)":
      return .appOpen(try arguments.text("url"))
    default: return nil
    }
  }

  private func pushCall(_ arguments: Arguments) throws(Unbuilt) -> Call {
    switch arguments.member {
    case "setPushToken":
      guard case .data(let bytes) = AppValue(tagged: arguments.with["deviceToken"] ?? .null) else {
        throw arguments.unbuilt("deviceToken")
      }
      return .setPushToken(deviceToken: bytes)
    case "pushToken":
      guard arguments.with["newValue"] != nil else { return .pushToken }
      return .assignPushToken(try arguments.optionalText("newValue"))
    case "handleNotificationResponse":
      let response = arguments.with["response"]
      guard let action = response?["action"]?.string else { throw arguments.unbuilt("response") }
      return .handleNotificationResponse(
        action: action, userInfo: try arguments.map(response?["userInfo"]) ?? AppMap())
    case "handleNotificationOpen":
      return .handleNotificationOpen(userInfo: try arguments.map("userInfo") ?? AppMap())
    case "isGrovsNotification":
      return .isGrovsNotification(userInfo: try arguments.map("userInfo") ?? AppMap())
    default: throw Unbuilt(arguments.member)
    }
  }
}
