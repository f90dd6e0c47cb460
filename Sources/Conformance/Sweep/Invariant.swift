package import JSON
package import YAML

/// What must hold however a run is disturbed, in one of five forms.
package struct Invariant: Sendable {
  package var name: String
  package var mark: Mark
  package var form: Form

  package enum Form: Sendable {
    /// Every stored act of a member reaches an endpoint.
    case kept(Trail)
    /// No act has two ids, no id two acts; a repeat is equal to the first in every byte.
    case oneID(Trail, id: [String])
    /// Each call's completion runs exactly once, unless the process died.
    case once
    /// No request between disabling and enabling.
    case never(off: [Switch], on: [Switch])
    /// No callback with an argument before an endpoint of these answered with it in this launch.
    case before(callback: String, argument: String, endpoints: [String], field: String)
  }

  /// How the acts of a member are found again in the requests to an endpoint.
  package struct Trail: Sendable {
    package var member: String
    /// The way to what tells one act from another, in the call's arguments.
    package var argument: [String]
    package var endpoint: String
    /// The list in the body that holds the items; nil when the body itself is the item.
    package var items: String?
    /// The way to the same value in an item.
    package var field: [String]
    /// Milliseconds of the device's clock after which an act need not be kept any longer.
    package var within: Int64?
    /// How many code points of a text are sent.
    package var cut: Int?
    /// How many acts are kept, the newest ones.
    package var most: Int?
  }

  /// A call that turns something on or off: a member and the value of one of its arguments.
  package struct Switch: Sendable {
    package var member: String
    package var argument: String
    package var value: Value
    /// Whether the call also counts with the argument left out.
    package var isDefault: Bool
  }
}

extension Value {
  /// The value at the end of a way of keys; a number is the place of an item in a list.
  func at(_ way: [String]) -> Value? {
    var value: Value? = self
    for key in way {
      if let items = value?.array {
        value = Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
      } else {
        value = value?[key]
      }
    }
    return value
  }
}
