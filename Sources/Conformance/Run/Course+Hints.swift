import JSON

extension Course {
  /// What most likely lies behind a failure, for the author of a port: a sentence each.
  func hints(for kind: Failure.Kind) -> [String] {
    switch kind {
    case .missing(let step): levelHints(step) ?? timerHints
    case .unexpected(let effect, _, _): orderHints(effect)
    case .notReturned(_, .some):
      ["hand it to the app once the member has returned, still within the turn"]
    case .testee(let error) where error.kind == .protocol:
      ["conformance smoke tries the manners of a testee one by one"]
    default: []
    }
  }

  // A line of the log that fits, but for its level, is most likely the one that is missed.
  private func levelHints(_ step: Expectation) -> [String]? {
    guard case .log(let wanted, let pattern) = step.kind else { return nil }
    let other = trace.reversed().lazy.prefix { $0.at >= actBegan }.compactMap { entry -> String? in
      guard case .effect(.log(let level, let text)) = entry.event, level != wanted.rawValue else {
        return nil
      }
      var matcher = Matcher(bindings: bindings, now: moment)
      return pattern.map { matcher.matches($0, .string(text), nulls: .strict) } ?? true
        ? level : nil
    }.first
    return other.map { ["a line that fits came, but as log \($0)"] }
  }

  // What should come while time passes can only come by a timer.
  private var timerHints: [String] {
    guard case .advance(let milliseconds, _) = act.step.act else { return [] }
    let span = DurationText.format(milliseconds)
    guard let next = timers.map(\.at).min() else {
      return ["no timer was named, so nothing could happen while \(span) went by"]
    }
    return ["the next timer is named for \(DurationText.format(next)), after this act"]
  }

  // The right effect too early in its lane fits a step that stands further down.
  private func orderHints(_ effect: Effect) -> [String] {
    let slots = act.slots
    let later = slots.indices.first { index in
      guard taken[index] < 0 else { return false }
      if case .success = fit(effect, slots[index], index) { return true }
      return false
    }
    guard let later else { return [] }
    return [
      "this is what the step at \(slots[later].expectation.mark) expects; "
        + "effects of one lane come in the order of the steps"
    ]
  }
}
