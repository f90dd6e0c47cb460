import JSON

/// A failed run, so that a person who has not seen the suite understands it: at most 40 lines.
package struct FailureText {
  private let verdict: Verdict
  private let failure: Failure
  private let rule: Rule?
  private let base: String
  private let repeatCommand: String

  /// `base`: what stands in front of every path, in place of which a reader sees the path alone.
  package init(
    _ verdict: Verdict, _ failure: Failure, rule: Rule?, base: String, repeatCommand: String
  ) {
    self.verdict = verdict
    self.failure = failure
    self.rule = rule
    self.base = base
    self.repeatCommand = repeatCommand
  }

  /// The whole text, without a line end behind it.
  package var text: String {
    var lines = ["✘ \(verdict.run.rule)/\(EntryText.escaped(verdict.run.name))"]
    if let rule { lines.append("  \(rule.says)") }
    lines.append("  \(failure.mark): \(headline)")
    if let start = failure.start { lines.append("  in the start '\(start)'") }
    lines.append("")
    lines += timeline
    lines.append("")
    lines += comparison
    lines += (failure.hints + numberHints).map { "  hint      \($0)" }
    if verdict.chance != 0.5 { lines.append("  with chance \(verdict.chance)") }
    lines.append("  repeat: \(repeatCommand)")
    return lines.joined(separator: "\n")
  }

  /// What went wrong, in one line.
  package var headline: String { EntryText.shortened(headlineInFull, to: 240) }

  private var headlineInFull: String {
    switch failure.kind {
    case .unexpected(let effect, let next, let mismatch): unexpected(effect, next, mismatch)
    case .missing(let step): "this never came: \(step.summary)"
    case .early(let step, let above):
      "\(step.summary) came before \(above.summary), which stands above it"
    case .returned(let value, let difference):
      "the call returned \(value.canonicalText)\(at(difference)), not "
        + (difference.expected?.text ?? "nothing")
    case .notReturned(let member, let first?):
      "\(EntryText.shortened(EntryText.line(first), to: 60)) ran before '\(member)' had returned"
    case .notInside(let member, let effect):
      "\(EntryText.shortened(EntryText.line(effect), to: 60)) ran after '\(member)' had returned, "
        + "and must run inside it"
    case .notReturned(let member, nil): "'\(member)' never returned"
    case .impossible(let what): what
    case .unbuilt(let what): "'\(what)' is not built"
    case .testee(let error): error.message
    }
  }

  private func unexpected(
    _ effect: Effect, _ next: Expectation?, _ mismatch: Failure.Mismatch?
  ) -> String {
    let what = summary(effect)
    switch mismatch {
    case .part(let part, let difference):
      return "\(what) differs in its \(part)\(at(difference))"
    case .time(let waited, let window):
      return "\(what) came after \(DurationText.format(waited)), not \(window.durationText)"
    case .order(let missed): return "\(what) came before \(missed.summary)"
    case .other, nil:
      guard let next else { return "\(what) came, where nothing of its kind may come" }
      return "\(what) came, where \(next.summary) is next"
    }
  }

  /// Kind and name, a completion with the member whose call it is of.
  private func summary(_ effect: Effect) -> String {
    guard case .completion(let call, let name, _) = effect else {
      return effect.summary.without(base)
    }
    let member = verdict.trace.lazy.compactMap { entry -> String? in
      if case .input(.call(let id, let member, _)) = entry.event, id.isSame(as: call) {
        member
      } else {
        nil
      }
    }.first
    let kind = name.isSame(as: "completion") ? "completion" : "closure '\(name)' of"
    return "\(kind) \(member ?? "an unknown call") (\(call))"
  }

  /// What came, whole where a person can still read it, and on which object a callback ran.
  private func detail(_ effect: Effect) -> String {
    var text = EntryText.line(effect).without(base)
    if case .callback("app", _, _) = effect { text += " on app" }
    return EntryText.shortened(text, to: 320)
  }

  private func at(_ difference: Difference) -> String {
    difference.path.isEmpty ? "" : " at \(difference.place)"
  }

  /// The entries before the failure, in virtual time, the newest last.
  private var timeline: [String] {
    let shown = 16
    // The start is where everything was well; it is told only where it fails itself.
    let start = failure.start == nil ? verdict.startEntries : 0
    let told = verdict.trace.dropFirst(start).filter(\.isTold)
    let lines = told.suffix(shown).map { entry in
      let time = DurationText.format(entry.at)
      let padding = String(repeating: " ", count: max(0, 11 - time.count))
      return "  \(padding)\(time) \(entry.sign) \(EntryText.line(entry, base: base))"
    }
    var head: [String] = []
    if start > 0, let name = verdict.run.start?.name {
      head.append("              the start '\(name)'")
    }
    if told.count > lines.count {
      head.append("              … \(told.count - lines.count) earlier")
    }
    return head + lines
  }

  private var comparison: [String] {
    switch failure.kind {
    case .unexpected(let effect, let next?, .part(_, let difference)):
      ["  step at \(next.mark)"] + both(difference) + whole(effect)
    case .unexpected(let effect, let next?, _):
      [
        "  expected  \(EntryText.shortened(next.summary, to: 100))",
        "            at \(next.mark)",
        "  got       \(detail(effect))",
      ]
    case .unexpected(let effect, nil, _):
      [
        "  expected  nothing",
        "  got       \(detail(effect))",
      ]
    case .returned(_, let difference): both(difference)
    case .missing(let step), .early(_, let step):
      [
        "  expected  \(step.detail)", "            at \(step.mark)", "  got       nothing",
      ]
    case .testee(let error):
      error.details.map { "  " + EntryText.shortened($0, to: 200) }
    case .notReturned, .notInside, .impossible, .unbuilt: []
    }
  }

  /// A small effect with all that it holds; a request's body stands in the timeline already.
  private func whole(_ effect: Effect) -> [String] {
    if case .request = effect { [] } else { ["  of        \(detail(effect))"] }
  }

  // An integer that went through a double comes back as the nearest one.
  private var numberHints: [String] {
    let difference: Difference? =
      switch failure.kind {
      case .unexpected(_, _, .part(_, let difference)), .returned(_, let difference): difference
      default: nil
      }
    guard case .exact(.number(let wanted))? = difference?.expected, wanted.isInteger,
      let got = difference?.got?.number, got != wanted, got == Number(wanted.double)
    else { return [] }
    return ["the number went through a double, which holds no integer beyond 2^53 exactly"]
  }

  private func both(_ difference: Difference) -> [String] {
    let place = difference.path.isEmpty ? "" : "\(difference.place): "
    let nothing =
      difference.path.last.map { $0.isIndex ? "no such item" : "no such key" } ?? "nothing"
    let expected = difference.expected.map(\.text) ?? nothing
    let got = difference.got.map(\.canonicalText) ?? nothing
    return [
      "  expected  " + EntryText.shortened(place + expected, to: 160),
      "  got       " + EntryText.shortened(place + got, to: 160),
    ]
  }
}

extension TraceEntry {
  /// Whether a reader of a failure needs the entry.
  var isTold: Bool {
    if case .effect(.store) = event { false } else { true }
  }

  /// How it stands in the timeline: the world, what a step took, grey, or refused.
  var sign: String {
    switch standing {
    case .world: "▸"
    case .taken, .returned: " ✓"
    case .unneeded, .ignored, .unjudged: " ·"
    case .refused: " ✘"
    }
  }
}

extension Expectation {
  /// Kind and name, such as `request /authenticate`.
  package var summary: String {
    switch kind {
    case .request(let pattern): "request \(pattern.name)"
    case .cancel(let label): "cancel \(label)"
    case .callback(let member, _, let on):
      "callback \(member)" + (on.flatMap { $0.isSame(as: "app") ? nil : " on \($0)" } ?? "")
    case .completion(let call, _): "completion \(call)"
    case .log(let level, _): "log \(level.rawValue)"
    case .other(let kind, let name, _): "\(kind) \(name)"
    }
  }

  /// The summary with what it must hold.
  var detail: String {
    summary + (pattern.map { " " + EntryText.shortened($0.text, to: 120) } ?? "")
  }
}

extension Effect {
  /// Kind and name, such as `request https://…/authenticate`.
  package var summary: String {
    switch self {
    case .returned: "a return"
    case .completion(let call, let name, _): "\(name) of \(call)"
    case .callback(let object, let member, _):
      "callback \(member)" + (object == "app" ? "" : " on \(object)")
    case .request(let request): "request \(request.method) \(request.url)"
    case .cancel(let id): "cancel \(id)"
    case .other(let kind, _, let name, _): "\(kind) \(name)"
    case .close(let id): "close \(id)"
    case .store: "store"
    case .log(let level, _): "log \(level)"
    case .note: "note"
    case .unsupported(let what): "unsupported \(what)"
    case .fault: "fault"
    }
  }
}

extension ClosedRange<Int64> {
  var durationText: String {
    lowerBound == upperBound
      ? DurationText.format(lowerBound)
      : "\(DurationText.format(lowerBound))..\(DurationText.format(upperBound))"
  }
}
