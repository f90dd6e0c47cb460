package import YAML

/// One documented rule: the only home of its sentence.
package struct Rule: Sendable {
  /// `area.slug`.
  package var id: String
  /// The rule in one sentence.
  package var says: String
  /// Where it comes from, as `page#section`.
  package var sources: [String]
  package var level: Level
  /// The reading taken where the documents are silent.
  package var decision: String?
  /// Whether it speaks of every request, so that its specs judge all capabilities.
  package var scopeAll: Bool
  /// Whether it is listed as an open point.
  package var isOpen: Bool
  /// Of a host rule: the Swift test that shows it, or `later`.
  package var shown: String?
  /// The hashes of the sentences that it restates.
  package var pins: [Pinned]
  package var mark: Mark

  /// The hash of a sentence, and where the rulebook has it.
  package struct Pinned: Sendable {
    package var pin: Pin
    package var mark: Mark
  }

  /// What can show a rule.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// A trace of the core.
    case core
    /// A Swift test: threads, references, types.
    case host
    /// The platform's own interface.
    case shell
    /// Nothing: it speaks to the reader.
    case docs
  }

  /// The part of the id before the first dot.
  package var area: String { String(id.prefix { $0 != "." }) }
}
