import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct LadderTests {
  private static let rules = ["one", "two", "three", "four", "five"]

  private var rulebook: Rulebook {
    let rules = Self.rules.map {
      "  - { id: events.\($0), says: Says., sources: [a#b], level: core }\n"
    }
    return Rulebook.load(folder: "Specs/demo") { path in
      YAMLFile("rulebook: 1\nrules:\n" + rules.joined(), path: path)
    }
  }

  /// A suite of one file a rule, each with the rules to build first.
  private func suite(_ after: [(rule: String, after: String)]) -> Suite {
    var texts = [
      "Specs/demo/vocabulary.yaml": Stage.vocabulary, "Specs/demo/starts.yaml": Stage.starts,
      "Specs/demo/replies.yaml": Stage.replies,
    ]
    for (rule, after) in after {
      let spec = Stage.spec(
        "- app: launch\n- call: open\n  with: { url: \(rule) }\n  returns: true")
      texts["Specs/demo/events/\(rule).yaml"] = spec.replacing(
        "rule: events.one", with: "rule: events.\(rule)\nafter: [\(after)]")
    }
    let all = texts
    return Suite.load(
      folder: "Specs/demo", paths: after.map { "Specs/demo/events/\($0.rule).yaml" }
    ) { YAMLFile(all[$0] ?? "", path: $0) }
  }

  private let specs = [
    ("one", "events.three"), ("two", "events.one, events.five"), ("three", ""),
    ("four", "events.three"),
  ]

  private func climb(failing: [String], claims: [String] = ["events"]) throws -> Ladder.Climb {
    let suite = suite(specs)
    #expect(suite.errors == [])
    let kind = TesteeKind(name: "script", claims: claims) {
      Script(
        failing.map { on("call: open {\"url\":\"\($0)\"}", returns: false) } + [
          on("call: open", returns: true)
        ])
    }
    let verdicts = Batch(testee: kind, jobs: 1).judge(
      suite.runs, vocabulary: suite.vocabulary, done: { _ in })
    return Ladder(rulebook, suite.files).climb(verdicts)
  }

  @Test func `a rule stands above what its specs come after, and else as in the rulebook`() {
    let ladder = Ladder(rulebook, suite(specs).files)

    // No spec shows the fifth: it is no rung, and nothing waits for it.
    #expect(ladder.rungs.map(\.rule.id) == ["three", "one", "two", "four"].map { "events.\($0)" })
    #expect(ladder.rungs.map(\.after) == [[], ["events.three"], ["events.one"], ["events.three"]])
  }

  @Test func `rules in a circle are on the ladder all the same`() {
    let circle = suite([("one", "events.two"), ("two", "events.one"), ("three", "")])

    #expect(
      Ladder(rulebook, circle.files).rungs.map(\.rule.id) == [
        "events.three", "events.one", "events.two",
      ])
  }

  @Test func `the next rule is the lowest that fails`() throws {
    let climb = try climb(failing: ["two", "one"])

    #expect(climb.next?.rung.rule.id == "events.one")
    #expect(climb.holding == 2)
    #expect(climb.failing == 2)
    #expect(climb.standing(of: "events.three")?.name == "holds")
  }

  @Test func `where all rules hold none is next`() throws {
    let climb = try climb(failing: [])

    #expect(climb.next == nil)
    #expect(climb.holding == 4)
  }

  @Test func `where nothing claimed fails the lowest that is not claimed is next`() throws {
    let climb = try climb(failing: [], claims: ["base"])

    #expect(climb.next?.rung.rule.id == "events.three")
    #expect(climb.next?.standing.name == "not claimed")
    #expect(climb.notClaimed == 4)
  }

  @Test func `what a run takes is told once, its start's judged steps too`() throws {
    let spec = Stage.spec(
      """
      - do: begun
      - device: { language: fr }
      - call: track
        with: { name: x }
      - request: /a
        as: first
      - call: track
        with: { name: x }
      - advance: 1s
      - cancel: first
      - set: token
        to: x
      - callback: got
        with: { link: x }
      - log: error
      """, more: "observe: [log.error]")
    let suite = Stage.suite(spec)
    #expect(suite.errors.map(\.description) == [])

    #expect(
      Needed(try #require(suite.runs.first), suite.vocabulary).lines == [
        "  calls", "    start(completion: (bool))", "    track(name: string)",
        "    set token: string?", "  the world", "    app: launch", "    device: language",
        "    time passes", "  effects", "    request: POST /a", "    completion of start",
        "    cancel of a request", "    callback: got(link: string?)", "    log: error",
      ])
  }
}

@Suite struct GroundRungTests {
  private func flaw(_ rows: Script.Row..., claims: [String] = ["events"]) -> String? {
    let vocabulary = Stage.suite(Stage.spec("- app: launch")).vocabulary
    let kind = TesteeKind(name: "script", claims: claims) { Script([]) }
    let claimed = Batch(testee: kind, jobs: 1).claims(vocabulary)
    return GroundRung(vocabulary, claims: claimed).flaw(of: Script(rows))
  }

  @Test func `a member that returns is enough`() {
    #expect(flaw() == nil)
  }

  @Test func `the first plain member that is claimed is called, with made up arguments`() throws {
    let vocabulary = Stage.suite(Stage.spec("- app: launch")).vocabulary
    let script = Script([])
    let events = try #require(vocabulary.capability(named: "events"))

    _ = GroundRung(vocabulary, claims: events).flaw(of: script)

    #expect(script.lines == ["app: launch", "call: track {\"name\":\"a\"}"])
  }

  @Test func `a launch that does not hold is told first`() {
    #expect(
      flaw(on("app: launch", .unsupported(what: "launch")))
        == "a launch does not hold: 'launch' is not built")
  }

  @Test func `a member that is not built is told`() {
    #expect(
      flaw(on("call: track", .unsupported(what: "track"), returns: nil))
        == "'track' does not even return: 'track' is not built")
  }

  @Test func `a member that never returns is told`() {
    #expect(flaw(on("call: track", returns: nil)) == "'track' is called and never returns")
  }

  @Test func `without a plain member the launch is the rung`() {
    #expect(flaw(claims: ["base"]) == nil)
  }
}
