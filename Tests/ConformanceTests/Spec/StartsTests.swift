import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct StartsTests {
  private func runs(_ scenarios: String, starts: String = Demo.starts) -> [Run] {
    let suite = Demo.load(
      "spec: 1\nrule: events.one\nneeds: [events, links]\nscenarios:\n" + scenarios.indented(by: 2),
      starts: starts)
    #expect(suite.errors.map(\.description) == [])
    return suite.runs
  }

  @Test func `a run that begins on a start names it, with its acts`() {
    let runs = runs(
      """
      - name: at rest
        steps: [{ do: configured }, { quiet: 1s }]
      - name: launched by itself
        steps: [{ app: launch }, { do: signed_in }, { quiet: 1s }]
      - name: with a step of its own under the start
        steps: [{ do: configured }, { log: warn }]
      - name: nothing but the start
        steps: [{ do: configured }]
      """)

    #expect(runs.map { $0.start?.name } == ["configured", nil, nil, "configured"])
    #expect(runs.map { $0.start?.acts } == [2, nil, nil, 2])
    #expect(runs[0].start?.inputsHash == runs[3].start?.inputsHash)
  }

  @Test func `parameters are filled in, and a null one must be given`() {
    let runs = runs(
      """
      - name: opened
        steps:
          - do: configured
          - do: opened
            with: { url: "a$$b" }
          - quiet: 1s
      """)

    #expect(
      runs.first?.acts.dropFirst(2).first?.brief == #"call open {"kind":"push","url":"a$b"} → true"#
    )
  }

  @Test func `a start sees its own names alone`() {
    let suite = Demo.load(
      Demo.steps("- do: greedy").replacing("scenarios", with: "let: { url: a }\nscenarios"),
      starts: Demo.starts
        + "\ngreedy:\n  steps:\n    - set: token\n      to: $url\n    - quiet: 1s\n")

    #expect(suite.errors.map(\.message) == ["unknown name '$url'"])
    #expect(suite.errors.first?.mark.file == "Specs/demo/starts.yaml")
  }

  @Test func `what stays open in a start needs no reason`() {
    let starts =
      Demo.starts
      + "\nloose:\n  steps:\n    - advance: 1s\n    - log: warn\n      with: { $any: string }\n"
    let runs = runs("- name: a\n  steps: [{ do: configured }, { do: loose }]", starts: starts)

    #expect(runs.first?.acts.last?.start == "loose")
  }

  @Test func `a start that begins with itself is refused`() {
    let suite = Demo.load(
      Demo.steps("- do: a"),
      starts: Demo.starts + "\na: { steps: [{ do: b }] }\nb: { steps: [{ do: a }] }\n")

    #expect(suite.errors.map(\.message) == ["start 'a' begins with itself"])
  }

  @Test func `a step of a start may belong to what is not needed`() {
    let suite = Demo.load(
      "spec: 1\nrule: a.b\nscenarios: [{ name: a, steps: [{ do: configured }, { quiet: 1s }] }]")

    #expect(suite.errors.isEmpty)
    #expect(suite.runs.first?.acts.flatMap(\.groups).count == 3)
  }

  @Test func `the whole suite gives each start that is a run of its own, at rest`() {
    let texts = [
      "Specs/demo/vocabulary.yaml": Demo.vocabulary, "Specs/demo/starts.yaml": Demo.starts,
      "Specs/demo/replies.yaml": Demo.replies,
    ]
    let suite = Suite.load(folder: "Specs/demo", paths: [], whole: true) {
      YAMLFile(texts[$0] ?? "", path: $0)
    }

    #expect(suite.starts.map(\.name) == ["configured"])
    #expect(suite.starts.first?.acts.last?.brief == "quiet 840000")
  }

  @Test(arguments: [
    (
      "starts", "a: { steps: [{ advanse: 1s }] }", "unknown step 'advanse'; did you mean 'advance'?"
    ),
    (
      "starts", "a: { steps: [{ quiet: 1s }], stesp: [] }",
      "unknown key 'stesp' of start 'a'; did you mean 'steps'?"
    ),
    ("replies", "a: { status: 1 }", "expected a whole number from 200 to 599, found the number 1"),
    ("replies", "a: { like: a }", "reply 'a' is like itself"),
    ("replies", "a: ok", "expected a map, found the text 'ok'"),
  ])
  func `the whole suite is checked, used or not`(file: String, extra: String, message: String) {
    let texts = [
      "Specs/demo/vocabulary.yaml": Demo.vocabulary,
      "Specs/demo/starts.yaml": Demo.starts + (file == "starts" ? "\n" + extra : ""),
      "Specs/demo/replies.yaml": Demo.replies + (file == "replies" ? "\n" + extra : ""),
    ]
    let suite = Suite.load(folder: "Specs/demo", paths: [], whole: true) {
      YAMLFile(texts[$0] ?? "", path: $0)
    }

    #expect(suite.errors.first?.message == message)
    #expect(suite.errors.first?.mark.file == "Specs/demo/\(file).yaml")
  }
}
