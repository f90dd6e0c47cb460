/// A set of the vocabulary's capabilities, by their place in it.
package struct CapabilitySet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The set of one capability, by its place in the vocabulary (0 to 63).
  package init(index: Int) { self.init(rawValue: 1 << UInt64(index)) }

  /// Every capability.
  package static let all = CapabilitySet(rawValue: .max)
}
