import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct SharpenerTests {
  private let rows = [
    on("app: launch", request("/own", "r1", body: ["n": 1, "t": "x"])),
    on("reply: r1", callback("got", ["link": "l"])),
    on("call: open", timers: [5000], returns: true),
    on("tick 5000", request("/a", "r2"), request("/b", "r3")),
  ]

  private func steps(body: String = "{ n: 1, t: x }", link: String = "l") -> String {
    """
    - app: launch
      because: they are loose here
    - request: /own
      body: \(body)
      because: it is loose here
      reply: ok
    - callback: got
      with: { link: \(link) }
      because: it is loose here
    - call: open
      with: { url: u }
      returns: true
    - advance: 10s
    - request: /a
      after: 5s
      as: a
    - request: /b
      as: b
    """.replacing("  because: they are loose here\n", with: "")
  }

  private func sharpness(
    _ steps: String, more: String = "", rows: [Script.Row]? = nil,
    loosened: (inout Run) -> Void = { _ in }
  ) throws -> Sharpness {
    let suite = Stage.suite(Stage.spec(steps, more: more))
    #expect(suite.errors.map(\.description) == [])
    var run = try #require(suite.runs.first)
    loosened(&run)
    let kind = TesteeKind(name: "script", claims: ["events"]) { Script([]) }
    let claims = Batch(testee: kind, jobs: 1).claims(suite.vocabulary)
    return Sharpener.sharpen(
      Frame(run, vocabulary: suite.vocabulary, claims: claims),
      against: Script(rows ?? self.rows))
  }

  @Test func `a sharp spec has no survivor and no pattern that lets one through`() throws {
    let sharpness = try sharpness(steps())

    #expect(sharpness.failure == nil)
    #expect(sharpness.survivors.map(\.change) == [])
    #expect(sharpness.passCount == 0)
    #expect(sharpness.mutants == 38)
  }

  @Test(arguments: [
    ("{ n: { $any: integer }, t: x }", ["$any: integer"]), ("{ $open: { t: x } }", ["$open"]),
    ("{ n: 1, t: { $like: \"x*\" } }", ["$like"]), ("{ n: { $range: [0, 5] }, t: x }", ["$range"]),
    ("{ n: 1, t: { $bind: t } }", ["$bind"]), ("{ n: 1, t: { $new: t } }", ["$new"]),
    ("{ n: { $optional: 1 }, t: x }", ["$optional"]),
    ("{ n: { $any: any }, t: { $any: string } }", ["$any: any", "$any: string"]),
  ])
  func `what a pattern lets through is counted by the pattern`(
    body: String, patterns: [String]
  ) throws {
    let sharpness = try sharpness(steps(body: body))

    #expect(sharpness.survivors.map(\.change) == [])
    #expect(sharpness.passes.map(\.pattern).sorted() == patterns)
  }

  @Test func `a body that nothing judges has survivors at its step`() throws {
    let sharpness = try sharpness(steps()) { run in
      guard case .one(let step) = run.acts[0].groups[0], case .request(var request) = step.kind
      else { return }
      request.body = nil
      run.acts[0].groups[0] = .one(
        Expectation(
          mark: step.mark, kind: .request(request), reply: step.reply,
          capability: step.capability))
    }

    #expect(
      sharpness.survivors.map(\.change).contains(
        "request POST https://a.test/v1/own: body at n removed")
    )
    #expect(Set(sharpness.survivors.map(\.mark.line)) == [9])
  }

  @Test func `an ignore beside an expected request has survivors`() throws {
    let steps = """
      - app: launch
      - request: /b
        body: { n: 9 }
        as: b
      """
    let rows = [on("app: launch", request("/b", "r1", body: ["n": 9]))]

    let ignores = try #require(
      Stage.suite(Stage.spec("- app: launch", more: "ignore: [b]")).runs.first
    ).ignores

    let sharp = try sharpness(steps, rows: rows) { $0.ignores = ignores }
    let loose = try sharpness(steps, rows: rows) { run in
      run.ignores = ignores
      run.ignores[0].request.body = nil
    }

    #expect(sharp.survivors.map(\.change) == [])
    #expect(
      loose.survivors.map(\.change).contains("request POST https://a.test/v1/b doubled"))
  }

  @Test func `what an ignore hides is counted`() throws {
    let rows = [on("app: launch", request("/b", "r1", body: ["n": 2]), callback("got"))]

    let sharpness = try sharpness("- app: launch\n- callback: got", more: "ignore: [b]", rows: rows)

    #expect(sharpness.hidden.map(\.ignore) == ["b"])
    #expect(sharpness.hidden.map(\.count) == [1])
  }

  @Test func `a null that is no key is no mutant, an exact one is`() throws {
    let rows = [on("app: launch", request("/own", "r1", body: ["n": .null]))]
    let spec = "- app: launch\n- request: /own\n  body: { n: null }\n  as: own"

    let sharpness = try sharpness(spec, rows: rows)

    #expect(sharpness.survivors.map(\.change) == [])
  }

  @Test func `a run that fails as it is cannot be sharpened`() throws {
    let sharpness = try sharpness("- app: launch\n- callback: got", rows: [])

    #expect(sharpness.failure != nil)
    #expect(sharpness.mutants == 0)
  }

  @Test func `a start's own steps are left to the start`() throws {
    let rows = [
      on("app: launch"), on("call: start", request("/a", "r1")),
      on("reply: r1", completed("c1", true)),
    ]

    let sharpness = try sharpness("- do: begun", rows: rows)

    #expect(sharpness.mutants == 0)
  }
}
