import YAML

/// A step that is read; what depends on the steps around it is settled when a run is built.
final class ReadStep {
  enum Content {
    case act(ActStep)
    /// An answer: what it may be depends on the ask that the label names.
    case reply(label: String, labelMark: Mark, with: Node)
    case sees(ActStep.Group)
  }

  /// A label that a step gives, and to what.
  struct GivenLabel {
    enum Kind {
      case call(Vocabulary.Member)
      case act
      case request(CapabilitySet)
      case ask(kind: String, reply: Vocabulary.ValueType, CapabilitySet)
      /// An effect that waits for nothing.
      case effect
    }

    var name: String
    var mark: Mark
    var kind: Kind
    /// Whether the step that gives it answers too.
    var isAnswered: Bool
  }

  let mark: Mark
  let content: Content
  var labels: [GivenLabel] = []
  var uses: [LabelUse] = []
  /// Whether it holds a window of two ends or a `$range`.
  var isRanged = false
  /// The start that holds the step.
  var start: String?
  /// What a completion's argument was written as, for its type.
  var with: Node?
  /// The capabilities of what the scenario's own step expects.
  var own = CapabilitySet()
  /// Hash of what stands in the vocabulary for a request that says no more than its body.
  var standing: UInt64?
  /// Whether a label or a call above it tells what it is.
  var isUnsettled = false
  /// Hashes of what the world does in it, and of all of it.
  var hashes = (inputs: UInt64(0), whole: UInt64(0))

  init(_ mark: Mark, _ content: Content) {
    self.mark = mark
    self.content = content
  }

  /// Whether it is `unordered` or `sequence`.
  var isGroup: Bool {
    if case .sees(let group) = content, case .one = group {
      false
    } else if case .sees = content {
      true
    } else {
      false
    }
  }

  func hash() {
    var inputs = Fingerprint()
    var whole = Fingerprint()
    switch content {
    case .act(let act):
      inputs.feed(inputs: act.act)
      whole.feed(inputs.hash)
      whole.feed(expected: act)
    case .reply: return
    case .sees(let group):
      whole.feed(group.name)
      for step in group.steps {
        inputs.feed(inputs: step)
        whole.feed(expected: step, standing: standing)
      }
      whole.feed(inputs.hash)
    }
    hashes = (inputs.hash, whole.hash)
  }
}

extension ActStep.Group {
  var name: String {
    switch self {
    case .one: "one"
    case .unordered: "unordered"
    case .sequence: "sequence"
    }
  }

  var steps: [Expectation] {
    switch self {
    case .one(let step): [step]
    case .unordered(let steps, _), .sequence(let steps, _): steps
    }
  }

  var mark: Mark? {
    switch self {
    case .one(let step): step.mark
    case .unordered(_, let mark), .sequence(_, let mark): mark
    }
  }

  /// The same group with each step changed.
  func mapped(_ change: (Expectation) -> Expectation) -> ActStep.Group {
    switch self {
    case .one(let step): .one(change(step))
    case .unordered(let steps, let mark): .unordered(steps.map(change), mark)
    case .sequence(let steps, let mark): .sequence(steps.map(change), mark)
    }
  }
}
