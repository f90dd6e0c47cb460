import JSON

/// A testee in a child process, spoken to in lines and turns.
///
/// A child that dies, hangs or breaks the protocol fails the run at hand; the next launch gets a
/// new one. Used by one thread, which the child shares a processor with.
final class ChildTestee: Testee {
  private let nursery: Nursery
  private var child: ChildProcess?
  private var pipes: ChildPipes?
  private var lastID = 0
  /// Whether this child has been sent a launch.
  private var hasLaunched = false
  /// Whether a line has come that answers the input at hand.
  private var hasAnswered = false
  private var seat = Seat()
  /// How often it was still asked whether more comes; each time costs 50 ms.
  private var patience = 16

  init(_ nursery: Nursery) { self.nursery = nursery }

  deinit { end() }

  func take(_ input: Input) throws(TesteeError) -> Turn {
    if case .launch = input.act { return try launch(input) }
    guard pipes != nil else {
      throw TesteeError("the testee is gone; only a launch gets a new one", kind: .crash)
    }
    return try turn(input)
  }

  func lateness(after input: Input) -> TesteeError? {
    guard patience > 0, pipes != nil else { return nil }
    patience -= 1
    // What comes now comes of itself; a tick at the same instant shows what waits to be flushed.
    if pipes?.stirs(within: 50) == true { return lostLate() }
    do throws(TesteeError) {
      let turn = try turn(Input(now: input.now, wall: input.wall, act: .tick))
      guard let effect = turn.effects.first(where: \.isVisible) else { return nil }
      return TesteeError(
        "the testee was not idle when it said so: at the same instant, without a timer, came "
          + EntryText.shortened(EntryText.line(effect), to: 120), kind: .protocol)
    } catch {
      return error
    }
  }

  /// Lets the child end by itself, and makes it end where it does not.
  private func end() {
    if let ending = child?.sayGoodbye(), ending != .exited(0) {
      nursery.complain(
        "at the end of its input: the testee \(ending.text)", pipes?.lastErrors ?? [])
    }
    child = nil
    pipes = nil
    seat.leave()
  }

  // What a used child does wrong before it answers a launch, it did at the end of the run before:
  // that run's verdict has been given, so it is told of the command, and a new child tries again.
  private func launch(_ input: Input) throws(TesteeError) -> Turn {
    try prepare()
    let isUsed = hasLaunched
    hasLaunched = true
    hasAnswered = false
    do throws(TesteeError) {
      return try turn(input)
    } catch {
      guard isUsed, !hasAnswered, error.kind != .hang else { throw error }
      nursery.complain("between two runs: \(error.message)", error.details)
      try prepare()
      hasLaunched = true
      return try turn(input)
    }
  }

  // A fresh process where there is none, or where a launch needs its own.
  private func prepare() throws(TesteeError) {
    if hasLaunched, nursery.hello.fresh == .process { end() }
    if child == nil {
      seat.take(nursery.seat)
      let (new, pipes, lastID) = try nursery.child()
      (child, self.pipes, self.lastID) = (new, pipes, lastID)
      seat.share(with: new)
      hasLaunched = false
    }
    pipes?.errors.beginRun()
  }

  private func turn(_ input: Input) throws(TesteeError) -> Turn {
    guard pipes?.pending.isEmpty == true else { throw lostLate() }
    lastID += 1
    let deadline = nursery.deadline
    let line = InputLine.bytes(input, id: lastID)
    nursery.talk?(.runner, line)
    guard pipes?.write(line, by: deadline) == true else {
      throw hung("did not read its input", hint: "")
    }
    if pipes?.isDeaf == true { throw deaf() }
    var turn = Turn()
    while true {
      guard let answer = try answer(by: deadline) else { return turn }
      switch answer {
      case .effect(let effect):
        if case .returned = effect, case .call(_, let member, _) = input.act {
          nursery.built(member)
        }
        turn.effects.append(effect)
        guard turn.effects.count <= Self.effectLimit else {
          throw broken("the testee wrote more than \(Self.effectLimit) lines in one turn")
        }
      case .idle(let timers):
        turn.timers = timers
        return turn
      case .hello: throw broken("the testee says hello a second time")
      }
    }
  }

  private static let effectLimit = 10_000

  // The next line of this turn; throws for all that is none.
  private func answer(by deadline: Int?) throws(TesteeError) -> AnswerLine? {
    guard let outcome = pipes?.line(by: deadline) else { return nil }
    switch outcome {
    case .line(let range):
      nursery.talk?(.testee, pipes?.bytes(range) ?? [])
      do throws(WireFault) {
        let read = pipes?.withLine(range) { bytes in
          Result { () throws(WireFault) in try nursery.reader.read(bytes) }
        }
        guard let (re, line) = try read?.get() else { return nil }
        guard re == lastID else {
          throw WireFault(
            "the line answers \(re), and \(lastID) is at hand: what belongs to a turn must be "
              + "written before its idle, and once")
        }
        hasAnswered = true
        return line
      } catch {
        throw broken(error.message, quoting: pipes?.bytes(range))
      }
    case .late:
      throw hung("did not end its turn", hint: "; is the output flushed when 'idle' is written?")
    case .tooLong:
      throw broken("the testee wrote a line of more than \(ChildPipes.lineLimit >> 20) MiB")
    case .over(let ending): throw died(ending)
    }
  }

  private func lostLate() -> TesteeError {
    let deadline = Clock.milliseconds + 50
    guard case .line(let range)? = pipes?.line(by: deadline) else {
      return broken("the testee wrote out of its turn", quoting: pipes.map { Array($0.pending) })
    }
    return broken(
      "the testee wrote out of its turn: it was not idle when it said so",
      quoting: pipes?.bytes(range))
  }

  private func broken(_ message: String, quoting line: [UInt8]? = nil) -> TesteeError {
    var details: [String] = []
    if let line {
      details.append("line: " + EntryText.shortened(String(decoding: line, as: UTF8.self), to: 160))
    }
    return lost(message, .protocol, details)
  }

  private func hung(_ what: String, hint: String) -> TesteeError {
    let pending = pipes?.pending ?? []
    var details: [String] = []
    if !pending.isEmpty {
      details = [
        "\(pending.count) bytes of a line without its end: "
          + EntryText.shortened(String(decoding: pending.prefix(200), as: UTF8.self), to: 120)
      ]
    }
    let seconds = nursery.turnLimit ?? 0
    let hint = pending.isEmpty ? hint : ""
    return lost("the testee \(what) within \(seconds) s\(hint)", .hang, details)
  }

  private func deaf() -> TesteeError {
    if let ending = child?.waitForEnding(200) { return died(ending) }
    return lost("the testee closed its input", .crash, [])
  }

  private func died(_ ending: ChildProcess.Ending?) -> TesteeError {
    let pending = pipes?.pending ?? []
    var details: [String] = []
    if !pending.isEmpty {
      details = [
        "it ended in the middle of a line: "
          + EntryText.shortened(String(decoding: pending.prefix(200), as: UTF8.self), to: 120)
      ]
    }
    guard let ending else {
      return lost("the testee closed its output and lives on", .crash, details)
    }
    return lost("the testee \(ending.text) in its turn", .crash, details)
  }

  // What it says last is part of the message; the child is given up, and whatever it started.
  private func lost(
    _ message: String, _ kind: TesteeError.Kind, _ details: [String]
  ) -> TesteeError {
    _ = pipes?.drain()
    let errors = pipes?.lastErrors ?? []
    if let child {
      if kind == .crash, child.ending != nil { child.bury() } else { child.stop(grace: 2000) }
    }
    child = nil
    pipes = nil
    return TesteeError(message, kind: kind, details: details + errors)
  }
}

extension Effect {
  /// Whether an app, a server or a person could see it.
  var isVisible: Bool {
    switch self {
    case .store, .log, .note: false
    default: true
    }
  }
}
