import JSON

extension SmokeCheck {
  /// What a child does before anything is asked of it.
  static var greetings: [SmokeCheck] { [flush, hello, launch, sameHello, protocols, otherSuite] }

  private static var flush: SmokeCheck {
    SmokeCheck(
      "lines come at once", isBasis: true,
      fix: "flush stdout at the end of each turn: a pipe is no terminal"
    ) { smoke throws(SmokeFlaw) in
      let line = InputLine.hello(id: 1, suite: smoke.setting.suite)
      let first = try smoke.session()
      _ = first.channel.write(line)
      switch first.channel.hear(within: 3000) {
      case .line, .tooLong: return
      case .end: throw noTestee(first)
      case .silence: break
      }
      // Slow, or not flushed? What is not flushed comes when the input is over.
      let second = try smoke.session()
      _ = second.channel.write(line)
      second.channel.closeInput()
      let atEnd = second.channel.hear(within: SmokeSession.longLimit)
      if case .line = first.channel.hear(within: 200) { return }
      if case .line = atEnd {
        throw .fails("the answer to hello came only when the input had ended")
      }
      throw .fails(
        "nothing came within 30 s, also at the end of the input" + first.stderr,
        fix: "read a line from stdin, answer it by one line on stdout, and flush")
    }
  }

  private static func noTestee(_ session: SmokeSession) -> SmokeFlaw {
    let text = session.channel.ending(within: 200)?.text ?? "closed its output"
    return SmokeFlaw(
      kind: .noTestee,
      seen: "the testee cannot be used: it \(text) before its hello" + session.stderr)
  }

  private static var hello: SmokeCheck {
    SmokeCheck(
      "the first line is a hello", isBasis: true,
      fix: #"answer hello by {"re":1,"hello":{"protocol":1,"name":…,"sdk":…,"claims":[…]}} alone"#
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.session()
      let hello = try session.greet()
      guard Hello.protocols.contains(hello.version) else {
        throw .fails("it speaks protocol \(hello.version), and this runner 1")
      }
      if case .line(let more) = session.channel.hear(within: 20) {
        throw .fails("more followed at once: \(session.quote(more))")
      }
    }
  }

  private static var launch: SmokeCheck {
    SmokeCheck(
      "a launch ends in idle", isBasis: true,
      fix: #"end each turn by one line {"re":…,"idle":{"timers":[…]}}, flushed"#
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      try session.tick(at: 0)
    }
  }

  private static var sameHello: SmokeCheck {
    SmokeCheck(
      "two children say the same hello",
      fix: "say nothing in hello that differs from one start to the next"
    ) { smoke throws(SmokeFlaw) in
      let first = try smoke.session().greet()
      let second = try smoke.session().greet()
      guard first == second else {
        throw .fails("\(first.value.canonicalText), then \(second.value.canonicalText)")
      }
    }
  }

  private static var protocols: SmokeCheck {
    SmokeCheck(
      "protocols that it does not know are passed over",
      fix: "answer with a protocol that both sides know, and where there is none with your highest"
    ) { smoke throws(SmokeFlaw) in
      for list in [[99, 1], [99]] {
        let hello = try smoke.session().greet(protocols: list)
        guard hello.version == 1 else {
          throw .fails("to a runner of \(list) it says protocol \(hello.version)")
        }
      }
    }
  }

  private static var otherSuite: SmokeCheck {
    SmokeCheck(
      "nothing is claimed of an unknown suite",
      fix: "look at 'suite' in hello, and claim nothing unless it is yours"
    ) { smoke throws(SmokeFlaw) in
      let hello = try smoke.session().greet(suite: "no-such-suite")
      guard hello.claims.isEmpty else {
        throw .fails("of the suite 'no-such-suite' it claims '\(hello.claims[0])'")
      }
    }
  }
}
