package import JSON

/// What a value must look like.
package indirect enum Pattern: Sendable {
  /// Exactly this value; a literal of a spec, or `$literal`.
  case exact(Value)
  /// A map with these keys; closed unless `open`. Sorted by the keys' bytes.
  case object([Field], open: Bool)
  case list([Pattern])
  /// A list of any length.
  case all(Pattern)
  /// A list in any order, each item once.
  case set([Pattern])
  case any(AnyType)
  /// A string: the texts between the stars.
  case like([String])
  /// No such key.
  case absent
  /// No such key, or the pattern.
  case optional(Pattern)
  /// Bound at first sight, equal later; names of one class differ from each other.
  case bind(name: String, class: String?)
  /// A value unlike every earlier one of the class.
  case new(class: String)
  /// The text of an instant, or of one between the two.
  case time(InstantName, InstantName)
  case range(Number, Number)
  /// A string that holds JSON.
  case json(Pattern)
  /// The body that the labelled request had.
  case same(label: String)

  package struct Field: Sendable {
    package var key: String
    package var pattern: Pattern

    package init(key: String, pattern: Pattern) {
      self.key = key
      self.pattern = pattern
    }
  }

  package enum AnyType: String, Hashable, Sendable, CaseIterable {
    case any, string, bool, integer, number, list, map, uuid, instant
  }
}
