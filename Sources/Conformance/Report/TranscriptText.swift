import JSON

/// A rule in words.
package enum RuleText {
  /// The rule, its level and sources, and the decision where the documents are silent.
  package static func lines(_ rule: Rule) -> [String] {
    var lines = [
      rule.id, "  \(rule.says)",
      "  level \(rule.level.rawValue), from \(rule.sources.joined(separator: ", "))",
    ]
    if let decision = rule.decision { lines.append("  decided: \(decision)") }
    if let shown = rule.shown { lines.append("  shown by: \(shown)") }
    if rule.isOpen { lines.append("  an open point: nothing is judged") }
    return lines
  }
}

/// A run in words: what the world does and what the SDK must do.
package enum TranscriptText {
  package static func lines(_ run: Run, _ vocabulary: Vocabulary) -> [String] {
    var lines = ["\(EntryText.escaped(run.name))  (\(run.mark))"]
    if let start = run.start { lines.append("  ▸ the start '\(start.name)'") }
    for act in run.acts.dropFirst(run.start?.acts ?? 0) {
      lines.append("  ▸ " + text(of: act))
      for group in act.groups {
        switch group {
        case .one(let step): lines.append("      " + text(of: step))
        case .unordered(let steps, _):
          lines.append("      in any order:")
          lines += steps.map { "        " + text(of: $0) }
        case .sequence(let steps, _):
          lines.append("      in this very order:")
          lines += steps.map { "        " + text(of: $0) }
        }
      }
    }
    return lines
  }

  /// A trace in virtual time; what is not judged stands grey behind a dot.
  package static func lines(of trace: [TraceEntry], base: String) -> [String] {
    trace.map { entry in
      let time = DurationText.format(entry.at)
      let padding = String(repeating: " ", count: max(0, 11 - time.count))
      return "\(padding)\(time) \(entry.sign) \(EntryText.line(entry, base: base))"
    }
  }

  private static func text(of act: ActStep) -> String {
    let name = act.label.map { ", called \($0)" } ?? ""
    return text(of: act.act) + name
  }

  private static func text(of act: ActStep.Act) -> String {
    switch act {
    case .call(let member, let with, let returns, _):
      "the app calls \(member)" + arguments(with)
        + (returns.map { ", which returns \(short($0))" } ?? "")
    case .set(let property, let to): "the app sets \(property) to \(short(to.value))"
    case .get(let property, let returns): "the app reads \(property): \(short(returns))"
    case .reply(let label, let reply): "\(label) is answered: \(text(of: reply))"
    case .advance(let time, true): "\(DurationText.format(time)) pass in silence"
    case .advance(let time, false): "\(DurationText.format(time)) pass"
    case .app(let to, let with): "app: \(to)" + arguments(with)
    case .user(let name, let with): "the user: \(name)" + arguments(with)
    case .device(let with, let clock):
      "the device:" + arguments(with) + (clock.map { " its clock shows \($0.text)" } ?? "")
    }
  }

  private static func text(of step: Expectation) -> String {
    var text = step.detail
    if let after = step.after { text += ", after \(after.durationText)" }
    if let label = step.label { text += ", called \(label)" }
    if let reply = step.reply { text += " → \(Self.text(of: reply))" }
    return text
  }

  private static func text(of reply: Reply) -> String {
    switch reply {
    case .fails(let kind): return "fails (\(kind.rawValue))"
    case .answer(let value): return short(value.value)
    case .response(let status, _, let body):
      switch body {
      case .none: return "\(status)"
      case .json(let value): return "\(status) \(short(value.value))"
      case .text(let text): return "\(status) \(EntryText.shortened(text, to: 60))"
      case .bytes(let bytes): return "\(status) \(bytes.count) bytes"
      }
    }
  }

  private static func arguments(_ with: Supply) -> String {
    guard let object = with.value.object, !object.isEmpty else { return "" }
    return " " + short(with.value)
  }

  private static func short(_ value: Value) -> String {
    EntryText.shortened(value.canonicalText, to: 100)
  }

  private static func short(_ pattern: Pattern) -> String {
    EntryText.shortened(pattern.text, to: 100)
  }
}
