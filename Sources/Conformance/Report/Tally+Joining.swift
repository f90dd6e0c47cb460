extension Tally {
  /// The counts of several suites as one; what is missing stays with each, being its own.
  package init(joining parts: [Tally]) {
    for part in parts {
      passed += part.passed
      failed += part.failed
      known += part.known
      notClaimed += part.notClaimed
      open += part.open
    }
  }

  /// The closing line of several suites, each with its vocabulary.
  package static func closingLine(_ parts: [(tally: Tally, vocabulary: Vocabulary)]) -> String {
    Tally(joining: parts.map(\.tally)).closingLine(
      missing: parts.flatMap { $0.vocabulary.names(of: $0.tally.missing) })
  }
}
