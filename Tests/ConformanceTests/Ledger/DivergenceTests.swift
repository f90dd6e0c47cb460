import JSON
import Testing

@testable import Conformance

@Suite struct DivergenceTests {
  private let track = "- app: launch\n- call: track\n  with: { name: x }\n"

  private func text(_ steps: String, _ rows: Script.Row...) throws -> String {
    let frame = try Stage.frame(Stage.spec(steps))
    let verdict = Replayer.judge(frame, against: Script(rows))
    guard case .failed(let failure) = verdict.outcome else { return verdict.told }
    return Divergence(failure, in: verdict, frame.vocabulary).text
  }

  @Test func `a body that differs is told by path and kinds, without its values`() throws {
    let steps = track + "- request: /a\n  body: { events: [{ id: 4 }] }\n  reply: ok"

    #expect(
      try text(steps, on("call: track", request("/a", "r7", body: ["events": [["id": 5]]])))
        == "request /a body events[0].id: another number")
    #expect(
      try text(steps, on("call: track", request("/a", "r7", body: ["events": [["id": "e1"]]])))
        == "request /a body events[0].id: text, not number")
  }

  @Test func `an address of no endpoint is told by its method alone`() throws {
    let other = Effect.request(
      Effect.Request(
        id: "r1", method: "GET", url: "https://elsewhere.test/1", headers: [], body: .none))

    #expect(try text(track, on("call: track", other)) == "request GET elsewhere is one too many")
  }

  @Test func `a step that is not reached is missing`() throws {
    #expect(
      try text(track + "- request: /a\n  reply: ok", on("call: track")) == "request /a is missing")
  }

  @Test func `another effect is told with what was next`() throws {
    #expect(
      try text(
        track + "- request: /a\n  reply: ok", on("call: track", request("/b", "r1")))
        == "request /b, not request /a")
  }

  @Test func `a time is told as early or late`() throws {
    let steps = track + "- advance: 10s\n- request: /a\n  after: 5s\n  reply: ok"

    #expect(
      try text(
        steps, on("call: track", timers: [4000]), on("tick 4000", request("/a", "r1"), timers: []))
        == "request /a is early")
  }

  @Test func `a name that is no word of the vocabulary is left out`() throws {
    #expect(
      try text(track, on("call: track", .other(kind: "show", id: "s1", name: "c7", with: [:])))
        == "show is one too many")
  }

  @Test func `a member that is not built is told by its name`() throws {
    #expect(
      try text(track, on("call: track", .unsupported(what: "track"), returns: nil))
        == "'track' is not built")
  }

  @Test func `an exception is told without its stack`() throws {
    #expect(
      try text(
        track, on("call: track", .fault(message: "TypeError: no\n    at main.js:7"), returns: nil))
        == "crash: nobody caught: TypeError: no")
  }

  @Test func `a start is told by its name`() throws {
    #expect(
      try text("- do: begun", on("call: start"))
        == "in the start 'begun': request /a is missing")
  }
}
