import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct ScenarioTests {
  private func spec(_ scenario: String, _ head: String = "rule: events.one") -> String {
    "spec: 1\n\(head)\nscenarios:\n" + scenario.indented(by: 2)
  }

  private let steps = "  steps: [{ do: configured }, { quiet: 1s }]"

  @Test(arguments: [
    ("- ▸nmae: a\n  name: b\nS", "unknown key 'nmae' of a scenario; did you mean 'name'?"),
    ("- ▸rule: a.b\nS", "a scenario needs 'name'"),
    ("- ▸name: a", "a scenario needs 'steps'"),
    ("- name: ▸''\nS", "expected a name, found an empty text"),
    ("- name: ▸[]\nS", "expected a name, found a list"),
    ("- name: a\n  scope: ▸every\nS", "expected one of needs, all, found the text 'every'"),
    ("- name: a\n  judge: ▸open\nS", "'judge: open' needs 'because': why nothing is judged"),
    (
      "- name: a\n  ▸because: b\nS",
      "'because' says why nothing is judged, so it stands with 'judge: open'"
    ),
    (
      "- name: a\n  observe: [▸log.debug]\nS",
      "expected one of log, log.error, log.warn, log.info, found the text 'log.debug'"
    ),
    ("- name: a\n  ignore: [▸any_evnt]\nS", "unknown ignore 'any_evnt'; did you mean 'any_event'?"),
    ("- name: a\n  ignore: [▸{ request: /link, reply: ok }]\nS", "an ignore needs 'because'"),
    ("- name: a\n  steps: [▸{ quiet: 1s }]", "the first step is 'app: launch', 'device' or 'do'"),
    (
      "- name: a\n  steps: ▸[{ app: launch }]",
      "nothing is expected: no SDK step, no 'returns' and no 'quiet'"
    ),
    ("- name: a\nS\n- ▸name: a\nS", "the name 'a' is given twice; the first is at line 4"),
    (
      "- name: \"a\\t\"\nS\n- ▸name: 'a\\t'\nS",
      "the name 'a\\t' is given twice; the first is at line 4"
    ),
    (
      "- ▸name: same\n  for: { x: [1, 2] }\nS",
      "the name 'same' is given twice; the first is at line 4"
    ),
  ])
  func `a scenario that is wrong is refused`(scenario: String, message: String) {
    expectErrors(spec(scenario.replacing("S", with: steps)), message)
  }

  @Test(arguments: [
    ("▸spce: 1", "a file of this kind begins with 'spec: 1'"),
    ("spec: ▸2", "expected version 1 of 'spec', found the number 2"),
  ])
  func `a spec begins with its version`(head: String, message: String) {
    let marked = Marked("\(head)\nrule: a.b\nscenarios:\n  - name: a\n  \(steps)")
    let first = Demo.load(marked.text).errors.first

    #expect(first?.message == message)
    #expect(first?.mark.column == marked.marks[0].column)
  }

  @Test(arguments: [
    ("▸rules: a.b", "unknown key 'rules' of a spec; did you mean 'rule'?"),
    ("rule: a.b\nneeds: [▸evnts]", "unknown capability 'evnts'; did you mean 'events'?"),
    ("rule: ▸5", "expected the id of a rule, found the number 5"),
    (
      "rule: a.b\nlet: { ▸A: 1 }",
      "'A' is no name; a name begins with a small letter, then letters, digits and '_'"
    ),
  ])
  func `a file's key that is wrong is refused`(head: String, message: String) {
    let text = "spec: 1\n\(head)\nscenarios:\n  - name: a\n    rule: a.b\n  \(steps)"
    expectErrors(text, message)
  }

  @Test func `a scenario without any rule is refused`() {
    expectErrors(
      "spec: 1\nscenarios:\n  - ▸name: a\n  \(steps)",
      "no rule: give 'rule' in the file, the scenario or each row")
  }

  @Test func `of the rules around a run the innermost counts`() {
    let suite = Demo.load(
      spec(
        """
        - name: file
        \(steps)
        - name: scenario $x
          rule: a.s-$x
          for: { x: [1] }
        \(steps)
        - name: row $x
          rule: a.s
          for: [{ x: 1, rule: a.r }, { x: 2, rule: a.q }]
        \(steps)
        """))

    #expect(suite.errors.map(\.description) == [])
    #expect(suite.runs.map(\.rule) == ["events.one", "a.s-1", "a.r", "a.q"])
    #expect(suite.files.first?.rules.map(\.id) == ["events.one", "a.s-1", "a.r", "a.q"])
  }

  @Test func `control characters of a name print escaped`() {
    let suite = Demo.load(spec("- name: \"a\\n\\e\\u202eb\"\n\(steps)"))

    #expect(suite.runs.map(\.name) == ["a\\n\\u{1b}\\u{202e}b"])
  }

  @Test func `a scenario's ignores stand in place of the file's`() {
    let suite = Demo.load(
      spec(
        "- name: a\n\(steps)\n- name: b\n  ignore: [{ request: /link, body: {}, reply: offline, because: no }]\n\(steps)\n- name: c\n  ignore: []\n\(steps)",
        "rule: a.b\nignore: [any_event]"))

    #expect(suite.errors.map(\.description) == [])
    #expect(suite.runs.map { $0.ignores.map(\.name) } == [["any_event"], ["/link"], []])
    #expect(suite.runs[1].ignores.first?.reply.brief == "fails offline")
  }

  @Test(arguments: [
    ("any_event", "{ events: [{ $event: { name: a } }] }", true),
    ("any_event", "{ events: [] }", true),
    ("any_event", "{ events: [{ $event: { name: a, more: 1 } }] }", false),
    ("any_event", "{ events: [{ $event: { name: 5 } }] }", false),
    ("any_event", "{ other: [] }", false),
    ("links", "{ events: [] }", false),
  ])
  func `an ignore of what the scenario expects is refused`(
    ignore: String, body: String, refused: Bool
  ) {
    let suite = Demo.load(
      spec(
        """
        - name: a
          ignore: [\(ignore)]
          steps:
            - do: configured
            - advance: 1s
            - request: /events
              body: \(body)
              reply: ok
        """))

    let message = "'\(ignore)' ignores what the scenario itself expects at line 9"
    #expect(suite.errors.map(\.message) == (refused ? [message] : []))
  }

  @Test func `an open scenario says why`() throws {
    let suite = Demo.load(spec("- name: a\n  judge: open\n  because: nobody knows\n\(steps)"))

    #expect(try #require(suite.runs.first).judge == .open(because: "nobody knows"))
    #expect(suite.files.first?.rules.map(\.isOpen) == [true])
  }

  @Test(arguments: [
    (
      "Specs/demo/events/One.yaml",
      "the file 'One.yaml' is not named by small letters, digits and '-', and .yaml"
    ),
    (
      "Specs/demo/events/a_b.yaml",
      "the file 'a_b.yaml' is not named by small letters, digits and '-', and .yaml"
    ),
    (
      "Specs/demo/events/one.yml",
      "the file 'one.yml' is not named by small letters, digits and '-', and .yaml"
    ),
    (
      "Specs/demo/Events/one.yaml",
      "the folder 'Events' has a name of other than small letters, digits and '-'"
    ),
    ("Specs/demo/one.yaml", "a spec lies in the folder of its area"),
  ])
  func `a file is named so that no disk takes two for one`(path: String, message: String) {
    let suite = Demo.load(spec("- name: a\n\(steps)", "rule: a.b\nneeds: [events]"), path: path)

    #expect(suite.errors.map(\.description) == ["\(path):1:1: error: \(message)"])
  }

  @Test func `a folder that is no capability gives needs`() {
    let path = "Specs/demo/other/one.yaml"
    let suite = Demo.load(spec("- name: a\n\(steps)"), path: path)

    #expect(
      suite.errors.map(\.description) == [
        "\(path):1:1: error: 'other' is no capability, so a spec in this folder gives 'needs'"
      ])
  }

  @Test func `a file with a mistake has no runs, others have theirs`() {
    let good = spec("- name: a\n\(steps)")
    let texts = [
      "Specs/demo/events/a.yaml": good, "Specs/demo/events/b.yaml": good + "\nextra: 1",
      "Specs/demo/vocabulary.yaml": Demo.vocabulary, "Specs/demo/starts.yaml": Demo.starts,
      "Specs/demo/replies.yaml": Demo.replies,
    ]
    let suite = Suite.load(
      folder: "Specs/demo", paths: ["Specs/demo/events/b.yaml", "Specs/demo/events/a.yaml"]
    ) { YAMLFile(texts[$0] ?? "", path: $0) }

    #expect(suite.files.map(\.path) == ["Specs/demo/events/a.yaml", "Specs/demo/events/b.yaml"])
    #expect(suite.files.map(\.runs.count) == [1, 0])
    #expect(suite.files.map(\.errors.count) == [0, 1])
  }
}
