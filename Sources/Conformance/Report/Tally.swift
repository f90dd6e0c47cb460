/// How many runs ended how.
package struct Tally: Hashable, Sendable {
  package var passed = 0
  package var failed = 0
  package var known = 0
  package var notClaimed = 0
  package var open = 0
  /// The capabilities that the testee does not claim, of the runs counted.
  package var missing: CapabilitySet = []

  package init() {}

  package init(_ verdicts: some Sequence<Verdict>) {
    for verdict in verdicts { count(verdict) }
  }

  package mutating func count(_ verdict: Verdict) {
    switch verdict.outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .known: known += 1
    case .open: open += 1
    case .notClaimed(let capabilities):
      notClaimed += 1
      missing.formUnion(capabilities)
    }
  }

  /// All runs counted.
  package var total: Int { passed + failed + known + notClaimed + open }

  /// `N passed, N failed, N known, N not claimed (…), N open`.
  package func closingLine(_ vocabulary: Vocabulary) -> String {
    closingLine(missing: vocabulary.names(of: missing))
  }

  /// The same, for the names of what is missing.
  func closingLine(missing names: [String]) -> String {
    let brackets = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    return "\(passed) passed, \(failed) failed, \(known) known, \(notClaimed) not claimed"
      + "\(brackets), \(open) open"
  }
}
