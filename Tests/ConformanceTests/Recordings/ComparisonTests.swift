import JSON
import Testing

@testable import Conformance

@Suite struct ComparisonTests {
  @Test func `another effect is drift, with both lines`() throws {
    let shelf = try Shelf()
    try shelf.record()

    let own = "\"headers\":{},\"method\":\"POST\",\"request\":\"r2\",\"see\":\"request\","
    let url = "\"url\":\"https://a.test/v1/own\"}"
    #expect(
      try shelf.faults(Shelf.script(asking: 2)) == [
        """
        events/one.jsonl:6: error: drift: 'one' does something else than was recorded
          recorded  {"at":5000,"body":{"n":1},\(own)\(url)
          played    {"at":5000,"body":{"n":2},\(own)\(url)
        """
      ])
  }

  @Test func `an effect more at the very end is drift`() throws {
    let shelf = try Shelf()
    try shelf.record()
    let text = try shelf.text("events/one.jsonl")
    let line = "{\"at\":5000,\"level\":\"warn\",\"see\":\"log\",\"text\":\"x\"}"
    try shelf.write("events/one.jsonl", text + line + "\n")

    #expect(
      try shelf.faults() == [
        """
        events/one.jsonl:9: error: drift: 'one' does something else than was recorded
          recorded  \(line)
          played    nothing
        """
      ])
  }

  @Test func `a recording that is not there is missing`() throws {
    let shelf = try Shelf()

    #expect(
      try shelf.faults() == [
        "events/one.jsonl:1: error: missing: Specs/demo/events/one.yaml has no recording; run conformance record"
      ])
  }

  @Test func `a run that is renamed is missing, and its old lines are an orphan`() throws {
    let shelf = try Shelf()
    try shelf.record()
    let text = try shelf.text("events/one.jsonl")
    try shelf.write(
      "events/one.jsonl", text.replacing("\"run\":\"one\"", with: "\"run\":\"two\""))

    #expect(
      try shelf.faults() == [
        "events/one.jsonl:1: error: missing: the run 'one' is not recorded; run conformance record",
        "events/one.jsonl:2: error: orphan: no run 'two' is in Specs/demo/events/one.yaml; run conformance record",
      ])
  }

  @Test func `a recording without a spec is an orphan`() throws {
    let shelf = try Shelf()
    try shelf.record()
    try shelf.write("events/two.jsonl", "{\"recording\":1}\n")

    #expect(
      try shelf.faults() == [
        "events/two.jsonl:1: error: orphan: no spec has this recording; run conformance record"
      ])
  }

  @Test func `a start on which no run begins is an orphan`() throws {
    let shelf = try Shelf()
    try shelf.record()
    let starts = try shelf.text("starts.jsonl")
    try shelf.write("starts.jsonl", starts + "{\"hash\":\"0\",\"start\":\"old\"}\n")

    let faults = try shelf.faults()

    #expect(faults.count == 1)
    #expect(
      faults.first?.contains("orphan: no run begins on this start 'old'") == true)
  }

  @Test func `changed inputs make a recording stale, other expectations do not`() throws {
    let shelf = try Shelf()
    try shelf.record()
    let text = try shelf.text("events/one.jsonl")
    let starts = try shelf.text("starts.jsonl")

    let other = try Shelf(Stage.spec(Shelf.steps.replacing("name: x", with: "name: y")))
    try other.record()
    try other.write("events/one.jsonl", text)
    try other.write("starts.jsonl", starts)
    #expect(
      try other.faults() == [
        "events/one.jsonl:2: error: stale: the inputs or the rule of 'one' changed since it was recorded; run conformance record"
      ])

    let same = try Shelf(
      Stage.spec(Shelf.steps.replacing("{ n: 1 }", with: "{ n: { $range: [1, 2] } }")))
    #expect(same.suite.runs.first?.inputsHash != shelf.suite.runs.first?.inputsHash)
    let commented = try Shelf(Stage.spec("# a comment\n" + Shelf.steps))
    #expect(commented.suite.runs.first?.inputsHash == shelf.suite.runs.first?.inputsHash)
  }

  @Test func `what cannot be read is a fault of all its runs`() throws {
    let shelf = try Shelf()
    try shelf.record()
    try shelf.write("events/one.jsonl", "no recording\n")

    let faults = shelf.archive.faults(
      of: shelf.spec, starts: RecordingFile(), against: Shelf.script(), chosen: { _ in true },
      all: true)

    #expect(faults.map(\.runs) == [1])
  }

  @Test func `a line that is no entry is told`() throws {
    #expect(throws: TesteeError("this line of the recording is no JSON: x")) {
      try Playback.lines(of: ["x"], against: Script([]))
    }
    #expect(throws: TesteeError("this line of the recording is no input: {\"do\":\"dance\"}")) {
      try Playback.lines(of: ["{\"do\":\"dance\"}"], against: Script([]))
    }
  }
}
