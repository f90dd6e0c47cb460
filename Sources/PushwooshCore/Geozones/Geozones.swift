import JSON

/// Tracks geozones as far as the app's Info.plist and the person allow.
struct Geozones: Sendable {
  /// What the keys of Info.plist allow; `nil` until a start has found those that it needs.
  private var reach: Reach?
  private var isTracking = false
  /// The question that the person is asked.
  private var question: String?
  private var isRefused = false

  /// Starts tracking; once the keys were found every later start does nothing.
  mutating func start(_ standing: Standing, _ turn: inout Turn) {
    guard reach == nil else { return }
    switch UsageKeys(standing.device).verdict {
    case .missing(let key): return turn.add(.log(.error, "Info.plist lacks \(key)"))
    case .allowed(let found, let missing):
      reach = found
      if let missing { turn.warn("Info.plist lacks \(missing)") }
    }
    follow(standing, &turn)
  }

  mutating func foreground(_ standing: Standing, _ turn: inout Turn) { follow(standing, &turn) }

  mutating func background(_ standing: Standing, _ turn: inout Turn) {
    if isTracking { follow(standing, &turn) }
  }

  /// Takes what the person answered, which is the device's permission from now on.
  mutating func answer(
    _ id: String, _ value: Value, _ standing: inout Standing, _ turn: inout Turn
  ) {
    guard question?.isSame(as: id) ?? false else { return }
    question = nil
    standing.device.change(["location_permission": value])
    follow(standing, &turn)
  }

  // Asks where nobody was asked, and tracks where that is allowed.
  private mutating func follow(_ standing: Standing, _ turn: inout Turn) {
    guard let reach else { return }
    let permission = standing.device.locationPermission
    switch permission {
    case .neverAsked:
      // A dialog needs the app on screen.
      guard standing.isForeground, question == nil else { return }
      let id = turn.id("a")
      question = id
      turn.add(.askLocation(id: id, reach == .always ? .always : .whenInUse))
    case .denied:
      track(false, &turn)
      guard !isRefused else { return }
      isRefused = true
      turn.warn("the person denies their location, so no geozone is tracked")
    case .whenInUse, .always:
      let isEverywhere = reach == .always && permission == .always
      track(standing.isForeground || isEverywhere, &turn)
    }
  }

  private mutating func track(_ tracks: Bool, _ turn: inout Turn) {
    guard tracks != isTracking else { return }
    isTracking = tracks
    turn.add(tracks ? .startGeozones : .stopGeozones)
  }
}

/// Where geozones may be tracked.
enum Reach: Sendable {
  case foreground, always
}

/// The keys of Info.plist that say what the location is for.
struct UsageKeys {
  /// What a start may do.
  enum Verdict: Equatable {
    /// Nothing, for this key is missing.
    case missing(String)
    /// Track so far; `lacking` is a key that allows more.
    case allowed(Reach, lacking: String?)
  }

  private static let whenInUseName = "NSLocationWhenInUseUsageDescription"
  private static let bothName = "NSLocationAlwaysAndWhenInUseUsageDescription"
  private static let alwaysName = "NSLocationAlwaysUsageDescription"

  private let isOldSystem: Bool
  private let hasWhenInUse: Bool
  private let hasBoth: Bool
  private let hasAlways: Bool

  init(_ device: Device) {
    func holdsText(_ name: String) -> Bool {
      device.info(name)?.string.map { !$0.isBlank } ?? false
    }
    isOldSystem = device.system < 11
    hasWhenInUse = holdsText(Self.whenInUseName)
    hasBoth = holdsText(Self.bothName)
    hasAlways = holdsText(Self.alwaysName)
  }

  var verdict: Verdict {
    if isOldSystem {
      if hasAlways { return .allowed(.always, lacking: nil) }
      return hasWhenInUse ? .allowed(.foreground, lacking: nil) : .missing(Self.whenInUseName)
    }
    guard hasWhenInUse else { return .missing(Self.whenInUseName) }
    return hasBoth
      ? .allowed(.always, lacking: nil) : .allowed(.foreground, lacking: Self.bothName)
  }
}
