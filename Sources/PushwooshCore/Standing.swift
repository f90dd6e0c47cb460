public import JSON

/// What all features may know: read by all, written by `Core` and by answers of the system.
struct Standing: Sendable {
  var now = Instant(milliseconds: 0)
  var device = Device()
  var isForeground = false
}

/// What is known of the device and the app on it.
public struct Device: Sendable {
  /// All that was told, by the vocabulary's keys.
  public private(set) var facts: Object

  public init(_ facts: Object = Object()) { self.facts = facts }

  /// Takes over the facts that have changed.
  mutating func change(_ changes: Object) {
    for pair in changes { facts[pair.key] = pair.value }
  }

  /// The number before the first dot of the system's version; 0 where there is none.
  var system: Int {
    let version = facts["system"]?.string ?? ""
    return Int(String(version.prefix { $0 != "." })) ?? 0
  }

  /// A value of the app's Info.plist.
  func info(_ key: String) -> Value? { facts["info"]?[key] }

  /// Whether there is a window to draw in.
  var hasWindow: Bool { facts["window"]?.bool ?? true }

  var locationPermission: LocationPermission {
    facts["location_permission"]?.string.flatMap { LocationPermission(rawValue: $0) } ?? .neverAsked
  }

  /// The scenes that are connected, in the order in which they were.
  var scenes: [Scene] { (facts["scenes"]?.array ?? []).compactMap { Scene($0) } }

  /// Which handler of Universal Links the app delegate has.
  var applicationHandler: ApplicationHandler {
    facts["application"]?["handler"]?.string.flatMap { ApplicationHandler(rawValue: $0) } ?? .none
  }

  /// The name of the app delegate.
  var applicationName: String { facts["application"]?["name"]?.string ?? "" }

  /// Whether the root of the app's bundle has a file of this very name.
  func hasFile(_ name: String) -> Bool {
    (facts["files"]?.array ?? []).contains { $0.string?.isSame(as: name) ?? false }
  }
}

/// A handler that the app delegate may have.
enum ApplicationHandler: String, Sendable {
  case none
  /// The guide's listing.
  case guide
  /// Others, which answer true or false.
  case handles, declines
}

/// A connected scene.
struct Scene: Sendable {
  /// How near it is to the person, the nearest first.
  enum State: String, CaseIterable {
    case foregroundActive = "foreground_active"
    case foregroundInactive = "foreground_inactive"
    case background
  }

  var name: String
  var state: State
  /// Whether its delegate's handler of Universal Links is the guide's; `nil` without a handler.
  var isGuide: Bool?

  init?(_ value: Value) {
    guard let name = value["name"]?.string,
      let state = value["state"]?.string.flatMap({ State(rawValue: $0) })
    else { return nil }
    self.name = name
    self.state = state
    switch value["handler"]?.string {
    case "guide": isGuide = true
    case "own": isGuide = false
    default: isGuide = nil
    }
  }
}
