package import JSON

/// One line of a trace: what the world did, or what the SDK did.
package struct TraceEntry: Sendable {
  /// Milliseconds of the run's time.
  package var at: Int64
  package var event: Event
  package var standing: Standing

  package enum Event: Sendable {
    case input(Input.Act)
    /// Time went on; the ticks on the way are folded into it.
    case advance(milliseconds: Int64, quiet: Bool)
    /// What the testee is not told: `kill`, `reinstall`, and a `device` set while it does not run.
    case world(String, Object)
    /// The device's clock now shows this, in milliseconds since 1970 UTC.
    case clock(Int64)
    case effect(Effect)
  }

  /// What became of an entry when it was judged.
  package enum Standing: Sendable {
    case world
    /// A step took it.
    case taken(Expectation)
    /// It belongs to a capability that the scenario does not need.
    case unneeded
    /// An IGNORE took it, by its place among the run's.
    case ignored(Int)
    /// It is of a kind that is not judged here: stores, notes, log lines nobody asked for.
    case unjudged
    /// The value that the call returned.
    case returned
    case refused
  }
}
