import JSON

/// One run under way: says what the world does next, takes what the testee did, and judges it.
///
/// A course knows no testee. It is a value, so that a run can be gone on with from any turn, under
/// a trace that was changed there.
package struct Course: Sendable {
  package let frame: Frame
  package let chance: Double
  package var bindings: Bindings
  /// Milliseconds since the run began.
  package var now: Int64 = 0
  package var trace: [TraceEntry] = []
  /// How many entries of the trace are the start's.
  package private(set) var startEntries = 0
  /// How many entries come before the scenario's own first act; 0 until there is one.
  package private(set) var openingEntries = 0
  /// The IGNOREs that took something, by their place.
  package var usedIgnores: Set<Int> = []
  package private(set) var failure: Failure?

  /// Whether entries are kept; without them a copy is cheap.
  var keepsTrace = true
  /// How far the device's clock is from the run's.
  var skew: Int64 = Course.epoch
  var storage = Storage()
  var device: Object
  var launches = 0
  var isRunning = false
  var isLocked = false
  var timers: [Wake] = []
  var actIndex = -1
  var actBegan: Int64 = 0
  /// When each slot of the act was taken, or -1.
  var taken: [Int64] = []
  var firstOpen = 0
  var answers: [Answer] = []
  var calls: [CallRecord] = []
  /// How many calls the run has made, and how many from inside.
  var callCount = (outer: 0, inner: 0)
  var asks: [AskRecord] = []
  /// The call that the input at hand makes; its return is due in this turn.
  var returning: String?
  /// Whether the run was disturbed: then it goes on and nothing is judged.
  var isDisturbed = false
  var epilogue: [Epilogue] = []
  /// When the epilogue began: from then on everything is answered.
  var settledAt: Int64 = 0
  /// Whether the input at hand is a tick for which no timer was named.
  var isUnasked = false
  private var advanceEnd: Int64?
  private var ticksNow = 0
  private var ticksOfAct = 0

  /// Where the device's clock stands when a run begins: 2026-01-01T00:00:00.000Z.
  package static let epoch: Int64 = 1_767_225_600_000

  /// An answer that waits for its turn.
  struct Answer: Sendable {
    var id: String
    var reply: Reply
  }

  struct CallRecord: Sendable {
    var id: String
    var label: String?
    var member: String
    var capability: CapabilitySet
    /// Whether an object of the app makes it, from inside one of its methods.
    var isInner = false
  }

  struct AskRecord: Sendable {
    var id: String
    var label: String?
    /// `request`, or the kind and name of another ask.
    var kind: String
    var name: String
    var capability: CapabilitySet
    /// Whether an IGNORE took it.
    var isIgnored = false
    /// Whether it was shown and is taken from the screen.
    var isClosed = false
  }

  /// What comes next.
  package enum Next: Sendable {
    case input(Input)
    case done
    case failed(Failure)
  }

  package init(_ frame: Frame, chance: Double) {
    self.frame = frame
    self.chance = chance
    device = frame.vocabulary.deviceDefaults
    bindings = Bindings(start: Moment(now: 0, wall: Course.epoch))
  }

  package var moment: Moment { Moment(now: now, wall: now + skew) }
  var act: FrameAct { frame.acts[actIndex] }

  /// The next input; a timer that is due goes before an answer, an answer before the next act.
  package mutating func next() -> Next {
    while failure == nil {
      if isRunning, let due = timers.lazy.map(\.at).min(), due <= now {
        return tick(at: now)
      }
      if !answers.isEmpty {
        let answer = answers.removeFirst()
        return input(given(answer.reply, to: answer.id))
      }
      if let end = advanceEnd {
        if isRunning, let due = timers.lazy.map(\.at).min(), due <= end { return tick(at: due) }
        advanceEnd = nil
        now = end
        if isRunning { return tick(at: end) }
        continue
      }
      if let open = firstOpenSlot, !isDisturbed {
        stop(.missing(open.expectation))
        break
      }
      guard actIndex + 1 < frame.acts.count else {
        guard !epilogue.isEmpty else { return .done }
        if case .foreground? = epilogue.first { settledAt = now }
        if let act = beginEpilogue() { return input(act) }
        continue
      }
      if let act = begin() { return input(act) }
    }
    return failure.map { .failed($0) } ?? .done
  }

  /// Takes all that followed from the last input.
  package mutating func take(_ turn: Turn) {
    guard !isDisturbed else { return watch(turn) }
    timers = turn.timers
    if isUnasked, let effect = turn.effects.first(where: \.isVisible) {
      return refuse(
        effect,
        .testee(
          TesteeError(
            "\(effect.summary) came where time passed and no timer was named for it; "
              + "name every timer that is alive in 'idle'", kind: .protocol)))
    }
    // A member's own turn is told to the app behind its return or, where it is marked so, before.
    let calls = returning
    let isInside = act.isInside(frame.vocabulary)
    for effect in turn.effects {
      if calls != nil, effect.isOfAppLane, (returning == nil) == isInside {
        refuse(effect)
        return stop(
          isInside
            ? .notInside(member: act.memberName, effect)
            : .notReturned(member: act.memberName, first: effect))
      }
      judge(effect)
      guard failure == nil else { return }
    }
    if returning != nil { return stop(.notReturned(member: act.memberName, first: nil)) }
    checkOrder()
  }

  /// Ends the run because the testee cannot go on.
  package mutating func stop(_ error: TesteeError) { stop(.testee(error)) }

  /// Whether no timer of the testee is due at this instant.
  var hasNothingDue: Bool { isRunning && !timers.contains { $0.at <= now } }

  /// Ends the run for what came late, in place of what it failed by.
  mutating func fail(_ error: TesteeError) {
    let place = failure
    failure = nil
    stop(.testee(error))
    if let place {
      failure?.mark = place.mark
      failure?.start = place.start
    }
  }

  mutating func stop(_ kind: Failure.Kind, at expectation: Expectation? = nil) {
    guard failure == nil else { return }
    guard actIndex >= 0 else {
      failure = Failure(kind: kind, mark: frame.run.mark, start: nil, at: now)
      return
    }
    let blamed = expectation ?? ownStep
    failure = Failure(
      kind: kind, mark: blamed?.mark ?? act.step.mark,
      start: blamed.map(\.start) ?? act.step.start, at: now, hints: hints(for: kind))
  }

  /// The scenario's own step under a start's act, once all that the start expects is reached.
  private var ownStep: Expectation? {
    guard act.step.start != nil else { return nil }
    let open = act.slots.indices.first { taken[$0] < 0 }.map { act.slots[$0].expectation }
    guard let open else { return act.slots.last?.expectation.own }
    return open.own
  }

  private mutating func tick(at instant: Int64) -> Next {
    ticksNow = instant == now ? ticksNow + 1 : 0
    ticksOfAct += 1
    now = instant
    isUnasked = !timers.contains { $0.at <= instant }
    guard ticksNow <= 1000, ticksOfAct <= 100_000 else {
      stop(.testee(TesteeError("the timers never come to rest: " + timerNames)))
      return failure.map { .failed($0) } ?? .done
    }
    return .input(Input(now: now, wall: now + skew, act: .tick))
  }

  private mutating func input(_ act: Input.Act) -> Next {
    note(.input(act), .world)
    isUnasked = false
    return .input(Input(now: now, wall: now + skew, act: act))
  }

  mutating func note(_ event: TraceEntry.Event, _ standing: TraceEntry.Standing) {
    guard keepsTrace else { return }
    trace.append(TraceEntry(at: now, event: event, standing: standing))
  }

  mutating func startAct() {
    actIndex += 1
    if actIndex == frame.run.start?.acts { startEntries = trace.count }
    let isOwn = act.step.start == nil && frame.acts[0].step.start != nil
    if openingEntries == 0, isOwn { openingEntries = trace.count }
    actBegan = now
    ticksOfAct = 0
    ticksNow = 0
    firstOpen = 0
    taken = Array(repeating: -1, count: act.slots.count)
    if let label = act.step.label { bindings.moments.append((label, moment)) }
  }

  mutating func endAdvance() { advanceEnd = nil }

  mutating func advance(by milliseconds: Int64, quiet: Bool) {
    note(.advance(milliseconds: milliseconds, quiet: quiet), .world)
    advanceEnd = now + milliseconds
  }

  /// The process is gone: nothing of it answers any more.
  mutating func end() {
    isRunning = false
    timers = []
    answers = []
    asks = []
    calls = []
  }

  // Of very many the first few tell enough.
  private var timerNames: String {
    let names = timers.prefix(8).map { "\($0.name ?? "timer") at \(DurationText.format($0.at))" }
    let more = timers.count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private var firstOpenSlot: Slot? {
    guard actIndex >= 0, firstOpen < taken.count else { return nil }
    return act.slots[firstOpen]
  }
}

extension Expectation {
  /// The step itself where no start holds it.
  fileprivate var own: Expectation? { start == nil ? self : nil }
}
