public import JSON

/// One thing that happens to the SDK.
public struct Input: Sendable {
  /// The time that no clock change moves.
  public var now: Instant
  public var event: Event

  public init(now: Instant, event: Event) {
    self.now = now
    self.event = event
  }

  /// What happens.
  public enum Event: Sendable {
    /// The process starts; forgets everything that was before.
    case launch(Launch)
    /// The app, or the system in its name, calls a member under an id of the host's choice.
    case call(id: String, Call)
    case reply(request: String, status: Int)
    /// The request failed on its way.
    case fail(request: String)
    /// What the world answers to a question.
    case answer(to: String, Value)
    /// The person closes what was shown under this id.
    case closed(show: String)
    /// Time has passed.
    case tick
    /// The app came to the foreground; `storage` is given once the device was locked at launch.
    case foreground(storage: Object?)
    case background
    case terminate
    /// The device was unlocked for the first time since it started.
    case unlock(storage: Object?)
    case push(Push.Event, Push)
    /// The payment queue tells those who observe it.
    case transactions([Transaction])
    /// Events have happened, all in one moment, each of which triggers one of these pages.
    case triggers([String])
    /// The video has come to its end.
    case videoEnded
    /// These facts of the device have changed.
    case device(Object)
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
  /// What earlier launches have kept, by key; `nil` while the device is locked.
  public var storage: Object?
  public var device: Device

  public init(place: Place, storage: Object?, device: Device) {
    self.place = place
    self.storage = storage
    self.device = device
  }
}

/// A push, as it came.
public struct Push: Sendable {
  /// What happens with a push.
  public enum Event: Sendable {
    case arrives, tapped, dismissed
  }

  public var payload: Object

  public init(payload: Object) { self.payload = payload }
}

/// A transaction of the payment queue.
public struct Transaction: Sendable {
  public enum State: String, Sendable {
    case purchasing, purchased, failed, restored, deferred
  }

  public var id: String
  public var product: String
  public var quantity: Int
  /// In ISO 8601, UTC.
  public var date: String
  public var state: State

  public init(id: String, product: String, quantity: Int, date: String, state: State) {
    self.id = id
    self.product = product
    self.quantity = quantity
    self.date = date
    self.state = state
  }
}
