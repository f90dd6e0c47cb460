import Foundation
import Testing

@Suite struct RecordingTests {
  private let recording = "Recordings/grovs/screens/repeat.jsonl"

  @Test func `what is recorded is played back`() throws {
    let bench = try Bench()

    let recorded = try bench.run("record")
    let replayed = try bench.run("replay")

    #expect(
      recorded.results == """
        wrote Recordings/grovs/screens/repeat.jsonl
        wrote Recordings/grovs/starts.jsonl
        2 recorded, 0 failed

        """)
    #expect(replayed.code == 0)
    #expect(replayed.closing == "2 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `recording twice leaves no difference`() throws {
    let bench = try Bench()
    _ = try bench.run("record")

    let outcome = try bench.run("record")

    #expect(outcome.results == "2 recorded, 0 failed\n")
  }

  @Test(
    arguments: [
      ("a folder", ["--jobs", "1"], [:]), ("project", ["--jobs", "8"], ["LC_ALL": "tr_TR.UTF-8"]),
      ("project", [], ["TZ": "Pacific/Kiritimati"]),
    ] as [(String, [String], [String: String])])
  func `the bytes of a recording depend on the spec alone`(
    name: String, words: [String], environment: [String: String]
  ) throws {
    let plain = try Bench()
    _ = try plain.run("record", "--jobs", "2")

    let other = try Bench(name)
    _ = try other.run(["record"] + words, environment: environment)

    #expect(try other.text(recording) == plain.text(recording))
    #expect(
      try other.text("Recordings/grovs/starts.jsonl") == plain.text("Recordings/grovs/starts.jsonl")
    )
  }

  @Test func `a missing recording fails all its runs`() throws {
    let outcome = try Bench().run("replay")

    #expect(outcome.code == 1)
    #expect(
      outcome.results == """
        Recordings/grovs/screens/repeat.jsonl:1: error: missing: \
        Specs/grovs/screens/repeat.yaml has no recording; run conformance record
        0 passed, 2 failed, 0 known, 0 not claimed, 0 open

        """)
  }

  @Test func `one line more fails its run`() throws {
    let bench = try Bench()
    _ = try bench.run("record")
    let text = try bench.text(recording)
    try bench.write(
      recording, text + "{\"at\":65999,\"level\":\"info\",\"see\":\"log\",\"text\":\"x\"}\n")

    let outcome = try bench.run("replay")

    #expect(outcome.code == 1)
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a spec that is renamed leaves an orphan and misses its recording`() throws {
    let bench = try Bench()
    _ = try bench.run("record")
    try bench.remove("Specs/grovs/screens/repeat.yaml")
    try bench.write("Specs/grovs/screens/other.yaml", Bench.spec)

    let outcome = try bench.run("replay")

    #expect(outcome.code == 1)
    #expect(outcome.results.contains("other.jsonl:1: error: missing: "))
    #expect(outcome.results.contains("repeat.jsonl:1: error: orphan: "))
    #expect(outcome.closing == "0 passed, 2 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a run outside the filter keeps its recording`() throws {
    let bench = try Bench()
    _ = try bench.run("record")
    let text = try bench.text(recording)

    let outcome = try bench.run("record", "*/Home after 999ms")

    #expect(outcome.results == "1 recorded, 0 failed\n")
    #expect(try bench.text(recording) == text)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/flock"), "needs flock"))
  func `a second command does not record beside the first`() throws {
    let bench = try Bench()

    // The shell holds the lock while the command asks for it.
    let outcome = try bench.shell(
      "mkdir -p Recordings/grovs; flock Recordings/grovs/.lock "
        + "'\(Bench.built("conformance"))' record")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("another command records here; try again"))
    #expect(try bench.run("record").code == 0)
  }

  @Test func `what fails is not recorded`() throws {
    let bench = try Bench()
    try bench.write(
      "Specs/grovs/screens/repeat.yaml", Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.run("record")

    #expect(outcome.code == 1)
    #expect(outcome.closing == "1 recorded, 1 failed")
    #expect(try bench.text(recording).contains("Home after 1s") == false)
  }

  @Test func `a recording that is no recording is told with its line`() throws {
    let bench = try Bench()
    _ = try bench.run("record")
    try bench.write(recording, "{\"recording\":1}\n{\"at\":0}\n")

    let outcome = try bench.run("replay")

    #expect(outcome.code == 1)
    #expect(outcome.results.hasPrefix("\(recording):2: error: an entry stands before any run\n"))
  }
}
