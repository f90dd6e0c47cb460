import JSON

/// Takes the URL of a tapped push to where it belongs: the app's handlers, the browser, the system.
struct Routing: Sendable {
  /// Whether the app has been in the foreground in this launch.
  var isReady = false
  /// The tap that has started the app.
  private var waiting: Push?
  /// The URLs that the system was given, by question.
  private var handed: [(question: String, url: String)] = []

  mutating func tap(_ push: Push, _ standing: Standing, _ turn: inout Turn) {
    guard isReady else {
      waiting = push
      return
    }
    route(push, standing, &turn)
  }

  mutating func foreground(_ standing: Standing, _ turn: inout Turn) {
    isReady = true
    guard let push = waiting else { return }
    waiting = nil
    route(push, standing, &turn)
  }

  /// Whether the system has opened what it was given.
  mutating func answer(_ question: String, _ value: Value, _ turn: inout Turn) {
    guard let place = handed.firstIndex(where: { $0.question.isSame(as: question) }) else { return }
    let url = handed.remove(at: place).url
    if value.bool != true { turn.warn("nothing opens the push's URL '\(url)'") }
  }

  private mutating func route(_ push: Push, _ standing: Standing, _ turn: inout Turn) {
    let texts = ["url", "l"].compactMap { push.payload[$0]?.string }.filter { !$0.isBlank }
    guard let url = texts.map(\.trimmed).first(where: { Address.scheme(of: $0) != nil }) else {
      if !texts.isEmpty { turn.warn("the push's URL has no scheme: '\(texts[0])'") }
      return
    }
    switch Address.scheme(of: url) {
    case "https", "http":
      guard let address = Address(url), address.host != nil else {
        return turn.warn("the push's URL is none: '\(url)'")
      }
      let isSecure = Address.scheme(of: url) == "https"
      if isSecure, handle(url, standing, &turn) { return }
      turn.add(.openInBrowser(url))
    default:
      let question = turn.id("a")
      handed.append((question, url))
      turn.add(.openURL(id: question, url))
    }
  }

  /// Asks the app's handler, the scene's before the application's; tells whether it was handled.
  private func handle(_ url: String, _ standing: Standing, _ turn: inout Turn) -> Bool {
    let activity = UserActivity(type: UserActivity.browsingWeb, webpageURL: url)
    let scenes = standing.device.scenes.filter { $0.isGuide != nil }
    for state in Scene.State.allCases {
      guard let scene = scenes.first(where: { $0.state == state }) else { continue }
      turn.add(.callback(object: scene.name, .sceneContinue(activity)))
      if scene.isGuide == true { _ = Handlers.continues(activity, &turn) }
      // It has no result by which it could decline.
      return true
    }
    let handler = standing.device.applicationHandler
    guard handler != .none else { return false }
    turn.add(
      .callback(object: standing.device.applicationName, .applicationContinue(activity)))
    switch handler {
    case .guide: return Handlers.continues(activity, &turn)
    case .handles: return true
    case .declines, .none: return false
    }
  }
}
