/// A member that the app calls, reads or sets, or a listing of the guide that the system calls.
public enum Call: Sendable {
  /// The app delegate's handler of URLs with the app's own scheme.
  case applicationOpen(url: String)
  /// The scene delegate's.
  case sceneOpen(urls: [String])
  /// The app delegate's handler of Universal Links.
  case applicationContinue(UserActivity)
  /// The scene delegate's.
  case sceneContinue(UserActivity)

  case sendTransactions([Transaction])
  case startLocationTracking

  case setRichMediaDelegate(RichMediaDelegate?)
  case richMediaDelegate
  /// A new queue, under this name, becomes the delegate.
  case useQueue(String)
  /// The app itself asks its queue whether to present a page.
  case askQueue(page: String)
  case presentRichMedia(page: String)

  /// The content extension gets a notification with these attachments.
  case notificationReceived(attachments: [String])

  case setAuthorizationOptions([String])
  case authorizationOptions
  case registerForPushNotifications
}

/// What the person was doing when they came to the app.
public struct UserActivity: Equatable, Sendable {
  public static let browsingWeb = "NSUserActivityTypeBrowsingWeb"

  public var type: String
  public var webpageURL: String?

  public init(type: String, webpageURL: String?) {
    self.type = type
    self.webpageURL = webpageURL
  }
}

/// An object of the app that is asked about rich media and told of them; held strongly.
public struct RichMediaDelegate: Equatable, Sendable {
  public var name: String
  /// The methods that it does not have.
  public var lacks: [String]
  /// What it answers when it is asked about a page.
  public var presents: Bool

  public init(name: String, lacks: [String] = [], presents: Bool) {
    self.name = name
    self.lacks = lacks
    self.presents = presents
  }
}
