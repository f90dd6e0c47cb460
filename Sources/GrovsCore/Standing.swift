import JSON

/// What all features may know: read by all, written by `Core` alone.
struct Standing: Sendable {
  var now = Instant(milliseconds: 0)
  var wall = WallTime(milliseconds: 0)
  /// The launch's one random number, from 0 up to 1.
  var chance = 0.0
  var device = Device()
  var isForeground = false
  /// The id of the session.
  var session = ""

  /// What was configured; `nil` before.
  var setup: Setup?
  var isEnabled = false
  /// Whether the SDK was configured and enabled at any time of this launch.
  var wasCollecting = false
  var isAuthenticated = false
  /// Whether an authentication was on its way when the input came.
  var isAuthenticating = false
  /// The device's id in the project.
  var deviceID: String?
  /// The project's URL scheme, as far as it is known.
  var scheme: String?
  /// The address of the project's page in the store.
  var store: String?
  var delegate: AppObject?

  var isCollecting: Bool { isEnabled && setup != nil }
  /// Whether requests other than the authentication may be made.
  var isReady: Bool { isAuthenticated && isCollecting }
  var project: Project? { setup?.project }
}

/// An accepted configuration.
struct Setup: Sendable {
  var project: Project
  /// The address in front of every endpoint's path.
  var address: String
  /// Whether controllers that appear are recorded as screens.
  var tracksScreens: Bool
}

/// A project in one of its two environments: what stored things are filed under.
struct Project: Equatable, Sendable {
  /// What stands for it in stored keys.
  let id: String
  /// The header that names it to the backend.
  let headerValue: String

  init(apiKey: String, isTest: Bool) {
    id = (isTest ? "test/" : "live/") + apiKey
    headerValue = isTest ? "test_" + apiKey : apiKey
  }

  static func == (left: Project, right: Project) -> Bool { left.id.isSame(as: right.id) }
}
