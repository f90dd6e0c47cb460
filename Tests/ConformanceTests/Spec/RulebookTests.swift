import Testing
import YAML

@testable import Conformance

@Suite struct RulebookTests {
  private static let pin = Pin(place: "page#a", row: nil, text: "Two.", number: 1)
  private static let rules = """
    rulebook: 1
    rules:
      - { id: events.one, says: It is one., sources: [page#a], level: core }
      - { id: events.two, says: It is two., sources: [page#a], level: core, scope: all, open: true, decision: So., hash: [\(pin)] }
      - { id: events.three, says: It is three., sources: [page#b], level: host, shown: later }
      - { id: events.four, says: Read this., sources: [page#b], level: docs }
    """

  private func book(_ text: String = rules) -> Rulebook {
    Rulebook.load(folder: "Specs/demo") { YAMLFile(text, path: $0) }
  }

  @Test func `a rule is found by its id`() throws {
    let book = book()
    let rule = try #require(book["events.two"])

    #expect(book.errors.isEmpty)
    #expect(book.rules.map(\.id) == ["events.one", "events.two", "events.three", "events.four"])
    #expect(rule.says == "It is two.")
    #expect(rule.area == "events")
    #expect(rule.scopeAll && rule.isOpen)
    #expect(rule.decision == "So.")
    #expect(rule.pins.map(\.pin.description) == ["\(Self.pin)"])
    #expect(book["events.three"]?.shown == "later")
    #expect(book["events.five"] == nil)
  }

  @Test(arguments: [
    ("▸{ id: a.b, says: S, sources: [p] }", "a rule needs 'level'"),
    (
      "{ id: ▸ab, says: S, sources: [p], level: core }",
      "'ab' is no id; an id is an area and a name, such as 'events.track-sends-event'"
    ),
    (
      "{ id: ▸a.B, says: S, sources: [p], level: core }",
      "'a.B' is no id; an id is an area and a name, such as 'events.track-sends-event'"
    ),
    (
      "{ id: a.b, says: ▸'', sources: [p], level: core }",
      "expected a sentence, found an empty text"
    ),
    ("{ id: a.b, says: S, sources: ▸[], level: core }", "a rule needs at least one source"),
    (
      "{ id: a.b, says: S, sources: [p], level: ▸cor }",
      "expected one of core, host, shell, docs, found the text 'cor'; did you mean 'core'?"
    ),
    (
      "{ id: a.b, says: S, sources: [p], level: core, ▸opne: true }",
      "unknown key 'opne' of a rule; did you mean 'open'?"
    ),
    (
      "{ id: a.b, says: S, sources: [p], level: core, scope: ▸one }",
      "expected one of all, found the text 'one'"
    ),
    (
      "{ id: a.b, says: S, sources: [p], level: core, ▸shown: T }",
      "'shown' names the test of a host rule, and this rule is of level core"
    ),
    (
      "▸{ id: events.one, says: S, sources: [p], level: core }",
      "rule 'events.one' is given twice; the first is at line 3"
    ),
  ])
  func `a rule that is wrong is refused`(rule: String, message: String) {
    let marked = Marked(Self.rules + "\n  - " + rule)
    let expected = marked.marks.map {
      "Specs/demo/rulebook.yaml:\($0.line):\($0.column): error: \(message)"
    }

    #expect(book(marked.text).errors.map(\.description) == expected)
  }

  private func file(_ name: String, _ rule: String, after: String = "", scenario: String = "")
    -> SpecFile
  {
    let suite = Demo.load(
      """
      spec: 1
      rule: \(rule)
      after: [\(after)]
      scenarios:
        - name: a
          steps: [{ do: configured }, { quiet: 1s }]
      \(scenario)
      """, path: "Specs/demo/events/\(name).yaml")
    #expect(suite.errors.map(\.description) == [])
    return suite.files[0]
  }

  private func lint(_ files: SpecFile...) -> [String] {
    book().lint(files).map { $0.description.replacing("Specs/demo/events/", with: "") }
  }

  @Test func `rules that the rulebook has may be shown and come after`() {
    #expect(lint(file("a", "events.one", after: "events.three")) == [])
  }

  @Test func `a rule that the rulebook has not is refused`() {
    #expect(
      lint(file("a", "events.onee", after: "events.thre")) == [
        "a.yaml:2:7: error: unknown rule 'events.onee'; did you mean 'events.one'?",
        "a.yaml:3:9: error: unknown rule 'events.thre'; did you mean 'events.three'?",
      ])
  }

  @Test func `the scope of a scenario is the rule's`() {
    #expect(
      lint(file("a", "events.two")) == [
        "a.yaml:2:7: error: rule 'events.two' speaks of every request, so a scenario of it has 'scope: all'"
      ])
    #expect(
      lint(file("a", "events.one", scenario: "    scope: all")) == [
        "a.yaml:2:7: error: rule 'events.one' has no 'scope: all' in the rulebook, so its scenarios have none"
      ])
  }

  @Test func `only an open rule is left unjudged`() {
    let open = "    judge: open\n    because: nobody knows"

    #expect(
      lint(file("a", "events.one", scenario: open)) == [
        "a.yaml:2:7: error: rule 'events.one' is not open in the rulebook, so it has to be judged"
      ])
    #expect(lint(file("a", "events.two", scenario: open + "\n    scope: all")) == [])
  }

  @Test func `no trace shows a rule of level docs`() {
    #expect(
      lint(file("a", "events.four")) == [
        "a.yaml:2:7: error: rule 'events.four' is of level docs: no trace shows it"
      ])
  }

  @Test func `rules in a circle are refused`() {
    #expect(
      lint(
        file("a", "events.one", after: "events.three"),
        file("b", "events.three", after: "events.one")) == [
          "b.yaml:3:9: error: rules come after each other in a circle: events.one, after events.three, after events.one"
        ])
    #expect(
      lint(file("a", "events.one", after: "events.one")) == [
        "a.yaml:3:9: error: rule 'events.one' cannot come after itself"
      ])
  }

  @Test func `with a rulebook that cannot be read no spec is blamed`() {
    #expect(book("rules: [").lint([file("a", "events.one")]) == [])
  }
}
