import Testing

@testable import Conformance

@Suite struct MarkdownTextTests {
  @Test func `the closing line comes first, then what changed, then the failures`() {
    let base = Printed.report([Printed.one("a", .failed), Printed.one("b"), Printed.one("c")])
    let now = Printed.report([Printed.one("a"), Printed.one("b", .failed), Printed.one("d")])

    let text = MarkdownText.text(of: now, RunChanges(from: base, to: now))

    #expect(
      text == """
        ❌ **2 passed, 1 failed, 0 known, 0 not claimed, 0 open**

        `demo`, `script`

        ### Against the base

        - **newly broken: 1**
          - `events.one/b`
        - **newly fixed: 1**
          - `events.one/a`
        - **new: 1**
          - `events.one/d`
        - **gone: 1**
          - `events.one/c`

        ### Failures

        <details><summary><code>events.one/b</code></summary>

        ```text
        ✘ text
        ```

        </details>

        """)
  }

  @Test func `what holds is short, and says that nothing changed`() {
    let report = Printed.report([Printed.one("a")], shard: (1, of: 2, total: 2))

    #expect(
      MarkdownText.text(of: report, RunChanges(from: report, to: report)) == """
        ✅ **1 passed, 0 failed, 0 known, 0 not claimed, 0 open**

        `demo`, `script`, shard 1/2

        ### Against the base

        Nothing changed.

        """)
  }

  @Test func `a report that was stopped says so and does not hold`() {
    let text = MarkdownText.text(
      of: Printed.report([Printed.one("a", .notRun)], stopped: "SIGINT"), nil)

    #expect(text.hasPrefix("❌ "))
    #expect(text.contains("\nstopped by SIGINT: 1 of 1 runs were not run\n"))
  }

  @Test(arguments: ["```", "````\n</details>\n# Big", "`````` ~~~"])
  func `no text ends the fence around it`(text: String) throws {
    let one = Printed.one("a", .failed, text: text)
    let lines = MarkdownText.text(of: Printed.report([one]), nil).split(separator: "\n")

    let opening = try #require(lines.first { $0.hasSuffix("`text") })
    let fence = opening.dropLast("text".count)
    #expect(lines.filter { $0 == fence }.count == 1)
    #expect(!text.contains(fence))
  }

  @Test(arguments: [
    ("`x`", "`` events.one/`x` ``"), ("a``b", "```events.one/a``b```"),
    ("<b>@all</b>", "`events.one/<b>@all</b>`"), ("a\nb", "`events.one/a\\nb`"),
  ])
  func `a name in a list is code`(name: String, told: String) {
    let now = Printed.report([Printed.one(name)])
    let text = MarkdownText.text(of: now, RunChanges(from: Printed.report([]), to: now))

    #expect(text.contains("  - \(told)\n"))
  }

  @Test func `markup in a failure's name is text`() {
    let one = Printed.one("</code></summary><b>[x](y) @all", .failed)
    let text = MarkdownText.text(of: Printed.report([one]), nil)

    #expect(
      text.contains(
        "<code>events.one/&lt;/code&gt;&lt;/summary&gt;&lt;b&gt;&#91;x&#93;(y) &#64;all</code>"))
  }

  @Test(arguments: [1, 100_000])
  func `it stays within what GitHub takes, and says what it leaves out`(size: Int) {
    let text = String(repeating: "👍", count: size)
    let cases = (0..<2000).map { Printed.one("n\($0)", .failed, text: text) }
    let now = Printed.report(cases)

    let markdown = MarkdownText.text(of: now, RunChanges(from: Printed.report([]), to: now))

    #expect(markdown.utf16.count < 65_536)
    #expect(markdown.contains("  - … and 1950 more\n"))
    #expect(markdown.hasSuffix(" more failures; the other reports have them all.\n"))
  }
}
