import GrovsCore
import JSON

/// A phone with the SDK on it: time, storage and a short notation for what the SDK did.
struct Phone {
  static let start: Int64 = 1_767_225_600_000
  private static let freshDisk: Object = ["clipboard": "settled"]

  private(set) var core = Core()
  private(set) var now: Int64 = 0
  /// Of an install whose clipboard was looked at, so that other tests need not answer for it.
  private(set) var disk = Phone.freshDisk
  private(set) var keychain = Object()
  /// What the last input brought forth.
  private(set) var effects: [Effect] = []
  private var calls = 0
  /// The id of the last question.
  private var question = ""

  /// Whether the syncs of messages are seen; else each is answered at once and passed over.
  private let seesSyncs: Bool
  /// The core's ids of the requests that are seen, `r1` first.
  private var requestIDs: [String] = []
  private var nextSync: Int64?

  init(seesSyncs: Bool = false) { self.seesSyncs = seesSyncs }

  var wake: Int64? {
    let wake = core.wake?.milliseconds
    return wake == nextSync ? nil : wake
  }

  /// The effects as words: `store`, `return`, `/path`, `cancel r1`, the names of members.
  var words: [String] {
    effects.map { effect in
      switch effect {
      case .store: "store"
      case .returned(_, let answer): answer == .nothing ? "return" : "return \(answer)"
      case .completion(_, let name, let answer): "\(name) \(answer)"
      case .callback(_, .receivedPayload): "payload"
      case .callback(_, .encounteredError(let error, _)): "\(error)"
      case .callback(let object, .screenName(let name)): "\(object) names \(name)"
      case .cancel(let id): "cancel \(id)"
      case .request(let request): request.url.replacing("https://sdk.sqd.link/api/v1/sdk", with: "")
      case .clipboard(_, let question): "\(question)"
      case .callback(_, let callback): callback.inAppMember ?? ""
      case .load(_, let campaign, _): "load \(campaign)"
      case .show(_, let campaign, _): "show \(campaign)"
      case .close(let id): "close \(id)"
      case .openURL(let destination): "open \(destination)"
      case .prompt(let prompt): "prompt \(prompt)"
      case .register: "register"
      case .log(let level, _): "log \(level)"
      }
    }
  }

  var requests: [Request] {
    effects.compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  mutating func take(_ event: Input.Event) {
    switch event {
    case .launch:
      requestIDs = []
      nextSync = nil
      effects = handle(event)
    case .reply(let id, let reply): effects = handle(.reply(request: coreID(id), reply))
    case .fail(let id, let failure): effects = handle(.fail(request: coreID(id), failure))
    default: effects = handle(event)
    }
    effects = effects.compactMap { seen($0) }
  }

  private mutating func handle(_ event: Input.Event) -> [Effect] {
    let effects = core.handle(
      Input(
        now: Instant(milliseconds: now), wall: WallTime(milliseconds: Self.start + now),
        event: event))
    for case .clipboard(let id, _) in effects { question = id }
    for case .callback(_, .shouldShowInAppMessage(let id, _)) in effects { question = id }
    for case .store(let changes) in effects {
      for change in changes.disk { disk[change.key] = change.value.map { .string($0) } }
      for change in changes.keychain { keychain[change.key] = change.value.map { .string($0) } }
    }
    return effects
  }

  private mutating func seen(_ effect: Effect) -> Effect? {
    switch effect {
    case .request(let request) where !seesSyncs && request.url.hasSuffix("/in_app_campaigns"):
      _ = handle(
        .reply(request: request.id, Reply(status: 200, body: .text(#"{"campaigns":[]}"#))))
      nextSync = now + 900_000
      return nil
    case .request(var request):
      requestIDs.append(request.id)
      request.id = "r\(requestIDs.count)"
      return .request(request)
    case .cancel(let id):
      return .cancel(request: "r\((requestIDs.firstIndex(of: id) ?? -1) + 1)")
    default: return effect
    }
  }

  private func coreID(_ id: String) -> String {
    guard let number = Int(id.dropFirst()), requestIDs.indices.contains(number - 1) else {
      return id
    }
    return requestIDs[number - 1]
  }

  mutating func launch(_ place: Launch.Place = .foreground, locked: Bool = false) {
    take(
      .launch(
        Launch(
          place: place, chance: 0.5, seed: UInt64(now) + 7,
          storage: locked ? nil : Storage(disk: disk, keychain: keychain),
          device: Device(["bundle_id": "com.example.demo", "model": "iPhone17,1"]))))
  }

  mutating func call(_ call: Call) {
    calls += 1
    take(.call(id: "c\(calls)", call))
  }

  mutating func configure(enabled: Bool = true, key: String = "key-1", baseURL: String? = nil) {
    let configuration = Configuration(
      apiKey: key, useTestEnvironment: false, baseURL: baseURL, enabled: enabled,
      delegate: AppObject(name: "app"))
    call(.configure(configuration, completion: "done"))
  }

  mutating func reply(_ id: String, _ status: Int = 200, _ body: String = "{}") {
    take(.reply(request: id, Reply(status: status, body: .text(body))))
  }

  /// Authenticates with what is the first request of the launch.
  mutating func authenticate(_ id: String = "r1") {
    reply(id, 200, #"{"linksquared":"device-1","uri_scheme":"demo"}"#)
  }

  /// A first launch with everything answered: the next request is r4.
  mutating func rest() {
    launch()
    configure()
    authenticate()
    reply("r2")
    reply("r3")
  }

  /// The app's data are wiped; the keychain stays.
  mutating func reinstall() { disk = Phone.freshDisk }

  /// As it was before the first install, its clipboard not looked at.
  mutating func uninstall() { disk = Object() }

  /// Answers the last question that was asked.
  mutating func answer(_ value: Value) {
    take(.answer(to: question, value))
  }

  /// Answers the in-app delegate's question, the last one that was asked.
  mutating func answerDelegate(_ shows: Bool) {
    take(.answer(to: question, .bool(shows)))
  }

  mutating func damage(_ key: String, _ text: String) { disk[key] = .string(text) }

  mutating func advance(_ milliseconds: Int64) {
    let end = now + milliseconds
    effects = []
    var all: [Effect] = []
    while let due = core.wake?.milliseconds, due <= end {
      now = max(now, due)
      take(.tick)
      all += effects
    }
    now = end
    effects = all
  }
}
