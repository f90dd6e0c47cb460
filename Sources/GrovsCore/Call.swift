/// A member of the SDK that the app calls, reads or sets.
///
/// A `Closure` is the name of the app's closure; without one nobody is told.
public enum Call: Sendable {
  public typealias Closure = String

  case configure(Configuration, completion: Closure?)
  case setSDK(enabled: Bool)
  case setDebug(LogLevel)
  case setDelegate(AppObject?)
  case delegate

  case sceneOpenURLContexts([String])
  case sceneContinue(UserActivity)
  case sceneOptions(urlContexts: [String], userActivities: [UserActivity])
  case appContinue(UserActivity)
  case appOpen(String)
  case lastReceivedPayload(completion: Closure?)
  case allReceivedPayloadsSinceStartup(completion: Closure?)

  case generateLink(NewLink, completion: Closure?)
  case linkDetails(path: String, completion: Closure?)
  case logInAppPurchase(transactionID: UInt64, completion: Closure?)
  case logCustomPurchase(CustomPurchase, completion: Closure?)

  case track(name: String, properties: AppMap?, tags: [String]?)
  case trackScreenView(name: String, properties: AppMap?)
  case setGlobalTags([String]?)

  case setScreenAliases(AppMap)
  case setScreenNameProvider(ScreenNameProvider?)
  case screenNameProvider
  /// A view with the modifier appears; its name, or else its file, names it.
  case grovsScreen(name: String?, fileID: String, properties: AppMap?)

  case setUserIdentifier(String?)
  case userIdentifier
  case setUserAttributes(AppMap?)
  case userAttributes

  case inAppDelegate
  case setInAppDelegate(AppObject?)
  case setInAppDebugLogging(Bool)
  case pauseInAppMessages
  case resumeInAppMessages
  case discardInAppMessages(dismissCurrent: Bool)
  case setInAppExcludedScreens([String])
  /// The page of the message on screen calls or reads this.
  case page(PageMember)

  case displayMessages(completion: Closure?)
  case numberOfUnreadMessages(completion: Closure?)

  case setPushToken(deviceToken: [UInt8])
  case assignPushToken(String?)
  case pushToken
  case handleNotificationResponse(action: String, userInfo: AppMap)
  case handleNotificationOpen(userInfo: AppMap)
  case isGrovsNotification(userInfo: AppMap)

  case serviceExtensionDidReceive(AppMap, completion: Closure?)
  case serviceExtensionTimeWillExpire
  case attachImage(AppMap, completion: Closure?)
  /// Cancels the task of this name, which `attachImage` has given.
  case cancelTask(String)
}

/// What `configure` is given.
public struct Configuration: Sendable {
  public var apiKey: String
  public var useTestEnvironment: Bool
  /// `nil` for the Grovs cloud.
  public var baseURL: String?
  public var autoTrackScreenViews: Bool
  /// Hosts of links beside the project's own that may be taken from the clipboard.
  public var clipboardDomains: [String]?
  public var enabled: Bool
  public var delegate: AppObject?

  public init(
    apiKey: String, useTestEnvironment: Bool, baseURL: String? = nil,
    autoTrackScreenViews: Bool = true, clipboardDomains: [String]? = nil, enabled: Bool = true,
    delegate: AppObject?
  ) {
    self.apiKey = apiKey
    self.useTestEnvironment = useTestEnvironment
    self.baseURL = baseURL
    self.autoTrackScreenViews = autoTrackScreenViews
    self.clipboardDomains = clipboardDomains
    self.enabled = enabled
    self.delegate = delegate
  }
}

/// An object of the app, held weakly: `release` empties every place that names it.
public struct AppObject: Equatable, Sendable {
  public var name: String
  /// The optional methods that it does not have.
  public var lacks: [String]

  public init(name: String, lacks: [String] = []) {
    self.name = name
    self.lacks = lacks
  }
}

/// What the system hands over when the person goes on elsewhere.
public struct UserActivity: Sendable {
  /// Whether it is of the type for browsing the web.
  public var isBrowsing: Bool
  public var url: String?

  public init(isBrowsing: Bool, url: String?) {
    self.isBrowsing = isBrowsing
    self.url = url
  }

  /// The web link that it holds.
  var link: String? {
    guard isBrowsing, let url, LinkText(url)?.isWeb == true else { return nil }
    return url
  }
}

/// A level of the log, the lowest first.
public enum LogLevel: Int, Comparable, Sendable {
  case info, warn, error

  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
