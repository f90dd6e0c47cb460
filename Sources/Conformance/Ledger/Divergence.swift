import JSON

/// Where a run first parted from its spec, in one short text that stays the same.
///
/// It names the step, the path in it and the kinds of what was expected and what came: no line, no
/// id, no instant and no other value that differs from run to run, from port to port or with an
/// edit above it. A ledger lists a failure by it, so two failures with the same text are one.
package struct Divergence {
  private let failure: Failure
  private let verdict: Verdict
  private let vocabulary: Vocabulary

  /// Of a failure in its verdict, whose trace tells which member a closure belongs to.
  package init(_ failure: Failure, in verdict: Verdict, _ vocabulary: Vocabulary) {
    self.failure = failure
    self.verdict = verdict
    self.vocabulary = vocabulary
  }

  /// One line of at most 300 characters.
  package var text: String {
    let start = failure.start.map { "in the start '\($0)': " } ?? ""
    return EntryText.shortened(start + what, to: 300)
  }

  private var what: String {
    switch failure.kind {
    case .unexpected(let effect, let next, let mismatch): unexpected(effect, next, mismatch)
    case .missing(let step): "\(step.summary) is missing"
    case .early(let step, let above): "\(step.summary) comes before \(above.summary)"
    case .returned(_, let difference): told(difference, of: "the returned value")
    case .notReturned(let member, let first?): "\(name(first)) comes before '\(member)' returns"
    case .notReturned(let member, nil): "'\(member)' does not return"
    case .notInside(let member, let effect): "\(name(effect)) comes after '\(member)' returned"
    case .impossible(let what): what
    case .unbuilt(let what): "'\(firstLine(what))' is not built"
    case .testee(let error): "\(error.kind.rawValue): \(firstLine(error.message))"
    }
  }

  private func unexpected(
    _ effect: Effect, _ next: Expectation?, _ mismatch: Failure.Mismatch?
  ) -> String {
    let came = name(effect)
    switch mismatch {
    case .part(let part, let difference): return told(difference, of: "\(came) \(part)")
    case .time(let waited, let window):
      return "\(came) is \(waited < window.lowerBound ? "early" : "late")"
    case .order(let missed): return "\(came) comes before \(missed.summary)"
    case .other, nil: return next.map { "\(came), not \($0.summary)" } ?? "\(came) is one too many"
    }
  }

  private func told(_ difference: Difference, of what: String) -> String {
    let place = difference.path.isEmpty ? what : "\(what) \(difference.place)"
    let expected = difference.expected?.kindName ?? Self.nothing
    let got = difference.got?.kindName ?? Self.nothing
    return expected == got ? "\(place): another \(expected)" : "\(place): \(got), not \(expected)"
  }

  private static let nothing = "nothing"

  /// Kind and name, where the name is one of the vocabulary's and not one of this run.
  private func name(_ effect: Effect) -> String {
    switch effect {
    case .returned: "a return"
    case .completion(let call, let name, _):
      (name.isSame(as: Vocabulary.Member.completionName) ? "completion" : "closure \(name)")
        + (member(of: call).map { " of \($0)" } ?? "")
    case .callback(_, let member, _): "callback \(member)"
    case .request(let request):
      vocabulary.path(of: request.url).map { "request \($0)" }
        ?? "request \(request.method) elsewhere"
    case .cancel: "cancel"
    case .other(let kind, _, let name, _):
      vocabulary.effects[kind]?.names[name] == nil ? kind : "\(kind) \(name)"
    case .close: "close"
    case .store: "store"
    case .log(let level, _): "log \(level)"
    case .note: "note"
    case .unsupported(let what): "unsupported \(what)"
    case .fault: "fault"
    }
  }

  private func member(of call: String) -> String? {
    for entry in verdict.trace {
      if case .input(.call(let id, let member, _)) = entry.event, id.isSame(as: call) {
        return member
      }
    }
    return nil
  }

  // What a testee says may go on with a stack, which is not the same twice.
  private func firstLine(_ text: String) -> String {
    let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(line) ?? text
  }
}

extension Vocabulary {
  /// The endpoint's path, where an address is one of the vocabulary's.
  fileprivate func path(of url: String) -> String? {
    guard !base.utf8.isEmpty, url.utf8.starts(with: base.utf8) else { return nil }
    let path = String(url.utf8.dropFirst(base.utf8.count)) ?? ""
    return endpoints[path] == nil ? nil : path
  }
}

extension Value {
  /// What kind of value this is; `true`, `false` and `null` are their own kinds.
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "number"
    case .string: "text"
    case .array: "list"
    case .object: "map"
    }
  }
}

extension Pattern {
  fileprivate var kindName: String {
    switch self {
    case .exact(let value): value.kindName
    case .object: "map"
    case .list, .all, .set: "list"
    case .any(let type): type.kindName
    case .like, .json: "text"
    case .absent: "nothing"
    case .optional(let inner): "nothing or \(inner.kindName)"
    case .bind: "known value"
    case .new: "new value"
    case .time: "instant"
    case .range: "number"
    case .same: "body as before"
    }
  }
}

extension Pattern.AnyType {
  fileprivate var kindName: String {
    switch self {
    case .any: "value"
    case .string: "text"
    case .uuid: "UUID"
    case .bool, .integer, .number, .list, .map, .instant: rawValue
    }
  }
}
