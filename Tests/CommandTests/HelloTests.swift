import Testing

/// What a testee says of itself, and what becomes of a command whose testee cannot be used.
@Suite struct HelloTests {
  @Test(arguments: [
    (
      "exit-at-start",
      "error: the testee cannot be used: it exited with status 3 before its hello\n"
    ),
    (
      "noise-at-start",
      "error: the testee cannot be used: this is no line of the protocol; stray prints belong on "
        + "stderr: Loading…\n"
    ),
    (
      "protocol-9",
      "error: the testee cannot be used: it speaks protocol 9, and this runner 1\n"
    ),
    (
      "claims-too-much",
      "error: scripted claims 'evnets', which is no capability of toy\n"
    ),
  ])
  func `a testee that cannot be used ends the command at once`(
    manner: String, text: String
  ) throws {
    let outcome = try Toy(how: "good").run(manner)

    #expect(outcome.code == 3)
    #expect(outcome.results == "")
    #expect(outcome.complaints.hasPrefix(text), "\(outcome.complaints)")
  }

  @Test(arguments: [
    ("/nowhere/port", "127 before its hello (127: the shell found no such program)"),
    ("/etc/passwd", "126 before its hello (126: the program is not executable)"),
  ])
  func `a program that cannot start is named with the shell's reason`(
    command: String, text: String
  ) throws {
    let outcome = try Toy(how: "good").bench.run(
      "run", "--specs", "Specs/toy", "--testee", command)

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains(text), "\(outcome.complaints)")
    #expect(outcome.complaints.contains("command: \(command)"))
  }

  @Test func `a later child that says another hello ends the command`() throws {
    let outcome = try Toy(how: "exit:0").run("changes-its-name")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("a later child says another hello than the first"))
  }

  @Test func `a testee that wants a process for each launch gets one`() throws {
    let outcome = try Toy(how: "good").run("fresh-process")

    #expect(outcome.closing == "2 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a death after the last answer of a run fails the command and no run`() throws {
    let outcome = try Toy(
      Toy.scenario("bad", "last-answer", then: "- completion: track") + Toy.scenario("good", "good")
    ).run()

    #expect(outcome.code == 1)
    #expect(outcome.closing == "2 passed, 0 failed, 0 known, 0 not claimed, 0 open")
    #expect(
      outcome.complaints == """
        error: between two runs: the testee exited with status 3 in its turn

        """)
  }

  @Test func `a testee that ends otherwise than with 0 fails the command`() throws {
    let outcome = try Toy(how: "good").run("exits-4")

    #expect(outcome.code == 1)
    #expect(
      outcome.complaints == "error: at the end of its input: the testee exited with status 4\n")
  }

  @Test func `a testee that does not end with its input is made to end`() throws {
    let outcome = try Toy(how: "good").run("stays")

    #expect(outcome.code == 0)
  }
}
