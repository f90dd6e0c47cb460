package import YAML

/// One spec file, with every run that it makes.
package struct SpecFile: Sendable {
  /// The path, as the suite gives it.
  package var path: String
  /// The folder that it lies in.
  package var area: String
  package var title: String?
  /// What its scenarios need, without what that rests on.
  package var needs: CapabilitySet
  /// The rules to build first, each with its place.
  package var after: [RuleUse]
  /// The rules that its runs show, each with the place that names it; in order, each place once.
  package var rules: [RuleUse]
  package var runs: [Run]
  /// What is wrong in this file, sorted by place; then it has no runs.
  package var errors: [SpecError]

  /// A rule's id, where it is written.
  package struct RuleUse: Hashable, Sendable {
    package var id: String
    package var mark: Mark
    /// Whether what shows it judges every capability, and whether it judges at all.
    package var scopeAll: Bool
    package var isOpen: Bool
  }
}
