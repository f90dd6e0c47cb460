import Foundation
import Testing

/// What a port may not do, each tried with the core behind the protocol.
@Suite struct PortTests {
  private static let file = "Specs/grovs/screens/repeat.yaml"
  private static let rule = "screens.repeat-within-one-second-dropped"
  private static let divergence = "request /events/batch body events[1]: map, not nothing"

  /// A bench on which the run `Home after 1s` fails, with a ledger.
  private func bench(ledger: String? = nil, run: String = "Home after 1s") throws -> Bench {
    let bench = try Bench()
    try bench.write(Self.file, Bench.spec.replacing("999ms", with: "1s"))
    if let ledger { try bench.write("ledger.yaml", ledger) }
    return bench
  }

  private static func ledger(
    claims: String = "configure, screens", run: String = "Home after 1s",
    diverges: String = divergence, until: String = "2026-03-01"
  ) -> String {
    """
    ledger: 1
    claims: [\(claims)]
    known:
      - run: \(rule)/\(run)
        diverges: "\(diverges)"
        reason: The clock is coarse.
        until: \(until)

    """
  }

  private static let options = ["--ledger", "ledger.yaml", "--today", "2026-02-28"]

  /// The core as a port that claims something else: its first line, the hello, is rewritten.
  private func port(_ claims: String...) -> String {
    let list = claims.map { "\"\($0)\"" }.joined(separator: ",")
    let change = "s/\"claims\":\\[[^]]*\\]/\"claims\":[\(list)]/"
    return "'\(Bench.built("grovs-testee"))' | { IFS= read -r hello; "
      + "printf '%s\\n' \"$hello\" | sed '\(change)'; exec cat; }"
  }

  @Test func `a failure that is listed as it is holds, and is told in one line`() throws {
    let outcome = try bench(ledger: Self.ledger()).run(["run"] + Self.options)

    #expect(outcome.code == 0)
    #expect(
      outcome.results == """
        ~ \(Self.rule)/Home after 1s: known until 2026-03-01: The clock is coarse.
        screens  1 passed, 1 known
        1 passed, 0 failed, 1 known, 0 not claimed, 0 open

        """)
  }

  static let misuse: [(String, String)] = [
    (ledger(run: "Home after 0ms"), "'\(rule)/Home after 0ms' passes; take its entry out"),
    (
      ledger(until: "2026-02-28"),
      "'\(rule)/Home after 1s' was known until 2026-02-28, which has come; mend it"
    ),
    (
      ledger(until: "3.1.0"),
      "'\(rule)/Home after 1s' was known until 3.1.0, which has come; mend it"
    ),
    (
      ledger(run: "Home after 2s"),
      "no run is called '\(rule)/Home after 2s'; did you mean '\(rule)/Home after 1s'?"
    ),
    (
      ledger(diverges: "request /events/batch is missing"),
      "'\(rule)/Home after 1s' fails otherwise than listed: \(divergence)"
    ),
  ]

  @Test(arguments: misuse)
  func `misuse of the ledger ends with 1 and one line`(ledger: String, message: String) throws {
    let outcome = try bench(ledger: ledger).run(["run"] + Self.options)

    #expect(outcome.code == 1)
    #expect(
      outcome.results.split(separator: "\n").filter { $0.hasPrefix("ledger.yaml:") } == [
        "ledger.yaml:4:5: error: \(message)"
      ])
  }

  @Test func `a run that is listed twice ends with 3 and one line`() throws {
    let entry = Self.ledger().split(separator: "\n").suffix(4).joined(separator: "\n") + "\n"

    let outcome = try bench(ledger: Self.ledger() + entry).run(["run"] + Self.options)

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints
        == "ledger.yaml:8:5: error: '\(Self.rule)/Home after 1s' is listed twice; the first is at line 4\n"
    )
  }

  @Test func `to list everything ends with 3 and one line, unless one run is asked for`() throws {
    let bench = try bench(ledger: Self.ledger())
    try bench.write(
      Self.file, Bench.spec.replacing("{ gap: 0ms }, { gap: 999ms }", with: "{ gap: 1s }"))

    let all = try bench.run(["run"] + Self.options)
    let one = try bench.run(["run", "screens"] + Self.options)

    #expect(all.code == 3)
    #expect(
      all.complaints == "error: nothing passed: the ledger lists all that was judged\n")
    #expect(one.code == 0)
  }

  @Test func `to claim less than the ledger ends with 1 and one line`() throws {
    let ledger = Self.ledger(claims: "configure, screens, push")

    let outcome = try bench(ledger: ledger).run(
      ["run", "--testee", port("screens")] + Self.options)

    #expect(outcome.code == 1)
    #expect(
      outcome.results.contains(
        "\nledger.yaml:2:30: error: 'push' is claimed no more; claim it, or list it under 'withdrawn'\n"
      ))
  }

  @Test func `to claim nothing ends with 3 and one line`() throws {
    let outcome = try Bench().run("run", "--testee", port())

    #expect(outcome.code == 3)
    #expect(outcome.complaints == "error: nothing ran: 'grovs-core' claims nothing\n")
    #expect(
      outcome.closing
        == "0 passed, 0 failed, 0 known, 2 not claimed (configure, events, screens), 0 open")
  }

  @Test func `to claim nothing that is asked for ends with 3 and one line`() throws {
    let outcome = try Bench().run("run", "--testee", port("configure"))

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints
        == "error: nothing ran: 'grovs-core' does not claim what these runs need: events, screens\n"
    )
  }

  @Test func `to claim what is no capability ends with 3 and one line`() throws {
    let outcome = try Bench().run("run", "--testee", port("screns"))

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints
        == "error: grovs-core claims 'screns', which is no capability of grovs; did you mean 'screens'?\n"
    )
  }

  @Test func `a report names what is known and what is not claimed`() throws {
    let bench = try bench(ledger: Self.ledger())
    _ = try bench.run(["run", "--json", "known.json"] + Self.options)
    _ = try bench.run("run", "--testee", port("configure"), "--json", "missing.json")

    let known = try bench.text("known.json")
    #expect(known.contains("\"reason\":\"The clock is coarse.\",\"rule\":\"\(Self.rule)\","))
    #expect(known.contains("\"until\":\"2026-03-01\",\"verdict\":\"known\""))
    #expect(try bench.text("missing.json").contains("\"missing\":[\"events\",\"screens\"]"))
  }

  @Test func `an update lists failures with a reason, once, and then changes nothing`() throws {
    let bench = try bench(ledger: "ledger: 1\nclaims: [configure]\n")
    let update = ["ledger", "--update", "--today", "2026-02-28", "--testee", port("screens")]
    let reason = ["--reason", "The clock is coarse.", "--until", "2026-03-01"]

    let refused = try bench.run(update)
    let changed = try bench.run(update + reason)
    let again = try bench.run(update)

    #expect(refused.code == 1)
    #expect(refused.closing == "ledger.yaml is left as it is")
    #expect(changed.code == 0)
    #expect(
      try bench.text("ledger.yaml") == """
        ledger: 1
        claims: [configure, events, screens]
        known:
          - run: "\(Self.rule)/Home after 1s"
            diverges: "\(Self.divergence)"
            reason: "The clock is coarse."
            until: 2026-03-01

        """)
    #expect(again.results == "ledger.yaml is as it should be\n")
  }

  @Test func `ledger shows each entry with its state`() throws {
    let shown = try bench(ledger: Self.ledger()).run("ledger", "--today", "2026-02-28")

    #expect(shown.code == 0)
    #expect(
      shown.results == """
        claims   configure, screens
        known    \(Self.rule)/Home after 1s until 2026-03-01: The clock is coarse.
                 \(Self.divergence)
        1 of 1 entries hold, 0 at fault

        """)
  }

  @Test func `next tells the rule that fails, what it takes and how it fails`() throws {
    let outcome = try bench().run("next")

    #expect(outcome.code == 1)
    #expect(outcome.results.hasPrefix("\(Self.rule)\n  A repeat of a screen name"))
    #expect(
      outcome.results.contains("\n    trackScreenView(screenName: string, properties: map?)\n"))
    #expect(outcome.results.contains("\n    request: POST /events/batch\n"))
    #expect(outcome.results.contains("\n✘ \(Self.rule)/Home after 1s\n"))
    #expect(outcome.closing == "0 of 1 rules hold, 1 fail, 0 are not claimed")
  }

  @Test func `next ends with 0 where all rules hold`() throws {
    let outcome = try Bench().run("next")

    #expect(outcome.code == 0)
    #expect(outcome.results == "1 of 1 rules hold: the ladder ends here\n")
  }

  static let wrong: [([String], String)] = [
    (["members"], "error: members needs --for, one of python, node, kotlin, text"),
    (
      ["members", "--for", "cobol"],
      "error: --for takes one of python, node, kotlin, text, not 'cobol'"
    ),
    (
      ["members", "--for", "python"],
      "error: members needs --claims, capabilities with commas between them"
    ),
    (["ledger", "--reason", "x"], "error: --reason and --until are given together"),
    (
      ["ledger", "--reason", "x", "--until", "3.2.0"],
      "error: --reason and --until belong to --update"
    ),
    (
      ["run", "--sweep", "--ledger", "x"],
      "error: --sweep holds runs against invariants.yaml and takes no ledger"
    ),
  ]

  @Test(arguments: wrong)
  func `wrong use ends with 2 and one line`(words: [String], complaint: String) throws {
    let outcome = try Bench().run(words)

    #expect(outcome.code == 2)
    #expect(outcome.complaints == "\(complaint); see conformance \(words[0]) --help\n")
  }

  @Test func `a capability that there is not is wrong use, with the nearest one`() throws {
    let outcome = try Bench().run("members", "--for", "text", "--claims", "screns")

    #expect(outcome.code == 2)
    #expect(outcome.complaints == "error: 'screns' is no capability; did you mean 'screens'?\n")
  }
}
