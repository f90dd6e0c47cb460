import Foundation
import Testing

/// `conformance run` as `git bisect run` calls it, and its exit codes.
@Suite struct GitBisectTests {
  typealias Commit = GitBench.Commit

  static let codes: [(behaviour: String, words: [String], code: Int32)] = [
    ("good", [], 0), ("bad", [], 1), ("other", [], 1), ("mute", [], 125),
    ("good", ["base.nothing"], 125), ("good", ["--jbos", "2"], 128),
  ]

  @Test(arguments: codes)
  func `git is told good, bad, skip and stop`(
    behaviour: String, words: [String], code: Int32
  ) throws {
    let git = try GitBench([Commit(behaviour)])

    let outcome = try git.bench.run(["run", "--git-bisect"] + GitBench.words + words)

    #expect(outcome.code == code)
  }

  @Test func `without being asked nothing ends with 125`() throws {
    let git = try GitBench([Commit("mute")])

    #expect(try git.bench.run(["run"] + GitBench.words).code == 3)
  }

  @Test func `git bisect run finds the culprit by these codes`() throws {
    var commits = BisectTests.straight(6, 6)
    commits[4].behaviour = "mute"
    commits[8].behaviour = "mute"
    let git = try GitBench(commits)

    let outcome = try git.bench.shell(
      "git bisect start main \(git.hashes[0]) >/dev/null && git bisect run "
        + "'\(Bench.built("conformance"))' run --git-bisect --specs Specs/toy --testee 'sh testee'")

    #expect(outcome.results.contains("\(git.hashes[6]) is the first bad commit"))
  }

  @Test func `git bisect run stops at a command line that is wrong`() throws {
    let git = try GitBench(BisectTests.straight(6, 6))

    let outcome = try git.bench.shell(
      "git bisect start main \(git.hashes[0]) >/dev/null && git bisect run "
        + "'\(Bench.built("conformance"))' run --git-bisect --spec Specs/toy 2>&1")

    #expect(!outcome.results.contains("is the first bad commit"))
    #expect(outcome.results.contains("exit code 128"))
  }

  @Test func `a disk that is full is no bad commit`() throws {
    let git = try GitBench([Commit("good")])

    let outcome = try git.bench.shell(
      "'\(Bench.built("conformance"))' run --git-bisect --specs Specs/toy --testee 'sh testee' "
        + ">/dev/full")

    #expect(outcome.code == 125)
  }

  // MARK: - The number of failures used as exit code

  @Test(arguments: [1, 2, 125, 126, 127, 128, 255, 256, 381])
  func `however many fail, the code is 1`(count: Int) throws {
    let scenarios = (0..<count).map { Toy.scenario("failure \($0)", "inside") }.joined()

    let outcome = try Toy(scenarios).run()

    #expect(outcome.code == 1)
    #expect(outcome.closing == "0 passed, \(count) failed, 0 known, 0 not claimed, 0 open")
  }

  // MARK: - Writing to a dead child ends the runner

  @Test func `a testee that is gone behind its hello fails the run, not the runner`() throws {
    let scenario = Toy.scenario(
      "gone", "good",
      then: """
        - call: track
          with: { name: good, text: { $repeat: { text: x, times: 1000000 } } }
          as: second
        - quiet: 1s
        """)
    let toy = try Toy(scenario)
    let hello = #"{"re":1,"hello":{"protocol":1,"name":"gone","sdk":"1","claims":["base"]}}"#

    let outcome = try toy.bench.run(
      "run", "--specs", "Specs/toy", "--testee", "read -r line; echo '\(hello)'; exit 0")

    #expect(outcome.code == 1, "\(outcome.complaints)")
    #expect(outcome.results.contains("the testee exited with status 0"))
  }

  static let closed = [
    "| head -c 1 >/dev/null", ">&-", "2>&-", ">&- 2>&-",
  ]

  @Test(arguments: closed)
  func `with its own output gone the runner still ends as it should, report written`(
    ending: String
  ) throws {
    let bench = try Bench()

    let outcome = try bench.shell(
      "{ '\(Bench.built("conformance"))' run --json report.json; echo $? > code; } \(ending)")

    #expect(try bench.text("code") == "0\n", "\(outcome.complaints)")
    #expect(try bench.text("report.json").contains("\"closing\":\"2 passed, 0 failed"))
  }
}
