import JSON

extension SmokeCheck {
  /// The end of the input.
  static var ends: [SmokeCheck] { [end, silence] }

  // A testee with all kinds of work that will never be done.
  private static func busy(_ smoke: Smoke) throws(SmokeFlaw) -> SmokeSession {
    let session = try smoke.launched()
    let closure = SmokeSession.completion
    for (member, with) in [
      ("smoke.send", ["value": 1, "completion": closure]),
      ("smoke.wait", ["milliseconds": 60_000, "completion": closure]),
    ] as [(String, Object)] {
      try session.take(.call(id: "c1", member: member, with: with))
    }
    return session
  }

  private static var end: SmokeCheck {
    SmokeCheck(
      "the end of the input ends it within 2 s, with status 0",
      fix: "end the process by itself when stdin is over, whatever is open or waits"
    ) { smoke throws(SmokeFlaw) in
      let session = try busy(smoke)
      session.channel.closeInput()
      guard let ending = session.channel.ending(within: 2000) else {
        throw .fails("it lives on 2 s after the end of its input")
      }
      guard ending == .well else { throw .fails("it \(ending.text)" + session.stderr) }
    }
  }

  private static var silence: SmokeCheck {
    SmokeCheck(
      "nothing comes after the end of the input",
      fix: "answer lines alone: write nothing at the end, and leave nothing to be flushed then"
    ) { smoke throws(SmokeFlaw) in
      let session = try busy(smoke)
      session.channel.closeInput()
      _ = session.channel.ending(within: 2000)
      switch session.channel.hear(within: 200) {
      case .line(let late): throw .fails("there came \(session.quote(late))")
      case .silence(let pending) where !pending.isEmpty:
        throw .fails("there came \(session.quote(pending))")
      default: break
      }
    }
  }
}
