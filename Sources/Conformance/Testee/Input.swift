package import JSON

/// One thing that the world does to a testee, at one instant.
package struct Input: Hashable, Sendable {
  /// Milliseconds of virtual time since the run began.
  package var now: Int64
  /// What the device's clock shows, in milliseconds since 1970 UTC.
  package var wall: Int64
  package var act: Act

  package init(now: Int64, wall: Int64, act: Act) {
    self.now = now
    self.wall = wall
    self.act = act
  }

  /// What happens.
  ///
  /// App values in `with` hold the protocol's tags (`$date`, `$object`, …).
  package enum Act: Hashable, Sendable {
    case launch(Launch)
    /// A member is called; a property is read with an empty `with` and set with `newValue`.
    case call(id: String, member: String, with: Object)
    case reply(request: String, Response)
    case fail(request: String, Failure)
    case tick
    /// `with` holds the storage at the first unlock or foreground after a locked launch.
    case app(to: String, with: Object)
    case device(with: Object)
    case user(show: String, act: String, with: Object)
    case answer(to: String, with: Value)
    case release(object: String)
  }

  /// A fresh SDK on the given storage.
  package struct Launch: Hashable, Sendable {
    /// `foreground`, `background` or `extension`.
    package var app: String
    /// From 0 up to 1: every random number of the launch.
    package var chance: Double
    /// Where ids come from.
    package var seed: UInt64
    /// `nil` while the device is locked.
    package var storage: Storage?
    package var device: Object

    package init(app: String, chance: Double, seed: UInt64, storage: Storage?, device: Object) {
      self.app = app
      self.chance = chance
      self.seed = seed
      self.storage = storage
      self.device = device
    }
  }

  /// How a transport fails.
  package enum Failure: String, Hashable, Sendable, CaseIterable {
    case offline, timeout, lost
  }
}

/// What is kept when the process dies: two stores of texts.
package struct Storage: Hashable, Sendable {
  package var disk: Object
  package var keychain: Object

  package init(disk: Object = Object(), keychain: Object = Object()) {
    self.disk = disk
    self.keychain = keychain
  }

  /// Writes what a `store` effect says; `null` removes a key.
  package mutating func write(disk changes: Object?, keychain secrets: Object?) {
    for pair in changes ?? Object() { disk[pair.key] = pair.value.isNull ? nil : pair.value }
    for pair in secrets ?? Object() { keychain[pair.key] = pair.value.isNull ? nil : pair.value }
  }
}

/// An answer of the network.
package struct Response: Hashable, Sendable {
  package var status: Int
  package var headers: [Header]
  package var body: Body

  package init(status: Int = 200, headers: [Header] = [], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A header of a request or an answer; names compare without case.
package struct Header: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The body of a request or an answer, as it travels.
package enum Body: Hashable, Sendable {
  case none
  case text(String)
  case bytes([UInt8])
}
