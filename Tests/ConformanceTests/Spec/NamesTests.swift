import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct NamesTests {
  /// The arguments of the only call of a spec whose `let` and `for` are given.
  private func arguments(_ lets: String, _ value: String, table: String = "{ x: [1], y: [2] }")
    -> [String]
  {
    let suite = Demo.load(
      """
      spec: 1
      rule: events.one
      let: \(lets)
      scenarios:
        - name: run $x $y
          for: \(table)
          steps:
            - do: configured
            - call: track
              with: { name: a, properties: { v: \(value) } }
            - quiet: 1s
      """)
    #expect(suite.errors.map(\.description) == [])
    return suite.runs.map { run in
      guard case .call(_, let with, _, _)? = run.acts.first(where: { $0.start == nil })?.act else {
        return "no call"
      }
      return with.value["properties"]?["v"]?.canonicalText ?? "nothing"
    }
  }

  @Test(arguments: [
    ("{ n: 5 }", "$n", "5"), ("{ n: [1, null] }", "$n", "[1,null]"),
    ("{ n: 5 }", "a$n", #""a5""#),
    ("{ n: [1, { a: true }] }", "'is $n'", #""is [1,{\"a\":true}]""#),
    ("{ n: b }", "$n$n", #""bb""#), ("{ n: b }", "'$$n costs $$1'", #""$n costs $1""#),
    ("{ n: null }", "$n", "null"), ("{ a: $b, b: [$x] }", "$a", "[1]"),
    ("{ x: 9 }", "$x", "1"),
  ])
  func `a name is the value itself when it stands alone, else its text`(
    lets: String, value: String, result: String
  ) {
    #expect(arguments(lets, value) == [result])
  }

  @Test func `a value of let sees the row where it is used`() {
    #expect(
      arguments("{ event: { name: $x } }", "$event", table: "{ x: [a, b], y: [2] }") == [
        #"{"name":"a"}"#, #"{"name":"b"}"#,
      ])
  }

  @Test func `a value of a row sees its row`() {
    #expect(arguments("{ who: me }", "$y", table: "[{ x: 1, y: '$who $x' }]") == [#""me 1""#])
  }

  @Test func `several names mean every combination, the last turning fastest`() {
    #expect(
      arguments("{}", "$x$y", table: "{ x: 1..2, y: [a, b] }") == [
        #""1a""#, #""1b""#, #""2a""#, #""2b""#,
      ])
  }

  @Test func `a list is spread out by each`() {
    let items = "[0, { $each: { n: 1..2, item: e$n } }, { $each: { n: [[x]], item: $n } }, 3]"

    #expect(arguments("{}", items) == [#"[0,"e1","e2",["x"],3]"#])
  }

  @Test(arguments: [
    ("▸$y", "unknown name '$y'"), ("▸$naem", "unknown name '$naem'; did you mean '$name'?"),
    ("▸a$", "a '$' that begins no name; write '$$' for a dollar"),
    ("▸$5", "a '$' that begins no name; write '$$' for a dollar"),
  ])
  func `a name that is not known is refused`(value: String, message: String) {
    expectErrors(
      """
      spec: 1
      rule: events.one
      let: { name: a }
      scenarios:
        - name: one
          steps:
            - do: configured
            - call: track
              with: { name: \(value) }
            - quiet: 1s
      """, message)
  }

  @Test func `a value that holds itself is refused`() {
    expectErrors(
      """
      spec: 1
      rule: events.one
      let: { a: [$b], b: ▸$a }
      scenarios:
        - name: one
          steps:
            - do: configured
            - call: track
              with: { name: a, properties: { v: $a } }
            - quiet: 1s
      """, "'$a' stands in its own value")
  }

  @Test func `values that grow without bound are refused`() {
    let lets = (1...30).map { "a\($0): [$a\($0 - 1), $a\($0 - 1)]" }.joined(separator: ", ")
    let suite = Demo.load(
      """
      spec: 1
      rule: events.one
      let: { a0: 1, \(lets) }
      scenarios:
        - name: one
          steps:
            - do: configured
            - call: track
              with: { name: a, properties: { v: $a30 } }
            - quiet: 1s
      """)

    #expect(suite.errors.map(\.message) == ["too large or too deep once its names are filled in"])
  }

  @Test(arguments: [
    ("▸[]", "a table needs at least one row"),
    ("▸{}", "a table needs at least one name"),
    ("▸5", "expected a table: a list of rows, or a map of names to values, found the number 5"),
    ("[▸3]", "expected a row: a map of names to values, found the number 3"),
    ("{ x: ▸[] }", "expected at least one value, found an empty list"),
    ("{ x: ▸5..1 }", "'5..1' ends before it begins"),
    ("{ x: ▸1..99999 }", "more than 10000 rows"),
    ("{ x: ▸abc }", "expected values: a list, or integers such as 1..50, found the text 'abc'"),
    (
      "[{ x: 1 }, ▸{ y: 1 }]",
      "every row of a table has the same keys; this one lacks 'x'"
    ),
    (
      "{ ▸X: [1] }",
      "'X' is no name; a name begins with a small letter, then letters, digits and '_'"
    ),
  ])
  func `a table that is none is refused`(table: String, message: String) {
    let text = """
      spec: 1
      rule: events.one
      scenarios:
        - name: $x
          for: \(table)
          steps:
            - do: configured
            - quiet: 1s
      """
    let marked = Marked(text)
    let found = Demo.load(marked.text).errors

    #expect(found.first?.message == message)
    #expect(
      found.first.map { [$0.mark.line, $0.mark.column] }
        == marked.marks.first.map { [$0.line, $0.column] })
  }
}
