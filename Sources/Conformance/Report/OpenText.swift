/// What a testee does where nothing is judged.
package enum OpenText {
  /// Why the run is open, and where the testee parts from its transcript; none for a judged run.
  ///
  /// `base`: what stands in front of every path, in place of which a reader sees the path alone.
  package static func lines(_ verdict: Verdict, testee: String, base: String) -> [String] {
    guard let because = verdict.run.openReason else { return [] }
    let why = "  open: \(because)"
    guard let failure = verdict.outcome.failure else {
      return [why, "  \(testee) does as the transcript says"]
    }
    let told = FailureText(verdict, failure, rule: nil, base: base, repeatCommand: "")
    return [
      why, "  \(testee) parts from the transcript: \(told.headline)", "    at \(failure.mark)",
    ]
  }
}
