extension Tally {
  /// The closing line of several suites together, each with its vocabulary.
  package static func closingLine(_ parts: [(tally: Tally, vocabulary: Vocabulary)]) -> String {
    var whole = Tally()
    for (part, _) in parts {
      whole.passed += part.passed
      whole.failed += part.failed
      whole.known += part.known
      whole.notClaimed += part.notClaimed
      whole.open += part.open
    }
    return whole.closingLine(missing: parts.flatMap { $0.vocabulary.names(of: $0.tally.missing) })
  }
}
