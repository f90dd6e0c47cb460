import JSON

extension Core {
  /// Calls a member for the app.
  mutating func take(_ call: Call, _ id: String, _ turn: inout Turn) {
    turn.returns(answer(call, id, &turn), from: id)
  }

  private mutating func answer(_ call: Call, _ id: String, _ turn: inout Turn) -> Answer {
    let completion = { (name: String?) in name.map { Completion(call: id, name: $0) } }
    switch call {
    case .configure(let configuration, let name):
      configure(configuration, completion(name), &turn)
    case .setSDK(let isEnabled): setEnabled(isEnabled, &turn)
    case .setDebug(let level): turn.level = level
    case .setDelegate(let delegate): setDelegate(delegate, &turn)
    case .delegate: return .object(delegate)
    case .lastReceivedPayload(let name): payloads.giveLast(completion(name), &turn)
    case .allReceivedPayloadsSinceStartup(let name): payloads.giveAll(completion(name), &turn)
    case .track(let name, let properties, let tags):
      events.track(name, properties, tags, standing, &turn)
    case .trackScreenView(let name, let properties):
      events.trackScreenView(name, properties, standing, &turn)
    case .setGlobalTags(let tags):
      if isConfigured { events.setGlobalTags(tags) }
    case .sceneOpenURLContexts, .sceneContinue, .sceneOptions, .appContinue, .appOpen:
      return openLink(call, &turn)
    case .setScreenAliases, .setScreenNameProvider, .screenNameProvider, .grovsScreen:
      return answerScreens(call, &turn)
    case .setUserIdentifier, .userIdentifier, .setUserAttributes, .userAttributes:
      return answerUsers(call, &turn)
    case .displayMessages(let name):
      if let completion = completion(name) { turn.complete(completion, with: .nothing) }
    case .numberOfUnreadMessages(let name):
      if let completion = completion(name) { turn.complete(completion, with: .count(0)) }
    case .setPushToken, .assignPushToken, .pushToken, .handleNotificationResponse,
      .handleNotificationOpen, .isGrovsNotification:
      return answerPush(call, &turn)
    case .inAppDelegate, .setInAppDelegate, .setInAppDebugLogging, .pauseInAppMessages,
      .resumeInAppMessages, .discardInAppMessages, .setInAppExcludedScreens, .page:
      return answerInApp(call, id, &turn)
    case .generateLink, .linkDetails, .logInAppPurchase, .logCustomPurchase:
      answerCompleting(call, id, &turn)
    case .serviceExtensionDidReceive, .serviceExtensionTimeWillExpire, .attachImage, .cancelTask:
      return answerImages(call, id, &turn)
    }
    return .nothing
  }

  private mutating func openLink(_ call: Call, _ turn: inout Turn) -> Answer {
    switch call {
    case .sceneOpenURLContexts(let urls): open(urls, &turn)
    case .sceneContinue(let activity): open([activity.link].compactMap(\.self), &turn)
    case .sceneOptions(let urls, let activities):
      open(urls, &turn)
      open(activities.compactMap(\.link), &turn)
    case .appContinue(let activity):
      open([activity.link].compactMap(\.self), &turn)
      return .bool(activity.link != nil)
    case .appOpen(let url):
      let isForeign = LinkText(url)?.isForeign(to: standing.scheme) ?? true
      open([url], &turn)
      return .bool(!isForeign)
    default: break
    }
    return .nothing
  }

  // A set has no order, so the links' texts give one.
  private mutating func open(_ urls: [String], _ turn: inout Turn) {
    for url in urls.sorted(by: { $0.precedes($1) }) { lookups.open(url, standing, &turn) }
  }

  private mutating func answerPush(_ call: Call, _ turn: inout Turn) -> Answer {
    switch call {
    case .setPushToken(let bytes): visitor.setToken(bytes.hex, standing, &turn)
    case .assignPushToken(let token): visitor.setToken(token, standing, &turn)
    case .pushToken: return .text(visitor.token)
    case .handleNotificationResponse(let action, let userInfo):
      guard let campaign = Taps.campaign(of: userInfo) else { return .bool(false) }
      if action == Taps.tapAction { taps.tap(userInfo, campaign: campaign, standing, &turn) }
      return .bool(true)
    case .handleNotificationOpen(let userInfo):
      guard let campaign = Taps.campaign(of: userInfo) else { return .bool(false) }
      taps.tap(userInfo, campaign: campaign, standing, &turn)
      return .bool(true)
    case .isGrovsNotification(let userInfo):
      return .bool(Taps.campaign(of: userInfo) != nil)
    default: break
    }
    return .nothing
  }
}
