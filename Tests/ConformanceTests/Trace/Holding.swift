@testable import Conformance
import JSON

/// Holds values against patterns, as a run does: what one match learns, the next one knows.
struct Holding {
  var bindings = Bindings(start: Moment(now: 0, wall: 1_767_225_600_000))
  var now = Moment(now: 5000, wall: 1_767_225_605_000)

  /// Nil where the value fits; else the place of the difference, `.` for the value itself.
  mutating func misfit(
    _ pattern: Pattern, _ value: Value?, nulls: Matcher.NullRule = .strict
  ) -> String? {
    var matcher = Matcher(bindings: bindings, now: now)
    guard !matcher.matches(pattern, value, nulls: nulls) else {
      bindings = matcher.bindings
      return nil
    }
    let place = matcher.difference?.place ?? "nowhere"
    return place.isEmpty ? "." : place
  }
}

/// The place at which a value parts from a pattern, or nil.
func misfit(_ pattern: Pattern, _ value: Value?, nulls: Matcher.NullRule = .strict) -> String? {
  var holding = Holding()
  return holding.misfit(pattern, value, nulls: nulls)
}

/// A map's pattern from its fields.
func map(_ fields: KeyValuePairs<String, Pattern>, open: Bool = false) -> Pattern {
  let sorted = fields.map { Pattern.Field(key: $0.key, pattern: $0.value) }
    .sorted { $0.key.precedes($1.key) }
  return .object(sorted, open: open)
}
