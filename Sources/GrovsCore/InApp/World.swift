import JSON

/// What a decision may know of the device, the person and the app.
struct World: Sendable {
  var wall: WallTime
  /// The device's calendar day, as `2026-01-01`.
  var day: String
  var session: String
  var language: Value?
  var permission: Value?
  var appVersion: Version?
  var orientation: Orientation
  var attributes: Object?
  /// Whether the project has a page in the store.
  var hasStore: Bool

  init(_ standing: Standing, attributes: Object?, hasStore: Bool) {
    let facts = standing.device.facts
    wall = standing.wall
    session = standing.session
    language = facts["language"]
    permission = facts["push_permission"]
    appVersion = facts["app_version"]?.string.map { Version($0) }
    orientation = standing.device.orientation
    self.attributes = attributes
    self.hasStore = hasStore
    let offset = Int64(facts["utc_offset"]?.int ?? 0)
    let local = standing.wall.milliseconds.adding(offset * 60_000)
    day = String(WallTime(milliseconds: local).iso.prefix(10))
  }

  var isPermitted: Bool { PagePermission(ofDevice: permission?.string) == .granted }
}

extension Device {
  /// The window that messages are drawn in; `nil` where there is none.
  var window: Value? { facts["window"].flatMap { $0.object == nil ? nil : $0 } }

  /// How the device is held; on an iPad the window's shape.
  var orientation: Orientation {
    if let model = facts["model"]?.string, model.utf8.starts(with: "iPad".utf8), let window,
      let width = window["width"]?.number, let height = window["height"]?.number
    {
      return width > height ? .landscape : .portrait
    }
    return facts["orientation"]?.string.flatMap { Orientation(rawValue: $0) } ?? .portrait
  }

  var permission: PagePermission { PagePermission(ofDevice: facts["push_permission"]?.string) }

  /// The app's own URL schemes.
  var ownSchemes: [String] { (facts["schemes"]?.array ?? []).compactMap(\.string) }
}
