/// A point of the time that no clock change moves; it means nothing in another launch.
public struct Instant: Hashable, Comparable, Sendable {
  /// Since the run began.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant so many seconds later.
  func after(seconds: Int64) -> Instant { Instant(milliseconds: milliseconds + seconds * 1000) }
}
