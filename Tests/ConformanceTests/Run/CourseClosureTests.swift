import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct CourseClosureTests {
  private let asked = on("call: ask", completed("c1"))

  @Test(arguments: [
    ("", ["completion", "onCancel", "onFailure"]),
    ("with: { onFailure: null }", ["completion", "onCancel"]),
    ("with: { onCancel: null, onFailure: null }", ["completion"]),
  ])
  func `a call gets every closure but those that are null`(
    with: String, names: [String]
  ) throws {
    let script = try expectHolds(
      """
      - app: launch
      - call: ask
        \(with)
      - completion: ask
      """, asked)

    #expect(
      script.inputs[1].arguments == Object(names.map { ($0, ["$closure": .string($0)]) }))
  }

  @Test func `a call without a completion gets its other closures still`() throws {
    let script = try expectHolds(
      """
      - app: launch
      - call: ask
        with: { completion: null }
      """)

    #expect(script.inputs[1].arguments?.keys == ["onCancel", "onFailure"])
  }

  @Test(arguments: ["onFailure", "other"])
  func `another closure than the completion fails, even where a completion is next`(
    name: String
  ) throws {
    let ran = Effect.completion(call: "c1", name: name, with: nil)
    try expectFails(
      "closure '\(name)' of ask (c1) came, where completion ask is next",
      "- app: launch\n- ▸call: ask\n- completion: ask", on("call: ask", ran))
    try expectFails(
      "closure '\(name)' of ask (c1) came, where nothing of its kind may come",
      "- app: launch\n- ▸call: ask\n- completion: ask", on("call: ask", completed("c1"), ran))
  }

  @Test func `a closure is given by its name or not at all`() {
    let steps = Marked(
      Stage.spec("- app: launch\n- call: ask\n  with: { onFailure: ▸yes }\n- completion: ask"))
    let errors = Stage.suite(steps.text).errors

    let message = "expected null, which passes no onFailure, found the text 'yes'"
    #expect(errors.map(\.message) == [message])
    #expect(errors.map(\.mark.line) == steps.marks.map(\.line))
  }

  @Test(arguments: [
    ("with: { onFailure: string? }, closures: [onFailure]", "onFailure"),
    ("closures: [onFailure, onFailure]", "onFailure"), ("closures: [completion]", "completion"),
  ])
  func `a closure has a name of its own`(member: String, name: String) {
    let vocabulary = Demo.vocabulary.replacing(
      "ready: { capability: base, completion: nothing,",
      with: "ready: { capability: base, completion: nothing, \(member),")
    let errors = Demo.load("", vocabulary: vocabulary).errors.filter {
      $0.mark.file.hasSuffix("vocabulary.yaml")
    }

    #expect(errors.map(\.message) == ["'\(name)' is the name of another argument already"])
  }
}

extension Input {
  /// What a call is given.
  fileprivate var arguments: Object? {
    if case .call(_, _, let with) = act { with } else { nil }
  }
}
