package import JSON

extension Course {
  enum Fit {
    case success(Bindings)
    case failure(Failure.Mismatch)
  }

  /// Holds an effect against one step, its time included.
  func fit(_ effect: Effect, _ slot: Slot, _ index: Int) -> Fit {
    let expectation = slot.expectation
    var matcher = Matcher(bindings: bindings, now: moment)
    if let mismatch = mismatch(effect, expectation, &matcher) { return .failure(mismatch) }
    if let window = expectation.after {
      let waited = now - momentAbove(index)
      guard window.contains(waited) else { return .failure(.time(waited, window)) }
    }
    if slot.order == .sequence, let missed = missed(above: index) {
      return .failure(.order(missed))
    }
    var bindings = matcher.bindings
    if let label = expectation.label, case .request(let request) = effect {
      bindings.bodies.append((label, request.body.json))
    }
    return .success(bindings)
  }

  // For a member of an unordered group the step above is the one above the group; for one below
  // it the group's last to come.
  private func momentAbove(_ index: Int) -> Int64 {
    let slots = act.slots
    var above = index - 1
    if slots[index].order == .unordered {
      while above >= 0, slots[above].group == slots[index].group { above -= 1 }
    }
    guard above >= 0 else { return actBegan }
    guard slots[above].order == .unordered else { return moment(of: above) }
    return slots.indices.filter { slots[$0].group == slots[above].group }.map { moment(of: $0) }
      .max() ?? actBegan
  }

  // A step above in another lane that is not reached yet must still come in this very turn.
  private func moment(of index: Int) -> Int64 { taken[index] < 0 ? now : taken[index] }

  private func missed(above index: Int) -> Expectation? {
    let slots = act.slots
    return slots.indices.prefix(index).first {
      slots[$0].group == slots[index].group && taken[$0] < 0
    }.map { slots[$0].expectation }
  }

  private func mismatch(
    _ effect: Effect, _ expectation: Expectation, _ matcher: inout Matcher
  ) -> Failure.Mismatch? {
    switch (effect, expectation.kind) {
    case (.request(let request), .request(let pattern)):
      return matcher.mismatch(request, pattern)
    case (.cancel(let id), .cancel(let label)):
      return asks.contains { $0.id.isSame(as: id) && ($0.label?.isSame(as: label) ?? false) }
        ? nil : .other
    case (.callback(let object, let member, let with), .callback(let name, let pattern, let on)):
      guard member.isSame(as: name), object.isSame(as: on ?? "app") else { return .other }
      return matcher.part("with", pattern, .object(with), .top)
    case (.completion(let id, let closure, let with), .completion(let name, let pattern)):
      guard closure.isSame(as: Vocabulary.Member.completionName), let call = call(id),
        (call.label ?? call.member).isSame(as: name)
      else { return .other }
      return matcher.part("with", pattern ?? .absent, with, .strict)
    case (.log(let level, let text), .log(let wanted, let pattern)):
      guard level == wanted.rawValue else { return .other }
      return pattern.flatMap { matcher.part("with", $0, .string(text), .strict) }
    case (.other(let kind, _, let name, let with), .other(let wanted, let pattern, let arguments)):
      guard kind.isSame(as: wanted), name.isSame(as: pattern) else { return .other }
      return matcher.part("with", arguments, .object(with), .top)
    case (.close(let id), .other("close", let name, _)):
      return asks.contains { $0.id.isSame(as: id) && $0.name.isSame(as: name) } ? nil : .other
    default: return .other
    }
  }
}

extension Matcher {
  /// How a request parts from its pattern, or nil.
  mutating func mismatch(
    _ request: Effect.Request, _ pattern: RequestPattern
  ) -> Failure.Mismatch? {
    guard request.url.isSame(as: pattern.url) else { return .other }
    guard request.method.isSame(as: pattern.method) else {
      return .part(
        "method",
        Difference(
          path: [], expected: .exact(.string(pattern.method)), got: .string(request.method)))
    }
    if let difference = difference(request.headers, pattern.headers) {
      return .part("headers", difference)
    }
    guard let body = pattern.body else { return nil }
    return part("body", body, request.body.json, .body(exact: pattern.exact))
  }

  mutating func part(
    _ name: String, _ pattern: Pattern, _ value: Value?, _ nulls: NullRule
  ) -> Failure.Mismatch? {
    guard !matches(pattern, value, nulls: nulls) else { return nil }
    return .part(name, difference ?? Difference(path: [], expected: pattern, got: value))
  }

  /// Headers are closed, their names compared without case.
  private mutating func difference(
    _ headers: [Header], _ patterns: [(name: String, value: Pattern)]
  ) -> Difference? {
    for (name, pattern) in patterns {
      let value = headers.first { $0.name.isSameIgnoringCase(as: name) }.map {
        Value.string($0.value)
      }
      guard matches(pattern, value, nulls: .strict) else {
        return Difference(path: [.key(name)], expected: pattern, got: value)
      }
    }
    for (index, header) in headers.enumerated() {
      let isKnown = patterns.contains { header.name.isSameIgnoringCase(as: $0.name) }
      let isTwice = headers[..<index].contains { header.name.isSameIgnoringCase(as: $0.name) }
      guard isKnown, !isTwice else {
        return Difference(path: [.key(header.name)], expected: nil, got: .string(header.value))
      }
    }
    return nil
  }
}

extension Body {
  /// The body read as JSON; a text that is none as that text, bytes as their hex, nothing as nil.
  package var json: Value? {
    switch self {
    case .none: nil
    case .text(let text): (try? Value(json: text)) ?? .string(text)
    case .bytes(let bytes): .string(bytes.hex)
    }
  }
}

extension [UInt8] {
  package var hex: String {
    var text = ""
    for byte in self {
      let digits = String(byte, radix: 16)
      text += digits.utf8.count == 1 ? "0" + digits : digits
    }
    return text
  }
}
