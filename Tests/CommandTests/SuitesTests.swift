import Foundation
import Testing

@Suite struct SuitesTests {
  private static let lamp = Bench.root.appendingPathComponent("Tests/Fixtures/lamp").path
  private static let lampTestee = "python3 '\(lamp)/lamp.py'"
  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  private static let spec = """
    spec: 1
    rule: pushwoosh-sound.caf-played
    scenarios:
      - name: ding.caf
        steps:
          - device: { files: [ding.caf] }
          - app: launch
          - app: push_arrives
            with: { push: { aps: { sound: ding.caf } } }
          - play-sound: ding.caf

    """

  /// A folder with a suite of either SDK.
  private func bench() throws -> Bench {
    let bench = try Bench()
    let files = FileManager.default
    let specs = bench.folder.appendingPathComponent("Specs/pushwoosh")
    try files.createDirectory(
      at: specs.appendingPathComponent("pushwoosh-sound"), withIntermediateDirectories: true)
    for file in ["vocabulary", "replies", "starts", "rulebook"] {
      try files.copyItem(
        at: Bench.root.appendingPathComponent("Specs/pushwoosh/\(file).yaml"),
        to: specs.appendingPathComponent("\(file).yaml"))
    }
    try bench.write("Specs/pushwoosh/pushwoosh-sound/sound.yaml", Self.spec)
    return bench
  }

  @Test func `without a name every suite is judged, with one closing line`() throws {
    let outcome = try bench().run("run")

    #expect(outcome.code == 0)
    #expect(
      outcome.results == """
        screens          2 passed
        pushwoosh-sound  1 passed
        3 passed, 0 failed, 0 known, 0 not claimed, 0 open

        """)
  }

  @Test(arguments: [
    ["--suite", "pushwoosh"], ["--suite", "Specs/pushwoosh"], ["--specs", "Specs/pushwoosh/"],
    ["pushwoosh-sound"], ["pushwoosh-sound.caf-played/ding.caf"], ["Specs/pushwoosh"],
  ])
  func `a name, a folder or a filter chooses one suite`(words: [String]) throws {
    let outcome = try bench().run(["run"] + words)

    #expect(outcome.closing == "1 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `filters choose across suites, and each must match in one of them`() throws {
    let bench = try bench()

    let both = try bench.run("run", "screens", "pushwoosh-*")
    let none = try bench.run("run", "screens", "pushwoosh-video")

    #expect(both.closing == "3 passed, 0 failed, 0 known, 0 not claimed, 0 open")
    #expect(none.code == 3)
    #expect(none.complaints.hasPrefix("error: the filter 'pushwoosh-video' matches no run; "))
  }

  @Test func `a failure in one suite fails all, and the command that it names repeats it`() throws {
    let bench = try bench()
    try bench.write(
      "Specs/pushwoosh/pushwoosh-sound/sound.yaml",
      Self.spec.replacing("play-sound: ding.caf", with: "play-sound: default"))

    let outcome = try bench.run("run", "--json", "report.json")
    let again = try bench.run("run", "pushwoosh-sound.caf-played/ding.caf")

    #expect(outcome.code == 1)
    #expect(outcome.closing == "2 passed, 1 failed, 0 known, 0 not claimed, 0 open")
    #expect(outcome.results.contains("conformance run 'pushwoosh-sound.caf-played/ding.caf'"))
    #expect(again.closing == "0 passed, 1 failed, 0 known, 0 not claimed, 0 open")
    let report = try bench.text("report.json")
    #expect(report.contains("\"closing\":\"\(outcome.closing)\""))
    #expect(report.contains("Specs/grovs/screens/repeat.yaml"))
    #expect(report.contains("Specs/pushwoosh/pushwoosh-sound/sound.yaml"))
  }

  @Test func `recordings mirror the suites, and are played for all of them`() throws {
    let bench = try bench()

    let recorded = try bench.run("record")
    let replayed = try bench.run("replay")

    #expect(
      recorded.results == """
        wrote Recordings/grovs/screens/repeat.jsonl
        wrote Recordings/grovs/starts.jsonl
        wrote Recordings/pushwoosh/pushwoosh-sound/sound.jsonl
        wrote Recordings/pushwoosh/starts.jsonl
        3 recorded, 0 failed

        """)
    #expect(replayed.closing == "3 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test(arguments: [
    ("lint", "2 files, no mistake"),
    ("sharpen", "survivors, "), ("rules", " of 767 core rules have a spec, 0 specs have no rule"),
  ])
  func `one closing line speaks for both`(command: String, closing: String) throws {
    let outcome = try bench().run(command)

    #expect(outcome.closing.contains(closing))
  }

  @Test func `the gate covers both`() throws {
    let bench = try bench()
    _ = try bench.run("record")

    let outcome = try bench.run("check")

    #expect(outcome.results.contains("lint     holds   2 files\n"))
    #expect(outcome.results.contains("replay   holds   3 recordings\n"))
    #expect(outcome.results.contains("run      holds   3 runs\n"))
  }

  @Test func `the suites are listed with what is built in`() throws {
    let bench = try bench()

    let outcome = try bench.run("suites", "--json", "suites.json")

    let heads = outcome.results.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(heads.count == 2)
    #expect(heads.first?.hasPrefix("grovs: Specs/grovs, ") ?? false)
    #expect(
      heads.last?.hasPrefix("pushwoosh: Specs/pushwoosh, 97 rules (71 core), 1 runs, ") ?? false)
    #expect(outcome.results.contains("pushwoosh-sound  "))
    #expect(try bench.text("suites.json").contains("\"testee\":\"pushwoosh-core\""))
  }

  @Test func `a suite that there is not is told with the nearest`() throws {
    let outcome = try bench().run("run", "--suite", "pushwosh")

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints == "error: there is no suite 'pushwosh'; did you mean 'pushwoosh'?\n")
  }

  @Test func `shards deal the runs of all suites, and merge joins them`() throws {
    let bench = try bench()
    let whole = try bench.run("run", "--json", "whole.json")
    for shard in ["1/2", "2/2"] {
      _ = try bench.run("run", "--shard", shard, "--json", "\(shard.prefix(1)).json")
    }

    let merged = try bench.run("merge", "--json", "merged.json", "1.json", "2.json")

    #expect(merged.closing == whole.closing)
    #expect(try bench.text("merged.json") == bench.text("whole.json"))
  }

  // MARK: - A suite of which this command knows nothing

  @Test(.enabled(if: hasPython))
  func `acts and effects that no built-in SDK has are judged by the same command`() throws {
    let bench = try bench()

    let outcome = try bench.run("run", "--specs", Self.lamp, "--testee", Self.lampTestee)

    #expect(outcome.code == 0)
    #expect(
      outcome.results == """
        evenings  5 passed
        5 passed, 0 failed, 0 known, 0 not claimed, 0 open

        """)
  }

  @Test func `without a testee it can be linted, not run`() throws {
    let bench = try bench()

    let linted = try bench.run("lint", "--specs", Self.lamp)
    let run = try bench.run("run", "--specs", Self.lamp)

    #expect(linted.results == "2 files, no mistake\n")
    #expect(run.code == 3)
    #expect(
      run.complaints
        == "error: no SDK is built in for the suite 'lamp'; name one with --testee CMD\n")
  }

  @Test(.enabled(if: hasPython))
  func `a program that claims nothing of a suite counts as one of another`() throws {
    let bench = try bench()
    let files = FileManager.default
    try files.copyItem(
      atPath: Self.lamp, toPath: bench.folder.appendingPathComponent("Specs/lamp").path)

    let outcome = try bench.run("run", "--testee", Self.lampTestee)

    #expect(outcome.closing == "5 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }
}
