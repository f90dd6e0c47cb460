@testable import Conformance
import JSON
import Testing

@Suite struct ExactTraceTests {
  private let epoch: Int64 = 1_767_225_600_000
  private let first = "0f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b"
  private let second = "00000000-0000-4000-8000-000000000001"

  private func lines(_ events: TraceEntry.Event...) -> [String] {
    ExactTrace.lines(
      of: events.map { TraceEntry(at: 5, event: $0, standing: .world) }, epoch: epoch)
  }

  private func log(_ text: String) -> TraceEntry.Event { .effect(.log(level: "info", text: text)) }

  private func logged(_ text: String) -> String {
    "{\"at\":5,\"level\":\"info\",\"see\":\"log\",\"text\":\"\(text)\"}"
  }

  @Test func `ids are named in order of appearance, the same one always the same`() {
    #expect(
      lines(log(first), log("\(second), \(first)")) == [logged("id-1"), logged("id-2, id-1")])
  }

  @Test func `an id that an input gave is literal`() {
    let call = TraceEntry.Event.input(
      .call(id: "c1", member: "track", with: ["id": .string(first)]))

    #expect(lines(call, log(first), log(second)).dropFirst() == [logged(first), logged("id-1")])
  }

  @Test func `an instant is told from the run's first, an input's stays`() {
    let clock = TraceEntry.Event.input(.answer(to: "a1", with: "2026-01-02T00:00:00.000Z"))

    #expect(
      lines(
        clock, log("at 2026-01-01T00:00:01.500Z"), log("2025-12-31T23:59:59.999Z"),
        log("2026-01-02T00:00:00.000Z")
      ).dropFirst() == [
        logged("at @1500"), logged("@-1"), logged("2026-01-02T00:00:00.000Z"),
      ])
  }

  @Test(arguments: [
    "0f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5", "0f1e2d3c04b5a-4978-8a9b-0c1d2e3f4a5b",
    "2026-02-30T00:00:00.000Z", "2026-01-01T00:00:00Z", "é2026-01-01",
  ])
  func `what only looks so stays`(text: String) {
    #expect(lines(log(text)) == [logged(text)])
  }

  @Test func `keys hold names too`() {
    #expect(
      lines(.effect(.store(disk: ["event/\(first)": .null], keychain: nil))) == [
        "{\"at\":5,\"disk\":{\"event/id-1\":null},\"see\":\"store\"}"
      ])
  }

  @Test func `a body is parsed, another text is kept`() {
    func request(_ text: String) -> TraceEntry.Event {
      .effect(
        .request(
          .init(id: "r1", method: "POST", url: "u", headers: [], body: .text(text))))
    }
    let head = "{\"at\":5,"
    let tail = "\"headers\":{},\"method\":\"POST\",\"request\":\"r1\",\"see\":\"request\","

    #expect(
      lines(request("{ \"n\": 1.0 }"), request("{")) == [
        head + "\"body\":{\"n\":1}," + tail + "\"url\":\"u\"}",
        head + tail + "\"text\":\"{\",\"url\":\"u\"}",
      ])
  }

  @Test func `two headers of one name stand in a list`() {
    let headers = ["1", "2", "3"].map { Header(name: "k", value: $0) }

    let line = lines(.input(.reply(request: "r1", Response(headers: headers))))

    #expect(
      line == [
        "{\"at\":5,\"do\":\"reply\",\"headers\":{\"k\":[\"1\",\"2\",\"3\"]},\"request\":\"r1\",\"status\":200}"
      ])
  }

  @Test func `a note leaves no line`() {
    #expect(lines(.effect(.note("x"))).isEmpty)
  }
}
