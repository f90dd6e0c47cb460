/// A failure that a ledger lists, in one line.
package enum KnownText {
  /// The line of a verdict; nil where it is no known failure.
  package static func line(_ verdict: Verdict) -> String? {
    guard case .known(_, let excuse) = verdict.outcome else { return nil }
    return "~ \(EntryText.escaped(verdict.run.fullName)): known until \(excuse.until): "
      + EntryText.shortened(excuse.reason, to: 160)
  }
}
