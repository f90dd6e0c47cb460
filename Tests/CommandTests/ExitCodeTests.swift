import Testing

@Suite struct ExitCodeTests {
  private let file = "Specs/grovs/screens/repeat.yaml"

  @Test func `what holds ends with 0 and the closing line`() throws {
    let outcome = try Bench().run("run")

    #expect(outcome.code == 0)
    #expect(
      outcome.results == """
        screens  2 passed
        2 passed, 0 failed, 0 known, 0 not claimed, 0 open

        """)
    #expect(outcome.complaints == "")
  }

  @Test func `a verdict that fails ends with 1 and its text`() throws {
    let bench = try Bench()
    try bench.write(file, Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.run("run")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.hasPrefix("✘ screens.repeat-within-one-second-dropped/Home after 1s\n"))
    #expect(
      outcome.results.contains(
        "  repeat: conformance run 'screens.repeat-within-one-second-dropped/Home after 1s'\n"))
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `the command that a failure names repeats that run alone`() throws {
    let bench = try Bench()
    try bench.write(file, Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.run(
      "run", "screens.repeat-within-one-second-dropped/Home after 1s")

    #expect(outcome.closing == "0 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  static let wrong: [([String], String)] = [
    (["rnu"], "error: there is no command 'rnu'; did you mean 'run'?\n"),
    (
      ["run", "--jbos", "2"],
      "error: there is no option '--jbos' here; see conformance run --help\n"
    ),
    (
      ["run", "--jobs", "0"],
      "error: --jobs takes a whole number from 1 to 64, not '0'; see conformance run --help\n"
    ),
    (["check", "x"], "error: 'x' has no meaning here; see conformance check --help\n"),
    (["explain"], "error: explain takes one rule or run; see conformance explain --help\n"),
    (["rules", "x"], "error: rules takes no filter; see conformance rules --help\n"),
    (["help", "rnu"], "error: there is no command 'rnu'\n"),
  ]

  @Test(arguments: wrong)
  func `wrong use ends with 2 and one line`(words: [String], complaint: String) throws {
    let outcome = try Bench().run(words)

    #expect(outcome.code == 2)
    #expect(outcome.complaints == complaint)
    #expect(outcome.results == "")
  }

  @Test func `no command at all ends with 2 and the overview`() throws {
    let outcome = try Bench().run()

    #expect(outcome.code == 2)
    #expect(outcome.complaints.contains("usage: conformance COMMAND"))
  }

  @Test(arguments: ["run", "record", "replay", "lint", "sharpen", "explain", "next"])
  func `a filter that matches nothing ends with 3`(command: String) throws {
    let outcome = try Bench().run(command, "screens.nothing")

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints
        == "error: the filter 'screens.nothing' matches no run; conformance rules lists the rules\n"
    )
  }

  @Test(arguments: ["run", "record", "replay", "lint", "sharpen", "check", "rules"])
  func `a folder without specs ends with 3`(command: String) throws {
    let bench = try Bench()
    try bench.remove(file)

    let outcome = try bench.run(command)

    #expect(outcome.code == 3)
    #expect(outcome.complaints == "error: Specs/grovs: there are no specs in this folder\n")
  }

  @Test(
    arguments: [("run", 3), ("record", 3), ("replay", 3), ("lint", 1), ("check", 1)]
      as [(String, Int32)])
  func `a file with a mistake is refused, by lint and check as a finding`(
    command: String, code: Int32
  ) throws {
    let bench = try Bench()
    try bench.write(file, Bench.spec.replacing("advance: 5s", with: "advanse: 5s"))

    let outcome = try bench.run(command)

    #expect(outcome.code == code)
    #expect(
      (outcome.results + outcome.complaints).contains("\(file):13:9: error: "))
  }

  @Test(arguments: [("lint", 1), ("check", 1), ("run", 0)] as [(String, Int32)])
  func `a mistake in what no spec uses is found by lint and check`(
    command: String, code: Int32
  ) throws {
    let bench = try Bench()
    let replies = try bench.text("Specs/grovs/replies.yaml")
    try bench.write("Specs/grovs/replies.yaml", replies + "\nunused: { status: many }\n")

    let outcome = try bench.run(command)

    #expect(outcome.code == code)
    #expect((code == 0) != outcome.results.contains("Specs/grovs/replies.yaml:"))
  }

  @Test func `a start that is not at rest fails the gate`() throws {
    let bench = try Bench()
    let starts = try bench.text("Specs/grovs/starts.yaml")
    let restless = """

      restless:
        steps:
          - do: configured
          - call: trackScreenView
            with: { screenName: Home }

      """
    try bench.write("Specs/grovs/starts.yaml", starts + restless)

    let outcome = try bench.run("check")

    #expect(outcome.code == 1)
    #expect(outcome.results.contains("starts   FAILS"))
  }

  @Test func `a rule without a spec fails rules`() throws {
    let outcome = try Bench().run("rules")

    #expect(outcome.code == 1)
    #expect(outcome.results.contains("error: no spec shows '"))
  }

  @Test(arguments: [
    "run", "record", "replay", "lint", "rules", "sharpen", "explain", "check", "next", "members",
    "ledger", "smoke",
  ])
  func `every command tells how it is used`(command: String) throws {
    let outcome = try Bench().run(command, "--help")

    #expect(outcome.code == 0)
    #expect(outcome.results.contains("usage: conformance \(command) "))
  }

  @Test func `a report as JSON has the counts of the closing line`() throws {
    let bench = try Bench()
    _ = try bench.run("run", "--json", "report.json")

    let report = try bench.text("report.json")

    #expect(
      report.contains(
        "\"closing\":\"2 passed, 0 failed, 0 known, 0 not claimed, 0 open\""))
    #expect(report.hasSuffix("\n"))
  }

  @Test func `a report that cannot be written ends with 3`() throws {
    let outcome = try Bench().run("run", "--json", "no/such/folder/report.json")

    #expect(outcome.code == 3)
  }
}
