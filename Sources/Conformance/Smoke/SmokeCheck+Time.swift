import JSON

extension SmokeCheck {
  /// Timers and the end of a turn.
  static var time: [SmokeCheck] { [fraction, zero, order, chain, quiet] }

  private static func wait(
    _ milliseconds: Double, by call: String, _ session: SmokeSession
  ) throws(SmokeFlaw) -> Turn {
    let delay = Number(milliseconds) ?? Number(0)
    return try session.call(
      "smoke.wait", ["milliseconds": .number(delay), "completion": SmokeSession.completion],
      id: call)
  }

  private static var fraction: SmokeCheck {
    SmokeCheck(
      "a fractional delay is named as a whole number, rounded up",
      fix: "name the first whole millisecond that is not before the timer's due time"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched(at: 12_345)
      let own = session.timers
      _ = try wait(10.25, by: "w", session)
      let new = session.timers.map(\.at).filter { at in !own.contains { $0.at == at } }
      guard new == [12_356] else {
        throw .fails("10.25 ms from 12345 on were named as \(new), not 12356")
      }
      guard try session.tick(at: 12_355).completions(of: "w").isEmpty else {
        throw .fails("a timer that is due at 12355.25 fired at 12355")
      }
      guard try session.tick(at: 12_356).completions(of: "w").count == 1 else {
        throw .fails("a timer that was named for 12356 did not fire then")
      }
    }
  }

  private static var zero: SmokeCheck {
    SmokeCheck(
      "a delay of 0 ms belongs to its turn",
      fix: "fire it before idle, or name it with 'at' not above 'now'"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched(at: 12_345)
      if try wait(0, by: "w", session).completions(of: "w").count == 1 { return }
      guard session.timers.contains(where: { $0.at <= 12_345 }) else {
        let named = session.timers.map { "\($0.at)" }.joined(separator: ", ")
        throw .fails(
          "at 12345 it did not fire, and no timer was named for that instant (named: "
            + "\(named.isEmpty ? "none" : named))")
      }
      guard try session.tick(at: 12_345).completions(of: "w").count == 1 else {
        throw .fails("it was named for 12345, and did not fire in the tick of that instant")
      }
    }
  }

  private static var order: SmokeCheck {
    SmokeCheck(
      "timers fire when they are due, in order, once",
      fix: "keep timers by their due time, fire them in ticks alone, and name them until they fire"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let own = session.timers.count
      _ = try wait(20, by: "b1", session)
      _ = try wait(10, by: "a", session)
      _ = try wait(20, by: "b2", session)
      let fired = try fired(at: 10, session) + ["|"] + fired(at: 20, session)
      guard fired == ["a", "|", "b1", "b2"] else {
        throw .fails(
          "timers a at 10, b1 and b2 at 20 fired as \(fired.joined(separator: " ")) (| is 10)")
      }
      guard session.timers.count == own else { throw .fails("timers that fired are still named") }
    }
  }

  // Which calls complete at an instant; a testee may fire one and name the rest.
  private static func fired(
    at now: Int64, _ session: SmokeSession
  ) throws(SmokeFlaw) -> [String] {
    var fired: [String] = []
    for _ in 0..<4 {
      for effect in try session.tick(at: now).effects {
        if case .completion(let call, _, _) = effect { fired.append(call) }
      }
      guard session.timers.contains(where: { $0.at <= now }) else { break }
    }
    return fired
  }

  private static var chain: SmokeCheck {
    SmokeCheck(
      "a chain of 1,000 awaits ends in its turn",
      fix: "write idle when nothing can run any more; count nothing, wait for no number of rounds"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let turn = try session.call(
        "smoke.chain", ["count": 1000, "completion": SmokeSession.completion], id: "c1")
      guard turn.completions(of: "c1").count == 1 else {
        throw .fails("idle came before its completion" + session.told(turn))
      }
    }
  }

  private static var quiet: SmokeCheck {
    SmokeCheck(
      "nothing comes after idle",
      fix: "write idle when nothing can run any more, and nothing then until the next line"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      for (member, with) in [
        ("smoke.chain", ["count": 1000, "completion": SmokeSession.completion]),
        ("smoke.echo", ["value": 1]), ("smoke.noSuchMember", [:]),
      ] as [(String, Object)] {
        try session.take(.call(id: "c1", member: member, with: with))
        if case .line(let late) = session.channel.hear(within: 50) {
          throw .fails("after idle came \(session.quote(late))")
        }
      }
      let isDue = session.timers.contains { $0.at <= 0 }
      let turn = try session.tick(at: 0)
      guard isDue || !turn.effects.contains(where: \.isVisible) else {
        throw .fails("at the same instant, without a timer, more came" + session.told(turn))
      }
    }
  }
}
