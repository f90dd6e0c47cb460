import JSON

/// What each project has said of itself: the device's id in it, and its URL scheme.
struct Projects: Sendable {
  private static let idPrefix = "device/"
  private static let schemePrefix = "scheme/"
  private static let latestKey = "scheme"
  private static let storePrefix = "store/"

  private var ids = Object()
  private var schemes = Object()
  private var latestScheme: String?
  private var stores = Object()

  /// Whether a project knew this device already, perhaps before the app was removed.
  var knowDevice: Bool { !ids.isEmpty }

  mutating func load(_ storage: Storage) {
    for pair in storage.keychain where pair.key.utf8.starts(with: Self.idPrefix.utf8) {
      ids[pair.key] = pair.value
    }
    for pair in storage.disk where pair.key.utf8.starts(with: Self.schemePrefix.utf8) {
      schemes[pair.key] = pair.value
    }
    for pair in storage.disk where pair.key.utf8.starts(with: Self.storePrefix.utf8) {
      stores[pair.key] = pair.value
    }
    latestScheme = storage.disk[Self.latestKey]?.string
  }

  func deviceID(in project: Project) -> String? { ids[Self.idPrefix + project.id]?.string }

  /// The project's scheme; that of the last authentication while nothing is configured.
  func scheme(of project: Project?) -> String? {
    guard let project else { return latestScheme }
    return schemes[Self.schemePrefix + project.id]?.string
  }

  /// The address of the project's page in the store.
  func store(of project: Project) -> String? { stores[Self.storePrefix + project.id]?.string }

  /// Takes over what the backend has said, and keeps what is new.
  mutating func adopt(_ answer: Authenticated, _ project: Project, _ turn: inout Turn) {
    if !(deviceID(in: project)?.isSame(as: answer.deviceID) ?? false) {
      ids[Self.idPrefix + project.id] = .string(answer.deviceID)
      turn.keepSecret(Self.idPrefix + project.id, answer.deviceID)
    }
    let store = answer.store.map { Value.string($0) }
    if stores[Self.storePrefix + project.id] != store {
      stores[Self.storePrefix + project.id] = store
      turn.keep(Self.storePrefix + project.id, answer.store)
    }
    if !(scheme(of: project)?.isSame(as: answer.scheme) ?? false) {
      schemes[Self.schemePrefix + project.id] = .string(answer.scheme)
      turn.keep(Self.schemePrefix + project.id, answer.scheme)
    }
    if !(latestScheme?.isSame(as: answer.scheme) ?? false) {
      latestScheme = answer.scheme
      turn.keep(Self.latestKey, answer.scheme)
    }
  }
}
