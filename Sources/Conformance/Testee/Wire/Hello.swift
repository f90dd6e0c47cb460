import JSON

/// What a testee says of itself, once a child.
package struct Hello: Hashable, Sendable {
  /// The protocol that it speaks.
  package var version: Int
  /// The name of the port.
  package var name: String
  /// The version of the SDK.
  package var sdk: String
  /// Names of capabilities; each with those that it rests on.
  package var claims: [String]
  /// How a fresh launch is made.
  package var fresh: Fresh

  package enum Fresh: String, Hashable, Sendable, CaseIterable {
    /// In place, as many as are asked for.
    case instance
    /// By a process of its own.
    case process
  }

  /// The protocols that this runner speaks.
  package static let protocols = [1]

  package init(
    version: Int = 1, name: String, sdk: String, claims: [String], fresh: Fresh = .instance
  ) {
    self.version = version
    self.name = name
    self.sdk = sdk
    self.claims = claims
    self.fresh = fresh
  }

  var value: Value {
    var object: Object = [
      "protocol": .int(version), "name": .string(name), "sdk": .string(sdk),
      "claims": .array(claims.map { .string($0) }),
    ]
    if fresh == .process { object["fresh"] = .string(fresh.rawValue) }
    return .object(object)
  }
}
