/// What is tested: takes one input and gives all that follows from it.
///
/// A run begins with a launch, which makes everything new. An implementation needs no clock, no
/// network and no disk: the runner has them.
package protocol Testee: AnyObject {
  func take(_ input: Input) throws(TesteeError) -> Turn
}

/// A testee that can be copied as it stands, so that a run goes on from any turn more than once.
package protocol CopyingTestee: Testee {
  func copy() -> any CopyingTestee
}

/// A testee that died, hung or broke the protocol.
package struct TesteeError: Error, Hashable, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// A kind of testee: its name, what it claims, and how one is made for each worker.
package struct TesteeKind: Sendable {
  package var name: String
  /// The version of the SDK that it is, as it says.
  package var sdk: String?
  /// Names of capabilities; each with those that it rests on.
  package var claims: [String]
  package var make: @Sendable () -> any Testee
  /// Makes one that tells in notes why it does what it does; for readers, never for verdicts.
  package var makeExplaining: @Sendable () -> any Testee

  package init(
    name: String, sdk: String? = nil, claims: [String], make: @escaping @Sendable () -> any Testee,
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
    TesteeKind(name: name, sdk: sdk, claims: claims, make: makeExplaining)
  }
}
