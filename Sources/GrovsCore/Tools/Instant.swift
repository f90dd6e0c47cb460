/// A length of time in whole milliseconds.
public struct Span: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func milliseconds(_ count: Int64) -> Span { Span(milliseconds: count) }
  public static func seconds(_ count: Int64) -> Span { Span(milliseconds: count * 1000) }
  public static func minutes(_ count: Int64) -> Span { .seconds(count * 60) }
  public static func days(_ count: Int64) -> Span { .minutes(count * 1440) }

  public static func < (left: Span, right: Span) -> Bool {
    left.milliseconds < right.milliseconds
  }

  static func + (left: Span, right: Span) -> Span {
    Span(milliseconds: left.milliseconds.adding(right.milliseconds))
  }
}

/// A point of the time that no clock change moves; it means nothing in another launch.
public struct Instant: Hashable, Comparable, Sendable {
  /// Since the run began.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  static func + (left: Instant, right: Span) -> Instant {
    Instant(milliseconds: left.milliseconds.adding(right.milliseconds))
  }

  static func - (left: Instant, right: Instant) -> Span {
    Span(milliseconds: left.milliseconds.adding(-right.milliseconds))
  }
}

/// When a timer is due; of those due at one instant the one that was set first is fired first.
struct Alarm: Hashable, Comparable, Sendable {
  var due: Instant
  var serial: Int

  static func < (left: Alarm, right: Alarm) -> Bool {
    left.due == right.due ? left.serial < right.serial : left.due < right.due
  }
}

extension Int64 {
  /// The sum, held at the bounds: stored times can be any number.
  func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
