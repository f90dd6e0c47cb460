/// Why a check does not hold, or was not tried.
struct SmokeFlaw: Error, Hashable {
  enum Kind: Hashable {
    case fails
    case notTried
    /// There is no testee to try: the command ends.
    case noTestee
  }

  var kind: Kind
  /// What was seen, or why nothing was tried.
  var seen: String
  /// What to do; nil where the check's own advice fits.
  var fix: String?

  static func fails(_ seen: String, fix: String? = nil) -> SmokeFlaw {
    SmokeFlaw(kind: .fails, seen: seen, fix: fix)
  }

  static func notTried(_ why: String) -> SmokeFlaw {
    SmokeFlaw(kind: .notTried, seen: why, fix: nil)
  }

  /// The adapter offers no such member.
  static func lacks(_ member: String) -> SmokeFlaw {
    .notTried("the adapter answers 'unsupported' to \(member); let it offer \(member)")
  }
}
