package import JSON
package import YAML

/// Why a run does not hold.
package struct Failure: Error, Sendable {
  package var kind: Kind
  /// The step, or the act, at which it fails.
  package var mark: Mark
  /// The start that holds this step, if one does.
  package var start: String?
  /// Milliseconds of the run's time.
  package var at: Int64
  /// What most likely lies behind it, for a porter: a sentence each.
  package var hints: [String] = []

  package enum Kind: Sendable {
    /// An effect that no step takes; with the step that was next in its lane, and where they part.
    case unexpected(Effect, next: Expectation?, Mismatch?)
    /// The act is over and this was not reached.
    case missing(Expectation)
    /// Something came before what stands above it and cannot be of the same turn.
    case early(Expectation, before: Expectation)
    /// The value that a call returned is another.
    case returned(Value, Difference)
    /// The call did not return, or something came before it had.
    case notReturned(member: String, first: Effect?)
    /// What must run inside the call ran after it had returned.
    case notInside(member: String, Effect)
    /// The spec asks for what cannot be done, such as an answer to a request that never came.
    case impossible(String)
    /// The testee says that a member, input or value is not built.
    case unbuilt(String)
    /// The testee died, hung, or did what no testee may.
    case testee(TesteeError)
  }

  /// How an effect parts from a step.
  package enum Mismatch: Sendable {
    /// Another kind of effect, or another name.
    case other
    /// The same kind and name, at another time: milliseconds since the step above.
    case time(Int64, ClosedRange<Int64>)
    /// The same kind and name with a difference in this part: `body`, `headers`, `with`, `method`.
    case part(String, Difference)
    /// A step of a sequence that stands above was not reached yet.
    case order(Expectation)
  }
}
