import JSON
import Testing

@testable import Conformance

@Suite struct PortableTraceTests {
  private let uuid = "0f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b"
  private let other = "0F1E2D3C-4B5A-4978-8A9B-0C1D2E3F4A5C"

  private func entry(_ effect: Effect, at: Int64 = 5, _ standing: TraceEntry.Standing = .unjudged)
    -> TraceEntry
  { TraceEntry(at: at, event: .effect(effect), standing: standing) }

  private func entry(_ act: Input.Act, at: Int64 = 5) -> TraceEntry {
    TraceEntry(at: at, event: .input(act), standing: .world)
  }

  private func lines(_ entries: [TraceEntry]) -> [String] {
    let suite = Stage.suite(Stage.spec(""))
    return PortableTrace(entries, suite.vocabulary).lines
  }

  private func request(
    _ path: String = "/a", _ id: String = "x", body: Value = [:], headers: [Header] = []
  ) -> TraceEntry {
    .init(
      at: 5, event: .effect(ConformanceTests.request(path, id, body: body, headers: headers)),
      standing: .unjudged)
  }

  private var launch: TraceEntry {
    entry(
      .launch(
        .init(app: "foreground", chance: 0.5, seed: 1, storage: Storage(), device: Object())))
  }

  // MARK: - A whole trace

  @Test func `a turn is sorted by lane, its names are the trace's own`() {
    let trace = [
      launch,
      entry(.call(id: "c1", member: "start", with: [:])),
      entry(.store(disk: ["k": "v"], keychain: nil)),
      entry(.other(kind: "show", id: "window", name: "hello", with: [:])),
      entry(.other(kind: "peek", id: "look", name: "far", with: [:]), .unneeded),
      request("/far", "far", body: [:]).unneeded,
      request(
        "/own", "q-9", body: ["id": .string(uuid), "none": .null],
        headers: [
          Header(name: "Content-TYPE", value: "a")
        ]),
      entry(.log(level: "info", text: "on")),
      entry(.returned(call: "c1", value: ["$object": "handle"])),
      entry(.note("because")),
      entry(.reply(request: "far", Response())),
      entry(.answer(to: "look", with: true)),
      entry(.callback(object: "app", member: "got", with: ["link": .null, "id": .string(uuid)])),
      entry(.cancel(request: "far"), .unneeded),
      entry(.answer(to: "window", with: false)),
      entry(.reply(request: "q-9", Response())),
      entry(.close(show: "window"), at: 9),
      entry(.call(id: "c2", member: "watch", with: ["object": ["$object": "handle"]])),
    ]

    #expect(
      lines(trace).dropFirst() == [
        #"{"at":5,"call":"c1","do":"call","member":"start","with":{}}"#,
        #"{"at":5,"call":"c1","see":"return","value":{"$object":"o1"}}"#,
        #"{"at":5,"member":"got","object":"app","see":"callback","with":{"id":"u1"}}"#,
        #"{"at":5,"body":{"id":"u1"},"headers":{"content-type":"a"},"method":"POST","request":"r1","see":"request","url":"https://a.test/v1/own"}"#,
        #"{"ask":"s1","at":5,"name":"hello","see":"show","with":{}}"#,
        #"{"at":5,"do":"answer","to":"s1","with":false}"#,
        #"{"at":5,"do":"reply","headers":{},"request":"r1","status":200}"#,
        #"{"at":9,"see":"close","show":"s1"}"#,
        #"{"at":5,"call":"c2","do":"call","member":"watch","with":{"object":{"$object":"o1"}}}"#,
      ])
  }

  @Test func `effects of another instant are a group of their own`() {
    let trace = [
      entry(.close(show: "s"), at: 1), entry(.callback(object: "a", member: "m", with: [:]), at: 2),
    ]

    #expect(lines(trace).map { $0.contains("\"close\"") } == [true, false])
  }

  @Test func `numbers go on over launches, ids are a launch's own`() {
    let traces = [
      [launch, request(), launch, request()], [launch, request(), launch, request("/a", "y")],
    ]

    #expect(lines(traces[0]) == lines(traces[1]))
    #expect(lines(traces[0]).last?.contains(#""request":"r2""#) == true)
  }

  // MARK: - What is free, and what is not

  static let nulls: [(Value, Value)] = [
    (["a": .null, "b": 1], ["b": 1]),
    (["events": [["a": .null], 7]], ["events": [[:], 7]]),
  ]

  @Test(arguments: nulls)
  func `nulls at the top of a body and of a list's objects are dropped`(body: Value, same: Value) {
    #expect(lines([request(body: body)]) == lines([request(body: same)]))
  }

  static let kept: [(Value, Value)] = [
    (["a": ["b": .null]], ["a": [:]]),
    (["events": [["a": ["b": .null]]]], ["events": [["a": [:]]]]),
    (["events": [.null]], ["events": []]),
    (["events": [[["a": .null]]]], ["events": [[[:]]]]),
    (["own": .null], [:]),
    (["own": [["a": .null]]], ["own": [[:]]]),
    (["events": [["own": .null]]], ["events": [[:]]]),
    (["a": 1], ["a": "1"]),
  ]

  @Test(arguments: kept)
  func `deeper nulls and those of exact keys stay`(body: Value, other: Value) {
    let suite = Demo.load(Demo.steps(""), vocabulary: Demo.vocabulary)
    let both = [body, other].map { body in
      PortableTrace(
        [
          entry(
            .request(
              .init(
                id: "r", method: "POST", url: "https://api.demo.test/v1/link", headers: [],
                body: .text(body.canonicalText))))
        ], suite.vocabulary
      ).lines
    }

    #expect(both[0] != both[1])
  }

  @Test func `a null below the top of a callback's arguments stays`() {
    let (some, none): (Object, Object) = (["list": [["a": .null]]], ["list": [[:]]])

    #expect(
      lines([entry(.callback(object: "app", member: "got", with: some))])
        != lines([entry(.callback(object: "app", member: "got", with: none))]))
  }

  @Test func `wording that the vocabulary leaves free is told by its stars`() {
    let suite = Demo.load(Demo.steps(""))
    let texts = ["it failed", "lost again", "failed"].map { message in
      PortableTrace(
        [
          entry(
            .callback(
              object: "app", member: "failed",
              with: ["error": "offline", "message": .string(message)]))
        ], suite.vocabulary
      ).lines.joined()
    }

    #expect(texts[0].contains("\"message\":\"* *\""))
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
  }

  @Test func `the same id is always the same, another one another`() {
    let (first, second) = (Value.string(uuid), Value.string(other))

    #expect(
      lines([request(body: ["a": first, "b": second, "c": first])])
        == lines([request(body: ["a": second, "b": first, "c": second])]))
    #expect(
      lines([request(body: ["a": first, "b": first])])
        != lines([request(body: ["a": first, "b": second])]))
  }

  @Test func `an id that stood in an input stays as it is, in its own case`() {
    let given = entry(.reply(request: "z", Response(body: .text("{\"id\":\"\(uuid)\"}"))))

    #expect(lines([given, request(body: .string(uuid))]).first?.contains(uuid) == true)
    #expect(
      lines([given, request(body: .string(uuid.uppercased()))]).first?.contains("\"u1\"") == true)
  }

  private static func fetch(_ body: Body) -> Effect {
    .request(.init(id: "r", method: "GET", url: Stage.base + "/a", headers: [], body: body))
  }

  static let others: [[Effect]] = [
    [.callback(object: "app", member: "got", with: ["link": "a"])],
    [.callback(object: "app", member: "got", with: ["link": "b"])],
    [.callback(object: "bob", member: "got", with: ["link": "a"])],
    [.callback(object: "app", member: "had", with: ["link": "a"])],
    [.callback(object: "app", member: "got", with: ["link": "a", "more": false])],
    [.returned(call: "c1", value: ["$object": "app"])],
    [.returned(call: "c1", value: .null)],
    [.returned(call: "c2", value: .null)],
    [.completion(call: "c1", name: "completion", with: nil)],
    [.completion(call: "c1", name: "completion", with: .null)],
    [.completion(call: "c1", name: "onFailure", with: nil)],
    [ConformanceTests.request("/a", "r", headers: [Header(name: "A", value: "b")])],
    [ConformanceTests.request("/a", "r", headers: [Header(name: "A", value: "B")])],
    [ConformanceTests.request("/b", "r")],
    [fetch(.none)], [fetch(.text(""))], [fetch(.bytes([]))],
    [ConformanceTests.request("/a", "r"), ConformanceTests.request("/b", "s")],
    [ConformanceTests.request("/b", "r"), ConformanceTests.request("/a", "s")],
    [ConformanceTests.request("/a", "r"), .cancel(request: "r")],
    [.other(kind: "show", id: "s", name: "a", with: [:])],
    [.other(kind: "show", id: nil, name: "a", with: [:])],
    [.other(kind: "show", id: "s", name: "a", with: ["b": .null])],
    [.fault(message: "a")],
    [.unsupported(what: "a")],
  ]

  @Test func `everything else is told apart`() {
    let own = entry(.call(id: "c1", member: "watch", with: ["object": ["$object": "app"]]))
    let texts = Self.others.map { effects in
      lines([own] + effects.map { entry($0) }).joined(separator: "\n")
    }

    for (index, text) in texts.enumerated() {
      #expect(!texts[..<index].contains(text), "\(Self.others[index])")
    }
  }
}

extension TraceEntry {
  fileprivate var unneeded: TraceEntry { TraceEntry(at: at, event: event, standing: .unneeded) }
}
