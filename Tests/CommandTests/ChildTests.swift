import Foundation
import Testing

/// What the runner says of a testee that misbehaves in one run: that run fails, the next does not.
@Suite struct ChildTests {
  /// How it misbehaves in its turn, and what is then told.
  static let faults: [(how: String, text: String)] = [
    ("exit:0", "the testee exited with status 0 in its turn"),
    ("exit:3", "the testee exited with status 3 in its turn"),
    ("signal:9", "the testee was killed by signal 9 (Killed) in its turn"),
    ("signal:11", "the testee was killed by signal 11 (Segmentation fault) in its turn"),
    ("mid-line", "it ended in the middle of a line: {\"re\":3,\"see\":\"return\""),
    ("after-answer", "the testee exited with status 3 in its turn"),
    ("silent", "the testee did not end its turn within 1 s; is the output flushed"),
    ("term-ignored", "the testee did not end its turn within 1 s"),
    ("signal:19", "the testee did not end its turn within 1 s"),
    ("output-closed", "the testee closed its output and lives on"),
    ("input-closed", "the testee closed its input"),
    ("grandchild", "the testee exited with status 0 in its turn"),
    ("twice", "the testee wrote out of its turn: it was not idle when it said so"),
    ("late", "the line answers 3, and 4 is at hand"),
    ("out-of-order", "the testee wrote out of its turn"),
    ("other-id", "the line answers 1003, and 3 is at hand"),
    ("line:0", "this is no line of the protocol; stray prints belong on stderr"),
    ("line:1", "the line begins with a byte order mark"),
    ("line:2", "the line begins with a terminal's colours"),
    ("line:3", "this is JSON, but no object"),
    ("line:4", "the line lacks 're'"),
    ("line:5", "the line is empty"),
    ("line:6", "there is no effect 'dance'"),
    ("line:7", "note has an unknown field 'txet'; did you mean 'text'?"),
    ("line:8", "the line lacks 're'"),
    ("line:9", "'re' is \"3\", not the id of the runner's line"),
    ("line:10", "'re' is given twice"),
    ("line:11", "half of a surrogate pair"),
    ("line:12", "'at' of a timer of idle is 1.5, not a whole number of milliseconds; round"),
    ("line:13", "a cancel of 'r9', which no request has"),
    ("line:14", "this is no line of the protocol"),
    ("line:15", "a return of 'c9', which no call in progress has"),
    ("line:16", "the testee says hello a second time"),
    ("long:8388609", "the testee wrote a line of more than 8 MiB"),
    ("many:10001", "the testee wrote more than 10000 lines in one turn"),
    ("unsupported", "'trakc' is not built"),
    ("fault", "nobody caught: Oh\\n  at here"),
    ("inside", "ran before 'track' had returned"),
    ("timer-unnamed", "completion of c1 came where time passed and no timer was named for it"),
  ]

  @Test(arguments: faults)
  func `a fault fails its run with its text, and the next run is green`(
    how: String, text: String
  ) throws {
    let steps = how == "timer-unnamed" ? "- advance: 2s\n- completion: track" : "- quiet: 1s"

    let outcome = try Toy(how: how, then: steps).run(limit: text.contains("within 1 s") ? 1 : 60)

    #expect(outcome.code == 1)
    #expect(outcome.results.contains("✘ base.one/bad\n"))
    #expect(outcome.results.contains(text), "\(outcome.results)")
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
    #expect(outcome.complaints == "")
  }

  @Test(arguments: [
    "good", "crlf", "split", "stderr:1048576", "long:8388608", "many:9998",
  ])
  func `what is allowed passes`(how: String) throws {
    let outcome = try Toy(how: how).run()

    #expect(outcome.closing == "2 passed, 0 failed, 0 known, 0 not claimed, 0 open")
    #expect(outcome.code == 0)
  }

  @Test func `a line cut at any of its bytes is a death in the middle of it`() throws {
    // The two lines of the turn are 46 and 32 bytes; between them nothing is cut.
    let cuts = Array(0..<78).filter { $0 != 46 }
    let scenarios = cuts.map { Toy.scenario("cut at \($0)", "cut:\($0)") }.joined()

    let outcome = try Toy(scenarios).run()

    #expect(outcome.closing == "0 passed, \(cuts.count) failed, 0 known, 0 not claimed, 0 open")
    #expect(outcome.results.contains("  the same in \(cuts.count - 1) more:\n"))
    let one = try Toy(how: "cut:70").run()
    #expect(one.results.contains("it ended in the middle of a line: {\"re\":3,\"id"))
  }

  @Test func `a timer that is named fires at its instant`() throws {
    let outcome = try Toy(
      how: "timer", then: "- advance: 2s\n- completion: track\n  after: 1500ms"
    ).run()

    #expect(outcome.closing == "2 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a timer that does nothing is told with the step that it should reach`() throws {
    let outcome = try Toy(how: "timer-lost", then: "- advance: 2s\n- completion: track").run()

    #expect(outcome.results.contains("this never came: completion track"))
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a line that came late is quoted, whatever the run failed by before`() throws {
    let outcome = try Toy(how: "late", then: "- completion: track").run()

    #expect(outcome.results.contains(#"line: {"re":3,"see":"completion","call":"c1""#))
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a name that is nearly a built member's is told of it`() throws {
    let outcome = try Toy(
      Toy.scenario("good", "good") + Toy.scenario("bad", "unsupported")
    ).run()

    #expect(outcome.results.contains("hint      the nearest member that is built is 'track'"))
  }

  @Test func `right effects in another order are told by the step that expects them`() throws {
    let steps = """
      - log: error
        with: first
      - log: error
        with: second
      """

    let outcome = try Toy(how: "swapped", then: steps).run()

    #expect(outcome.results.contains("hint      this is what the step at"))
  }

  @Test func `where time should bring something, the missing timer is the hint`() throws {
    let outcome = try Toy(how: "good", then: "- advance: 2s\n- completion: track").run()

    #expect(
      outcome.results.contains(
        "hint      no timer was named, so nothing could happen while 2s went by"))
  }

  @Test func `a long input to a testee that reads no more hangs`() throws {
    let scenario = Toy.scenario(
      "bad", "deaf",
      then: """
        - call: track
          with: { name: good, text: { $repeat: { text: x, times: 1000000 } } }
          as: second
        - quiet: 1s
        """)

    let outcome = try Toy(scenario + Toy.scenario("good", "good")).run(limit: 1)

    #expect(outcome.results.contains("the testee did not read its input within 1 s"))
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a line whose end never comes is told with what there is of it`() throws {
    let outcome = try Toy(how: "no-line-end").run(limit: 1)

    #expect(
      outcome.results.contains(
        "29 bytes of a line without its end: {\"re\":3,\"idle\":{\"timers\":[]}}"))
  }

  @Test func `the last lines of stderr stand with the failure`() throws {
    let toy = try Toy(how: "exit:3")
    let outcome = try toy.bench.run(
      "run", "--specs", "Specs/toy", "--testee",
      "echo first >&2; echo last >&2; exec '\(Bench.built("scripted-testee"))'")

    #expect(outcome.results.contains("  stderr: first\n  stderr: last\n"))
  }

  @Test func `nothing that a testee started lives on`() throws {
    _ = try Toy(how: "grandchild").run()

    #expect(Self.processes(named: "sleep 600.25") == [])
  }

  @Test func `a grandchild that left the group is found and ended`() throws {
    _ = try Toy(how: "runaway").run()

    #expect(Self.processes(named: "sleep 600.75") == [])
  }

  @Test func `a thousand deaths leave the runner's descriptors as they were`() throws {
    let scenarios = (0..<1000).map { Toy.scenario("death \($0)", "exit:0") }.joined()
    let toy = try Toy(scenarios)

    let outcome = try toy.bench.shell(
      "ulimit -n 24; exec '\(Bench.built("conformance"))' run --specs Specs/toy --jobs 1 "
        + "--testee \"'\(Bench.built("scripted-testee"))'\"")

    #expect(outcome.closing == "0 passed, 1000 failed, 0 known, 0 not claimed, 0 open")
    #expect(!outcome.results.contains("cannot be started"))
  }

  @Test func `a testee gets its three pipes and nothing of its siblings'`() throws {
    let bench = try Bench()
    let count = try bench.shell("exec '\(Bench.built("scripted-testee"))' count-descriptors")
      .results
    let scenarios = (0..<32).map { Toy.scenario("child \($0)", "descriptors:\(count)") }.joined()

    let outcome = try Toy(scenarios).run("", "--jobs", "8")

    #expect(outcome.closing == "32 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  static func processes(named command: String) -> [String] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return folders.filter { folder in
      let words = FileManager.default.contents(atPath: "/proc/\(folder)/cmdline") ?? Data()
      return words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        .joined(separator: " ") == command
    }
  }
}
