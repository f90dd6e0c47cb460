import JSON

/// What one feature tells the others; `Core` hands each on in one written order.
enum Signal: Sendable {
  /// The SDK may collect: it was configured enabled, or enabled.
  case collecting
  case disabled
  case authenticated(Authenticated)
  /// An authentication has failed, `isFinal` where the backend has refused it.
  case authenticationFailed(isFinal: Bool)
  /// A foreground or an enabling while authenticated.
  case resumed
  case foreground
  /// What a foreground resumes is resumed: what has waited may show.
  case surfaced
  /// The app has left the foreground.
  case background
  /// A new session has begun.
  case session
  /// A controller has appeared that is a screen of this name.
  case screen(String)

  /// Something has happened that may trigger a message, `isLaunch` for the launch's own opening.
  case occurred(Occurrence, isLaunch: Bool)
  /// The SDK reports this of a message.
  case report(String, Object)
  /// The page of a message tracks an event.
  case pageEvent(String, AppMap)
  /// The page of a message sets an attribute.
  case pageAttribute(String, Value)

  /// A tap on a campaign's push counts as its open.
  case opened(Tap)
  /// A tap's link shall be looked up.
  case tapped(Tap, link: LinkText)
  /// What a lookup has found.
  case found(Found, LinkSource)
  /// A tap's lookup has failed and waits for a foreground.
  case tapWaits(Int)
  /// A tap's lookup has failed for too long.
  case tapExpired(Int)
  /// A lookup that events may wait for was answered or failed.
  case lookedUp
  /// The app shall get this payload.
  case deliver(Found, payload: AppMap?)
}

/// What the backend says at an authentication.
struct Authenticated: Sendable {
  var deviceID: String
  var scheme: String
  /// `nil` where the backend does not name it, null where it has none.
  var identifier: Value?
  /// The same of the attributes.
  var attributes: Value?
  /// The project's page in the store.
  var store: String?

  /// Takes an answer, or gives `nil` where it lacks a required field.
  init?(_ object: Object) {
    guard let deviceID = object["linksquared"]?.string, !deviceID.isEmpty,
      let scheme = object["uri_scheme"]?.string
    else { return nil }
    self.deviceID = deviceID
    self.scheme = scheme
    identifier = object["sdk_identifier"]
    attributes = object["sdk_attributes"]
    store = object["app_store_url"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// What a lookup's answer holds.
struct Found: Sendable {
  var link: String?
  var data: Object?
  var tracking: Object?

  init(_ object: Object = Object()) {
    link = object["link"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    data = object["data"]?.object
    tracking = object["tracking"]?.object
  }
}

/// Where a link came from that was looked up.
enum LinkSource: Equatable, Sendable {
  case device
  case opened
  /// A link that a browser has copied.
  case clipboard
  /// A URL of another app's scheme.
  case foreign
  case tap(Int)
}
