/// What is tested: takes one input and gives all that follows from it.
///
/// A run begins with a launch, which makes everything new. An implementation needs no clock, no
/// network and no disk: the runner has them.
package protocol Testee: AnyObject {
  func take(_ input: Input) throws(TesteeError) -> Turn
  /// What the testee does, of itself, once it had said that the turn of this input was over.
  ///
  /// Asked after a run has failed: nil where nothing came, as in a testee that cannot be late.
  func lateness(after input: Input) -> TesteeError?
}

extension Testee {
  package func lateness(after input: Input) -> TesteeError? { nil }
}

/// A testee that can be copied as it stands, so that a run goes on from any turn more than once.
package protocol CopyingTestee: Testee {
  func copy() -> any CopyingTestee
}

/// A testee that died, hung or broke the protocol.
package struct TesteeError: Error, Hashable, Sendable {
  /// What became of it.
  package enum Kind: String, Hashable, Sendable {
    /// It says that something it claims is not built, or does what no testee may.
    case fail
    /// It ended, or nobody caught an exception.
    case crash
    /// It did not end its turn within the limit.
    case hang
    /// It wrote what the protocol does not know.
    case `protocol`
  }

  package var kind: Kind
  package var message: String
  /// What helps to understand it: the line quoted, the last lines of stderr.
  package var details: [String]

  package init(_ message: String, kind: Kind = .fail, details: [String] = []) {
    self.kind = kind
    self.message = message
    self.details = details
  }
}

/// A kind of testee: its name, what it claims, and how one is made for each worker.
package struct TesteeKind: Sendable {
  package var name: String
  /// The version of the SDK that it is.
  package var sdk: String
  /// Names of capabilities; each with those that it rests on.
  package var claims: [String]
  package var make: @Sendable () -> any Testee
  /// Makes one that tells in notes why it does what it does; for readers, never for verdicts.
  package var makeExplaining: @Sendable () -> any Testee
  /// Whether it runs in this process, so that it can take the runner down with it.
  package var isInProcess = true
  /// Why no more of it can be made: then the command ends; nil where all is well.
  package var trouble: @Sendable () -> String? = { nil }
  /// What it did wrong outside of every run, once all its testees are gone.
  package var complaints: @Sendable () -> [String] = { [] }
  /// The members that have returned so far; empty where nobody counts.
  package var builtMembers: @Sendable () -> [String] = { [] }

  package init(
    name: String, sdk: String = "", claims: [String],
    make: @escaping @Sendable () -> any Testee,
    makeExplaining: (@Sendable () -> any Testee)? = nil
  ) {
    self.name = name
    self.sdk = sdk
    self.claims = claims
    self.make = make
    self.makeExplaining = makeExplaining ?? make
  }

  /// The same kind, telling in notes why it does what it does.
  package var explaining: TesteeKind {
    var kind = self
    kind.make = makeExplaining
    return kind
  }
}
