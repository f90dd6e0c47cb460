import JSON
import YAML

extension RunReport.Fault {
  /// A failure in parts; addresses under `base` are told by their path.
  init(_ verdict: Verdict, _ failure: Failure, base: String, text: String) {
    let headline = FailureText(verdict, failure, rule: nil, base: base, repeatCommand: "").headline
    self.init(
      text: text.cut(to: 64 << 10), says: headline, kind: failure.kind.name, mark: failure.mark,
      start: failure.start, at: failure.at, hints: failure.hints)
    switch failure.kind {
    case .unexpected(let effect, let next, let mismatch):
      self.next = next?.mark
      if case .part(let part, let difference) = mismatch {
        self.part = part
        take(difference)
      } else {
        expected = next?.detail
        got = Self.cut(EntryText.line(effect).without(base))
      }
      if case .time(let waited, let window) = mismatch {
        part = "time"
        expected = window.durationText
        got = DurationText.format(waited)
      }
    case .missing(let step): expected = step.detail
    case .early(let step, let above):
      expected = above.detail
      got = step.detail
    case .returned(let value, let difference):
      take(difference)
      got = Self.cut((difference.got ?? value).canonicalText)
    case .notReturned(_, let effect?), .notInside(_, let effect):
      got = Self.cut(EntryText.line(effect).without(base))
    case .notReturned(_, nil), .impossible, .unbuilt, .testee: break
    }
  }

  private mutating func take(_ difference: Difference) {
    path = difference.path.isEmpty ? nil : difference.place
    expected = difference.expected.map { Self.cut($0.text) }
    got = difference.got.map { Self.cut($0.canonicalText) }
  }

  private static func cut(_ text: String) -> String { text.cut(to: 16 << 10) }
}

extension Failure.Kind {
  /// The kind in a word or two, for programs.
  var name: String {
    switch self {
    case .unexpected: "unexpected"
    case .missing: "missing"
    case .early: "early"
    case .returned: "returned"
    case .notReturned: "not returned"
    case .notInside: "not inside"
    case .impossible: "impossible"
    case .unbuilt: "unbuilt"
    case .testee(let error): error.kind == .fail ? "testee" : error.kind.rawValue
    }
  }
}

extension String {
  /// At most so many bytes of the text, and a note of how many there were.
  func cut(to size: Int) -> String {
    guard utf8.count > size else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: size)
    // Not inside a scalar.
    while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return self[..<end] + "… (cut; \(utf8.count) bytes in all)"
  }
}
