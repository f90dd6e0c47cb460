import Foundation
import Testing

/// A bench whose one rule restates the one sentence of `docs/page.md`.
@Suite struct DocumentsTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(
      "Specs/grovs/rulebook.yaml",
      """
      rulebook: 1
      rules:
        - id: screens.repeat-within-one-second-dropped
          says: A repeat within a second is dropped.
          sources: [page#repeats]
          level: core
          hash: [ce92/1f7070ce]

      """)
    try bench.write("Specs/grovs/documents.yaml", "documents: 1\nnames: [page]\n")
    try FileManager.default.createDirectory(
      at: bench.folder.appendingPathComponent("docs"), withIntermediateDirectories: false)
    try bench.write("docs/page.md", "# Repeats\n\nA second one is dropped.\n")
  }

  @Test func `documents that the rulebook restates hold`() throws {
    let outcome = try bench.run("rules", "--docs", "docs")

    #expect(outcome.code == 0)
    #expect(
      outcome.closing
        == "1 sentences: 1 restated by rules, 0 no rules, 0 neither; 0 rules whose sentence changed or is gone"
    )
  }

  @Test func `a changed sentence ends with 1 and stands in the JSON`() throws {
    try bench.write("docs/page.md", "# Repeats\n\nA second one is kept.\n")

    let outcome = try bench.run("rules", "--docs", "docs", "--json", "report.json")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.contains(
        "rule 'screens.repeat-within-one-second-dropped' restates a sentence of page#repeats that changed"
      ))
    #expect(try bench.text("report.json").contains("\"unrestated\":[{\"file\":\"docs/page.md\""))
  }

  @Test func `without the option no document is read`() throws {
    try bench.remove("docs/page.md")

    #expect(try bench.run("rules").code == 0)
  }

  @Test func `a document that is not there is named`() throws {
    try bench.remove("docs/page.md")

    let outcome = try bench.run("rules", "--docs", "docs")

    #expect(outcome.code == 3)
    #expect(outcome.complaints == "error: docs/page.md: No such file or directory\n")
  }

  @Test func `a suite that names no documents says where to name them`() throws {
    try bench.remove("Specs/grovs/documents.yaml")

    let outcome = try bench.run("rules", "--docs", "docs")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("Specs/grovs/documents.yaml"))
  }

  @Test func `lint refuses a hash that is none`() throws {
    try bench.write(
      "Specs/grovs/documents.yaml",
      "documents: 1\nnames: [page]\nreasons: { x: X. }\nnot-rules: { page#a: { x: [zz] } }\n")

    let outcome = try bench.run("lint")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.contains(
        "Specs/grovs/documents.yaml:4:28: error: 'zz' is no hash of a sentence"))
  }
}
