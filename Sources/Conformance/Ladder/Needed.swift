import JSON

/// What a run takes of an SDK: the calls that are made and the effects that must come.
package struct Needed {
  /// Members with their arguments, and properties.
  package private(set) var calls: [String] = []
  /// What else the world does.
  package private(set) var acts: [String] = []
  /// Requests, callbacks, completions and all else that the SDK must do.
  package private(set) var effects: [String] = []

  private let vocabulary: Vocabulary

  /// Of a run with its start; each thing once, in the order of the run.
  package init(_ run: Run, _ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    // What a start holds of other capabilities is passed over.
    let judged = vocabulary.closure(of: run.needs)
    for act in FrameAct.all(of: run, judged: judged) {
      add(act.step)
      for slot in act.slots { add(slot.expectation, in: run) }
    }
  }

  /// The lists under their names, without those that are empty.
  package var lines: [String] {
    [("calls", calls), ("the world", acts), ("effects", effects)].flatMap { name, items in
      items.isEmpty ? [] : ["  \(name)"] + items.map { "    \($0)" }
    }
  }

  private mutating func add(_ step: ActStep) {
    switch step.act {
    case .call(let member, _, _, _):
      Self.add(vocabulary.members[member]?.signature ?? member, to: &calls)
    case .set(let property, _):
      Self.add("set \(vocabulary.properties[property]?.signature ?? property)", to: &calls)
    case .get(let property, _):
      Self.add("read \(vocabulary.properties[property]?.signature ?? property)", to: &calls)
    case .app(let to, _): Self.add("app: \(to)", to: &acts)
    case .user(let act, _): Self.add("user: \(act)", to: &acts)
    case .device(let with, let clock):
      let keys = (with.value.object ?? Object()).pairs.map(\.key) + (clock == nil ? [] : ["clock"])
      for key in keys { Self.add("device: \(key)", to: &acts) }
    case .advance: Self.add("time passes", to: &acts)
    case .reply: break
    }
  }

  private mutating func add(_ step: Expectation, in run: Run) {
    let text: String
    switch step.kind {
    case .request(let pattern): text = "request: \(pattern.method) \(pattern.name)"
    case .cancel: text = "cancel of a request"
    case .callback(let name, _, _):
      text = "callback: \(vocabulary.callbacks[name]?.signature ?? name)"
    case .completion(let call, _): text = "completion of \(run.member(called: call))"
    case .log(let level, _): text = "log: \(level.rawValue)"
    case .other(let kind, let name, _): text = "\(kind): \(name)"
    }
    Self.add(text, to: &effects)
  }

  private static func add(_ text: String, to list: inout [String]) {
    if !list.contains(where: { $0.isSame(as: text) }) { list.append(text) }
  }
}

extension FrameAct {
  fileprivate static func all(of run: Run, judged: CapabilitySet) -> [FrameAct] {
    run.acts.map { FrameAct($0, judged: judged) }
  }
}

extension Run {
  /// The member whose call has this label, or the label itself, which then is a member.
  fileprivate func member(called label: String) -> String {
    for act in acts {
      if case .call(let member, _, _, _) = act.act, act.label?.isSame(as: label) == true {
        return member
      }
    }
    return label
  }
}

extension Vocabulary.Member {
  /// Name, arguments with their types, and what comes back, on one line.
  package var signature: String {
    var arguments = arguments.map { "\($0.name): \($0.type.written)" }
    switch completion {
    case .nothing: arguments.append("\(Self.completionName): ()")
    case .value(let type): arguments.append("\(Self.completionName): (\(type.written))")
    case nil: break
    }
    arguments += closures.map { "\($0): ()" }
    return "\(name)(\(arguments.joined(separator: ", ")))"
      + (returns.map { " returns \($0.written)" } ?? "")
  }
}

extension Vocabulary.Property {
  package var signature: String { "\(name): \(type.written)" }
}

extension Vocabulary.Callback {
  package var signature: String {
    "\(name)(\(arguments.map { "\($0.name): \($0.type.written)" }.joined(separator: ", ")))"
      + (reply.map { " answers \($0.written)" } ?? "")
  }
}

extension Vocabulary.ValueType {
  /// The type as the vocabulary writes it, the allowed texts with bars between them.
  package var written: String {
    let word = if case .oneOf(let texts) = base { texts.joined(separator: "|") } else { base.word }
    return word + (optional ? "?" : "")
  }
}
