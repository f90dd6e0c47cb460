public import JSON

/// One thing that happens to the SDK.
public struct Input: Sendable {
  /// The time that no clock change moves.
  public var now: Instant
  /// What the device's clock shows.
  public var wall: WallTime
  public var event: Event

  public init(now: Instant, wall: WallTime, event: Event) {
    self.now = now
    self.wall = wall
    self.event = event
  }

  /// What happens.
  public enum Event: Sendable {
    /// The process starts; forgets everything that was before.
    case launch(Launch)
    /// The app calls a member, under an id of the host's choice.
    case call(id: String, Call)
    case reply(request: String, Reply)
    case fail(request: String, Failure)
    /// What the world answers to a question, a page to its load, or the delegate when asked.
    case answer(to: String, Value)
    /// The person acts on what was shown under this id.
    case user(show: String, UserAct)
    /// Time has passed; one timer that is due fires.
    case tick
    /// The app came to the foreground; `storage` is given once the device was locked at launch.
    case foreground(storage: Storage?)
    case background
    case terminate
    /// The device was unlocked for the first time since it started.
    case unlock(storage: Storage?)
    /// A view controller has appeared.
    case appear(Controller)
    /// These facts of the device have changed.
    case device(Object)
    /// The window that messages are drawn in has gone.
    case closeWindow
    /// The app has let go of its last reference to this object.
    case release(object: String)
  }
}

/// How a process starts.
public struct Launch: Sendable {
  /// Where the app is when it starts.
  public enum Place: String, Sendable {
    case foreground, background, `extension`
  }

  public var place: Place
  /// From 0 up to 1; stands for every random number of the launch.
  public var chance: Double
  /// Where ids come from; another one at each launch.
  public var seed: UInt64
  /// What earlier launches have kept; `nil` while the device is locked.
  public var storage: Storage?
  public var device: Device

  public init(place: Place, chance: Double, seed: UInt64, storage: Storage?, device: Device) {
    self.place = place
    self.chance = chance
    self.seed = seed
    self.storage = storage
    self.device = device
  }
}

/// What is kept when the process dies: two stores of texts, by key.
public struct Storage: Sendable {
  public var disk: Object
  /// Outlives the app's removal.
  public var keychain: Object

  public init(disk: Object = Object(), keychain: Object = Object()) {
    self.disk = disk
    self.keychain = keychain
  }
}

/// An answer of the network.
public struct Reply: Sendable {
  public var status: Int
  public var headers: [Header]
  public var body: Body

  public init(status: Int, headers: [Header] = [], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A body as it travelled.
  public enum Body: Sendable {
    case none
    case text(String)
    case bytes([UInt8])
  }
}

/// A header of a request or an answer.
public struct Header: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// How a transport fails.
public enum Failure: Sendable {
  case offline, timeout, lost
}
