import Foundation
import Testing

/// The core behind two pipes against the core in the runner's own process.
@Suite struct OutOfProcessTests {
  private let specs = Bench.root.appendingPathComponent("Specs/grovs").path
  private let testee = "'\(Bench.built("grovs-testee"))'"

  /// Areas with stores, timers, questions, pages and kills among them.
  private let areas = ["configure", "clipboard", "revenue", "in-app-html"]

  @Test func `exact traces are the same byte for byte`() throws {
    let outcome = try Bench().run(["replay", "--specs", specs, "--testee", testee] + areas)

    #expect(outcome.code == 0)
    #expect(outcome.closing.contains(" 0 failed, 0 known, 0 not claimed"))
    #expect(!outcome.closing.hasPrefix("0 "))
  }

  @Test(arguments: [["--testee"], ["--isolate"]])
  func `verdicts are the same, whatever the number of children`(words: [String]) throws {
    let words = words == ["--testee"] ? words + [testee] : words
    let inside = try Bench().run(["run", "--specs", specs] + areas)

    for jobs in ["1", "5"] {
      let outside = try Bench().run(["run", "--specs", specs, "--jobs", jobs] + words + areas)
      #expect(outside.results == inside.results)
      #expect(outside.code == 0)
    }
  }

  @Test func `a run that is disturbed is the same out of process`() throws {
    let words = ["run", "--specs", specs, "--sweep", "deep-links.before-configure-app-open-held"]
    let inside = try Bench().run(words)

    let outside = try Bench().run(words + ["--testee", testee])

    #expect(outside.results == inside.results)
    #expect(inside.results.contains(" 0 breaches"))
  }

  @Test func `the runner's half of a dialogue plays without a runner`() throws {
    let bench = try Bench()
    let run = "screens.repeat-within-one-second-dropped/Home after 999ms"
    let talk = try bench.run("run", "--talk", "--save-input", "input.jsonl", run)

    let alone = try bench.shell("\(testee) < input.jsonl")

    let told = talk.results.split(separator: "\n").filter { $0.hasPrefix("← ") }.map {
      $0.dropFirst(2)
    }
    #expect(!told.isEmpty)
    #expect(alone.results.split(separator: "\n") == told)
    #expect(alone.code == 0)
  }

  @Test func `a dialogue of more than one run is refused`() throws {
    let outcome = try Bench().run("run", "--talk")

    #expect(outcome.code == 2)
    #expect(
      outcome.complaints
        == "error: --talk shows one run, and these filters choose 2; name one by 'rule/name'\n")
  }
}
