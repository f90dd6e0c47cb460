import JSON
import Testing

@testable import Conformance

@Suite struct RecorderTests {
  @Test func `a run is recorded behind its start, and played back without a fault`() throws {
    let shelf = try Shelf()

    let written = try shelf.record()

    #expect(written == ["events/one.jsonl", "starts.jsonl"])
    #expect(try shelf.faults() == [])
    let lines = try shelf.text("events/one.jsonl").split(separator: "\n").dropFirst(2)
    #expect(
      lines == [
        "{\"at\":0,\"call\":\"c2\",\"do\":\"call\",\"member\":\"track\",\"with\":{\"name\":\"x\"}}",
        "{\"at\":0,\"call\":\"c2\",\"see\":\"return\",\"value\":null}",
        "{\"at\":0,\"do\":\"advance\",\"for\":5000,\"quiet\":false}",
        "{\"at\":5000,\"body\":{\"n\":1},\"headers\":{},\"method\":\"POST\",\"request\":\"r2\",\"see\":\"request\",\"url\":\"https://a.test/v1/own\"}",
        "{\"at\":5000,\"do\":\"reply\",\"headers\":{},\"request\":\"r2\",\"status\":200,\"text\":\"{\\\"until\\\":\\\"2026-01-01T00:00:06.000Z\\\"}\"}",
        "{\"at\":5000,\"do\":\"advance\",\"for\":0,\"quiet\":true}",
      ])
  }

  @Test func `recording again writes nothing`() throws {
    let shelf = try Shelf()
    try shelf.record()

    #expect(try shelf.record() == [])
  }

  @Test func `a file is replaced whole and nothing else is left behind`() throws {
    let shelf = try Shelf()
    try shelf.record()
    try shelf.write("events/one.jsonl", "{\"recording\":1}\n")

    try shelf.record()

    #expect(
      try Files.below(shelf.archive.folder, endings: [""]) == ["events/one.jsonl", "starts.jsonl"])
  }

  @Test func `a run outside the filter keeps its lines`() throws {
    let shelf = try Shelf(
      Stage.spec(Shelf.steps, more: "for: { n: [1, 2] }").replacing("name: one", with: "name: $n"))
    try shelf.record()
    let before = try shelf.text("events/one.jsonl")

    let written = try shelf.record([shelf.takes()[1]], whole: false)

    #expect(written == [])
    #expect(try shelf.text("events/one.jsonl") == before)
  }

  @Test func `orphans and unused starts go when the whole suite is recorded`() throws {
    let shelf = try Shelf()
    try shelf.record()
    try shelf.write("gone.jsonl", "{\"recording\":1}\n")
    let starts = try shelf.text("starts.jsonl")
    try shelf.write("starts.jsonl", starts + "{\"hash\":\"0\",\"start\":\"old\"}\n")

    #expect(try shelf.record([], whole: false) == ["starts.jsonl"])
    #expect(try shelf.record() == ["gone.jsonl"])
    #expect(try shelf.faults() == [])
  }

  @Test func `a start whose lines were changed is recorded anew`() throws {
    let shelf = try Shelf()
    try shelf.record()
    let starts = try shelf.text("starts.jsonl")
    try shelf.write("starts.jsonl", starts + "{\"at\":9}\n")

    #expect(try shelf.faults().count == 1)
    #expect(try shelf.record() == ["starts.jsonl"])
    #expect(try shelf.text("starts.jsonl") == starts)
  }

  @Test func `what fails has a take that may not be recorded`() throws {
    let shelf = try Shelf()
    let run = try #require(shelf.suite.runs.first)

    let take = Take.of(
      Frame(run, vocabulary: shelf.suite.vocabulary, claims: shelf.claims),
      against: Shelf.script(asking: 2))

    #expect(take.failure != nil)
  }

  @Test func `a folder that cannot be written is told`() {
    let recorder = Recorder(archive: Archive(folder: "/proc/none"))

    #expect(throws: RecordingFault.self) {
      try recorder.record([], specs: [], whole: true)
    }
  }
}
