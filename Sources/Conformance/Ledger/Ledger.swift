package import YAML

/// What a port is known not to hold, and what it has claimed before.
package struct Ledger: Sendable {
  /// The path of its file, as given.
  package var path: String
  /// The capabilities claimed so far; a testee that claims less fails.
  package var claims: [Claim] = []
  /// Of these claims, those that are made no more.
  package var withdrawn: [Withdrawal] = []
  /// The runs that are known to fail, in the order of the file.
  package var known: [Entry] = []
  /// What is wrong with the file, sorted by place; then nothing of it is to be used.
  package var errors: [SpecError] = []

  /// An empty ledger.
  package init(path: String) { self.path = path }

  /// A capability that was claimed, by its name.
  package struct Claim: Sendable {
    package var capability: String
    package var mark: Mark
  }

  /// A capability that the port claims no more.
  package struct Withdrawal: Sendable {
    package var capability: String
    package var reason: String
    package var until: LedgerEnd
    package var mark: Mark
  }

  /// One run that is known to fail.
  package struct Entry: Sendable {
    /// `rule/name`.
    package var run: String
    package var reason: String
    /// The first divergence, as `Divergence` tells it.
    package var diverges: String
    package var until: LedgerEnd
    package var mark: Mark

    package init(run: String, reason: String, diverges: String, until: LedgerEnd, mark: Mark) {
      self.run = run
      self.reason = reason
      self.diverges = diverges
      self.until = until
      self.mark = mark
    }
  }
}

/// Why a run may fail, and how long.
package struct Excuse: Hashable, Sendable {
  package var reason: String
  package var diverges: String
  package var until: String

  package init(reason: String, diverges: String, until: String) {
    self.reason = reason
    self.diverges = diverges
    self.until = until
  }
}

extension Run {
  /// `rule/name`, by which filters and ledgers know it.
  package var fullName: String { "\(rule)/\(name)" }
}
