import JSON

/// Plays a recording's inputs against a testee and says what its trace then is.
///
/// Nothing of the specs is known here: time is moved as it was, timers fire when they are named.
package struct Playback {
  private let testee: any Testee
  private var now: Int64 = 0
  private var skew = Course.epoch
  private var storage = Storage()
  private var timers: [Wake] = []
  private var isRunning = false
  private var hasLaunched = false
  private var trace: ExactTrace
  private var ticks = 0

  private init(_ testee: any Testee, epoch: Int64) {
    self.testee = testee
    trace = ExactTrace(epoch: epoch)
  }

  /// The lines that the inputs of these lines lead to.
  package static func lines(
    of recorded: [String], against testee: any Testee
  ) throws(TesteeError) -> [String] {
    var events: [TraceEntry.Event] = []
    for line in recorded {
      if let event = try event(of: line) { events.append(event) }
    }
    var playback = Playback(testee, epoch: epoch(of: events))
    for event in events { try playback.play(event) }
    try playback.settle()
    return playback.trace.lines
  }

  // A scene's clock, set before the first launch, is where the run's own time begins.
  private static func epoch(of events: [TraceEntry.Event]) -> Int64 {
    var epoch = Course.epoch
    for event in events {
      switch event {
      case .clock(let wall): epoch = wall
      case .input(.launch): return epoch
      default: break
      }
    }
    return epoch
  }

  private mutating func play(_ event: TraceEntry.Event) throws(TesteeError) {
    try settle()
    trace.append(TraceEntry(at: now, event: event, standing: .world))
    switch event {
    case .advance(let time, _): try advance(to: now + time)
    case .clock(let wall): skew = wall - now
    case .world(let what, _):
      if what == "reinstall" { storage.disk = Object() }
      if what != "device" { stop() }
    case .input(let act): try send(act)
    case .effect: break
    }
  }

  private mutating func stop() {
    isRunning = false
    timers = []
  }

  private mutating func settle() throws(TesteeError) {
    while isRunning, timers.contains(where: { $0.at <= now }) { try tick() }
  }

  private mutating func advance(to end: Int64) throws(TesteeError) {
    while isRunning, let due = timers.lazy.map(\.at).min(), due <= end {
      now = max(now, due)
      try tick()
    }
    now = end
    if isRunning { try tick() }
  }

  private mutating func tick() throws(TesteeError) {
    ticks += 1
    guard ticks < 1_000_000 else { throw TesteeError("the timers never come to rest") }
    try send(.tick)
  }

  private mutating func send(_ act: Input.Act) throws(TesteeError) {
    var act = act
    switch act {
    case .launch(var launch):
      isRunning = true
      if launch.storage != nil { launch.storage = storage }
      act = .launch(launch)
    case .app(let to, var with) where with["storage"] != nil:
      with["storage"] = storage.value
      act = .app(to: to, with: with)
    default: break
    }
    let turn = try testee.take(Input(now: now, wall: now + skew, act: act))
    timers = turn.timers
    for effect in turn.effects {
      if case .store(let disk, let keychain) = effect {
        storage.write(disk: disk, keychain: keychain)
      }
      trace.append(TraceEntry(at: now, event: .effect(effect), standing: .unjudged))
    }
    if case .app("terminate", _) = act { stop() }
  }
}
