import Conformance
import JSON
import Testing

@Suite struct SmokeTests {
  // A fake in this process reads no pipes, so a launch of a few bytes shows as much.
  private let setting = SmokeSetting(suite: "fake", kinds: [], device: [:], largest: 32_000)

  private func findings(of flaw: FakePort.Flaw) throws -> [Smoke.Finding] {
    var findings: [Smoke.Finding] = []
    var started = 0
    let smoke = Smoke(setting) {
      started += 1
      return FakePort(flaw, number: started)
    }
    _ = try smoke.run { findings.append($0) }
    return findings
  }

  @Test func `a port with all manners holds in every check`() throws {
    let findings = try findings(of: FakePort.Flaw())

    #expect(findings.count == 37)
    #expect(findings.allSatisfy { $0.outcome == .holds })
  }

  @Test(arguments: Lapse.all)
  func `a port that lacks one manner fails its check alone, with the fix`(lapse: Lapse) throws {
    let failed = try findings(of: lapse.flaw).filter { $0.outcome != .holds }

    #expect(failed.map(\.name) == [lapse.check])
    guard case .fails(let seen, let fix)? = failed.first?.outcome else {
      Issue.record("\(failed.map(\.text))")
      return
    }
    #expect(seen.contains(lapse.seen))
    #expect(fix.contains(lapse.fix))
  }

  @Test func `prints that get into the lines fail both checks of prints`() throws {
    let failed = try findings(of: FakePort.Flaw(prints: true)).filter { $0.outcome != .holds }

    #expect(
      failed.map(\.name) == ["stray prints stay out of the lines", "a print of 1 MiB does no harm"])
    #expect(
      failed.first?.text == """
        ✘ stray prints stay out of the lines: this is no line of the protocol; stray prints belong \
        on stderr: careless; fix: keep stdout for yourself: before the SDK is loaded, point its \
        print at stderr
        """)
  }

  static let bases: [(FakePort.Flaw, String, String)] = [
    (
      FakePort.Flaw(withholds: true), "lines come at once",
      "the answer to hello came only when the input had ended"
    ),
    (.on("hello") { _, _ in [] }, "lines come at once", "nothing came within 30 s"),
    (
      .on("hello") { ["Starting…"] + $0.honest($1) }, "the first line is a hello",
      "stray prints belong on stderr: Starting…"
    ),
    (
      .on("hello") { ["\u{FEFF}"] + $0.honest($1) }, "the first line is a hello",
      "the line begins with a byte order mark"
    ),
    (.on("launch") { _, _ in [] }, "a launch ends in idle", "nothing came within 30 s"),
    (
      .on("launch") { port, line in [#"{"re":2,"see":"fault","message":"no"}"#] + port.honest(line)
      },
      "a launch ends in idle", "it threw: no"
    ),
  ]

  @Test(arguments: bases)
  func `without a basis nothing else is tried`(
    flaw: FakePort.Flaw, check: String, seen: String
  ) throws {
    let bad = try findings(of: flaw).drop { $0.outcome == .holds }

    #expect(bad.first?.name == check)
    #expect(bad.first?.text.contains(seen) == true)
    #expect(bad.count > 30)
    #expect(
      bad.dropFirst().allSatisfy { $0.outcome == .notTried(why: "'\(check)' does not hold") })
  }

  @Test func `checks of members that the adapter lacks are not tried`() throws {
    let flaw = FakePort.Flaw.reads(#""smoke."#, as: #""other."#, in: "smoke.")

    let open = try findings(of: flaw).filter { $0.outcome != .holds }

    #expect(
      open.map(\.text).contains(
        """
        – NaN and the infinities pass through a call: not tried, because the adapter answers \
        'unsupported' to smoke.echo; let it offer smoke.echo
        """))
    #expect(open.allSatisfy { if case .notTried = $0.outcome { true } else { false } })
    #expect(open.count == 22)
  }

  @Test func `a port that is gone before its hello is no port to try`() {
    let trouble = #expect(throws: Smoke.Trouble.self) {
      try findings(of: .on("hello") { _, _ in nil })
    }

    #expect(
      trouble?.message == "the testee cannot be used: it exited with status 1 before its hello")
  }

  @Test func `a port that must be started anew for each launch is launched once`() throws {
    let flaw = FakePort.Flaw(answer: { port, line in
      if line.contains(#""do":"launch""#) {
        port.memory.append(line)
        if port.memory.count > 1 { return nil }
      }
      return port.honest(line).map {
        $0.replacing(#""claims":"#, with: #""fresh":"process","claims":"#)
      }
    })

    #expect(try findings(of: flaw).allSatisfy { $0.outcome == .holds })
  }

  @Test func `the closing line counts what became of the checks`() throws {
    let smoke = Smoke(setting) { FakePort(.on("smoke.throw") { _, _ in nil }) }

    let tally = try smoke.run { _ in }

    #expect(tally.closingLine == "36 hold, 1 fail, 0 not tried")
  }
}
