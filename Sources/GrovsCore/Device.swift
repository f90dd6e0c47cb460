public import JSON

/// What is known of the device and the app on it.
public struct Device: Sendable {
  /// All that was told, by the contract's keys.
  public private(set) var facts: Object
  /// The app's bundle id, for a header.
  let bundleID: String
  /// The fields that authentication and lookups send, as JSON without the last brace.
  let wireText: String

  public init(_ facts: Object = Object()) {
    self.facts = facts
    bundleID = facts["bundle_id"]?.string ?? ""
    wireText = String(Value.object(Self.wireFields(of: facts)).canonicalText.dropLast())
  }

  /// Takes over the facts that have changed.
  mutating func change(_ changes: Object) {
    var facts = self.facts
    for pair in changes { facts[pair.key] = pair.value.isNull ? nil : pair.value }
    self = Device(facts)
  }

  private static func wireFields(of facts: Object) -> Object {
    var fields = Object()
    for key in ["app_version", "build", "language", "timezone", "vendor_id"] {
      fields[key] = known(facts[key])
    }
    fields["device"] = known(facts["model"])
    fields["screen_width"] = known(facts["screen"]?["width"])
    fields["screen_height"] = known(facts["screen"]?["height"])
    let agent = facts["user_agent"]?.string ?? ""
    fields["user_agent"] = .string(agent.isBlank ? "Grovs/3.1" : agent)
    return fields
  }

  private static func known(_ fact: Value?) -> Value? { fact?.isNull == true ? nil : fact }
}
