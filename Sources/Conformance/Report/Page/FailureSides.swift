import JSON

/// What was expected and what came, each outlined, for two columns side by side.
struct FailureSides {
  var expected: Side
  var got: Side

  struct Side {
    /// Kind and name, such as `request /authenticate`.
    var title: String
    var outline: Outline?

    init(_ title: String, _ outline: Outline? = nil) {
      self.title = title
      self.outline = outline
    }

    /// A step with all that it must hold.
    init(_ step: Expectation) { self.init(step.summary, step.pattern.map { Outline($0, at: nil) }) }

    /// An effect with all that it holds.
    init(_ effect: Effect, _ base: String) {
      self.init(effect.summary.without(base), effect.content.map { Outline($0, at: nil) })
    }
  }

  /// The two sides of a failure; nil for one that has none, such as a testee that died.
  ///
  /// `base`: what stands in front of every path, in place of which a reader sees the path alone.
  init?(_ failure: Failure, base: String) {
    switch failure.kind {
    case .unexpected(let effect, let next?, .part(let part, let difference)):
      self.init(effect, next, part, difference.narrowed, base)
    case .unexpected(let effect, let next?, .time(let waited, let window)):
      self.init(
        expected: Side("\(next.summary), after \(window.durationText)"),
        got: Side("\(effect.summary.without(base)), after \(DurationText.format(waited))"))
    case .unexpected(let effect, _, .order(let missed)):
      self.init(expected: Side(missed), got: Side(effect, base))
    case .unexpected(let effect, let next, _):
      self.init(expected: next.map { Side($0) } ?? Side("nothing"), got: Side(effect, base))
    case .missing(let step), .early(_, let step):
      self.init(expected: Side(step), got: Side("nothing"))
    case .returned(let value, let difference):
      let wanted = Outline(difference.expected ?? .absent, at: [])
      self.init(
        expected: Side("the call returns" + difference.placeText, wanted),
        got: Side("the call returns", Outline(value, at: difference.path)))
    case .notReturned, .notInside, .impossible, .unbuilt, .testee: return nil
    }
  }

  private init(expected: Side, got: Side) {
    self.expected = expected
    self.got = got
  }

  private init(
    _ effect: Effect, _ next: Expectation, _ part: String, _ difference: Difference, _ base: String
  ) {
    var path = difference.path
    let pattern: Pattern
    let value: Value?
    switch (part, effect, next.kind) {
    case ("headers", .request(let request), .request(let wanted)):
      // Names of headers compare without case, so that both sides have them in small letters.
      pattern = .object(
        wanted.headers.map { Pattern.Field(key: $0.name, pattern: $0.value) }, open: false)
      value = .object(
        Object(request.headers.map { ($0.name.loweredASCII, Value.string($0.value)) }))
      if case .key(let name)? = path.first { path[0] = .key(name.loweredASCII) }
    case ("method", _, _):
      pattern = difference.expected ?? .absent
      value = difference.got
    default:
      pattern = next.pattern ?? .absent
      value = effect.content
    }
    expected = Side(
      "\(next.summary), its \(part)", Outline(pattern, at: path, instead: difference.expected))
    got = Side("\(effect.summary.without(base)), its \(part)", Outline(value, at: path))
  }

  /// The sides as JSON: title, and the lines as depth, text and whether they are marked.
  var value: Value {
    ["expected": Self.value(expected), "got": Self.value(got)]
  }

  private static func value(_ side: Side) -> Value {
    [
      "title": .string(EntryText.shortened(side.title, to: 240)),
      "lines": .array(
        (side.outline?.lines ?? []).map {
          [.int($0.depth), .string($0.text), .int($0.isMarked ? 1 : 0)]
        }),
    ]
  }
}

extension Expectation {
  /// What the effect must hold, where the step says it.
  var pattern: Pattern? {
    switch kind {
    case .request(let pattern): pattern.body
    case .callback(_, let with, _): with
    case .completion(_, let with): with
    case .log(_, let text): text
    case .other(_, _, let with): with
    case .cancel: nil
    }
  }
}

extension Effect {
  /// What it holds: a request's body, arguments, a text.
  fileprivate var content: Value? {
    switch self {
    case .request(let request): request.body.json
    case .callback(_, _, let with), .other(_, _, _, let with): .object(with)
    case .completion(_, _, let with): with
    case .log(_, let text), .note(let text): .string(text)
    case .returned(_, let value): value
    case .store(let disk, let keychain):
      .object(disk ?? keychain ?? Object())
    case .cancel, .close, .unsupported, .fault: nil
    }
  }
}

extension Difference {
  /// The same difference at the innermost place, where a literal parts from a value.
  fileprivate var narrowed: Difference {
    guard case .exact(let wanted)? = expected, let got else { return self }
    switch (wanted, got) {
    case (.object(let left), .object(let right)):
      for key in (left.keys + right.keys).sorted(by: { $0.precedes($1) })
      where left[key] != right[key] {
        return inside(.key(key), left[key], right[key])
      }
    case (.array(let left), .array(let right)):
      for index in 0..<max(left.count, right.count) {
        let (a, b) = (left.item(index), right.item(index))
        if a != b { return inside(.index(index), a, b) }
      }
    default: break
    }
    return self
  }

  private func inside(_ part: Part, _ wanted: Value?, _ got: Value?) -> Difference {
    let inner = Difference(path: path + [part], expected: wanted.map { .exact($0) }, got: got)
    return inner.narrowed
  }

  fileprivate var placeText: String { path.isEmpty ? "" : ", at \(place)" }
}

extension [Value] {
  fileprivate func item(_ index: Int) -> Value? { indices.contains(index) ? self[index] : nil }
}

extension String {
  fileprivate var loweredASCII: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
