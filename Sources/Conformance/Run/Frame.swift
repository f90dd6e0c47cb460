/// All that stays as it is while a run is under way; made once, shared by its repeats.
package final class Frame: Sendable {
  package let vocabulary: Vocabulary
  package let run: Run
  /// The capabilities whose effects are judged.
  package let judged: CapabilitySet
  /// The log levels that are judged: those observed and those that a step names.
  package let levels: Set<LogLevel>
  let acts: [FrameAct]

  package init(_ run: Run, vocabulary: Vocabulary, claims: CapabilitySet) {
    self.run = run
    self.vocabulary = vocabulary
    judged = run.judged == .all ? .all : run.judged.intersection(claims)
    var levels = run.observed
    let judged = judged
    acts = run.acts.map { FrameAct($0, judged: judged) }
    for act in acts {
      for slot in act.slots {
        if case .log(let level, _) = slot.expectation.kind { levels.insert(level) }
      }
    }
    self.levels = levels
  }
}

/// An act with its steps laid out in one row.
struct FrameAct: Sendable {
  let step: ActStep
  let slots: [Slot]

  init(_ step: ActStep, judged: CapabilitySet) {
    self.step = step
    var slots: [Slot] = []
    for (index, group) in step.groups.enumerated() {
      let (expectations, order): ([Expectation], Slot.Order) =
        switch group {
        case .one(let expectation): ([expectation], .single)
        case .unordered(let expectations, _): (expectations, .unordered)
        case .sequence(let expectations, _): (expectations, .sequence)
        }
      for expectation in expectations
      where expectation.start == nil || judged.isSuperset(of: expectation.capability) {
        slots.append(Slot(expectation, group: index, order: order))
      }
    }
    self.slots = slots
  }
}

/// A step that waits for its effect.
final class Slot: Sendable {
  enum Order: Sendable { case single, unordered, sequence }

  let expectation: Expectation
  let lane: Lane
  /// Steps of one `unordered` or `sequence` share it.
  let group: Int
  let order: Order

  init(_ expectation: Expectation, group: Int, order: Order) {
    self.expectation = expectation
    lane = expectation.kind.lane
    self.group = group
    self.order = order
  }
}

/// Effects of one lane are judged in the order they came; lanes of one turn are not compared.
package enum Lane: Int, Sendable {
  case app, net, screen, log
}

extension Expectation.Kind {
  var lane: Lane {
    switch self {
    case .callback, .completion: .app
    case .request, .cancel: .net
    case .log: .log
    case .other: .screen
    }
  }
}
