import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct SuiteTests {
  private static func spec(_ number: Int) -> String {
    """
    spec: 1
    rule: events.one
    scenarios:
      - name: one
        steps:
          - do: configured
          - call: track
            with: { name: e\(number)\(number % 7 == 3 ? ", nmae: a" : "") }
          - quiet: 1s
    """
  }

  private func load(threads: Int) -> Suite {
    var texts = [
      "Specs/demo/vocabulary.yaml": Demo.vocabulary, "Specs/demo/starts.yaml": Demo.starts,
      "Specs/demo/replies.yaml": Demo.replies,
    ]
    let paths = (10..<40).map { "Specs/demo/events/s\($0).yaml" }
    for number in 10..<40 { texts[paths[number - 10]] = Self.spec(number) }
    return Suite.load(folder: "Specs/demo", paths: paths, whole: true, threads: threads) {
      [texts] in YAMLFile(texts[$0] ?? "", path: $0)
    }
  }

  @Test func `what is read does not depend on the number of threads`() {
    let (one, four) = (load(threads: 1), load(threads: 4))

    #expect(one.errors.count == 5)
    #expect(one.errors == four.errors)
    #expect(one.files.map(\.path) == four.files.map(\.path))
    #expect(one.runs.map(\.stepsHash) == four.runs.map(\.stepsHash))
    #expect(one.runs.count == 25)
    #expect(one.starts.map(\.inputsHash) == four.starts.map(\.inputsHash))
  }

  @Test func `a folder without specs is an error at the folder`() {
    let suite = Suite.load(folder: "/nowhere")

    #expect(
      suite.errors.last?.description == "/nowhere:1:1: error: no specs: every folder in it is empty"
    )
  }

  @Test func `a loop's acts differ in what its rows say alone`() throws {
    let run = try #require(
      Demo.run(
        """
        - each: { n: 1..2, v: [{ a: $$n }, null] }
          steps:
            - call: track
              with: { name: e$n, id: $n, properties: $v }
        - quiet: 1s
        """))

    #expect(
      run.brief == [
        #"call track {"id":1,"name":"e1","properties":{"a":"$n"}}"#,
        #"call track {"id":1,"name":"e1","properties":null}"#,
        #"call track {"id":2,"name":"e2","properties":{"a":"$n"}}"#,
        #"call track {"id":2,"name":"e2","properties":null}"#, "quiet 1000",
      ])
  }

  @Test func `a row that a call cannot take is told at its value`() {
    expectErrors(
      Demo.steps(
        """
        - each: { n: [a, b, ▸5, ▸null] }
          steps:
            - call: track
              with: { name: $n }
        - quiet: 1s
        """), "expected string, found the number 5", "expected string, found null")
  }

  @Test func `a row's instant is filled in later, as in the first row`() throws {
    let run = try #require(
      Demo.run(
        """
        - each: { v: [1, { $time: now }] }
          steps:
            - call: track
              with: { name: a, properties: { v: $v } }
        - quiet: 1s
        """))

    #expect(
      run.brief == [
        #"call track {"name":"a","properties":{"v":1}}"#,
        #"call track {"name":"a","properties":{"v":{"$time":"now"}}} timed"#, "quiet 1000",
      ])
  }
}
