import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct RestatementTests {
  private static let page = """
    # Page
    One is so. Two is so.

    ## Part
    See there. Three is so.
    """

  // Each sentence's hash, as it stands in the page.
  private static func pin(_ text: String, _ place: String) -> Pin {
    Pin(place: place, row: nil, text: text, number: 1)
  }

  private static let rules = """
    rulebook: 1
    rules:
      - { id: a.one, says: One., sources: [page#page], level: core, hash: [\(pin("One is so.", "page#page"))] }
      - { id: a.two, says: Two., sources: [page#page, other#x], level: core, hash: [\(pin("Two is so.", "page#page"))] }
      - id: a.both
        says: Both.
        sources: [page#page, page#part]
        level: core
        hash: [\(pin("Two is so.", "page#page")), \(pin("Three is so.", "page#part"))]

    """
  private static let list = """
    documents: 1
    names: [page]
    reasons: { points: It points. }
    not-rules: { page#part: { points: [\(pin("See there.", "page#part"))] } }
    """

  private func hold(_ text: String, rules: String = rules) -> Restatement {
    let rulebook = Rulebook.load(folder: "demo") { YAMLFile(rules, path: $0) }
    let documents = Documents.load(folder: "demo", exists: { _ in true }) {
      YAMLFile(Self.list, path: $0)
    }
    #expect(rulebook.errors.isEmpty && documents.errors.isEmpty)
    let document = Document(name: "page", text: text, places: documents.places(and: rulebook))
    return Restatement(rulebook, documents, [("docs/page.md", document)])
  }

  private func hold(_ old: String, is new: String) -> Restatement {
    hold(Self.page.replacing(old, with: new))
  }

  @Test func `a page whose every sentence is answered for holds`() {
    let restatement = hold(Self.page)

    #expect(restatement.holds)
    #expect(
      restatement.lines == [
        "4 sentences: 3 restated by rules, 1 no rules, 0 neither; 0 rules whose sentence changed or is gone"
      ])
  }

  @Test func `a changed sentence names its rules and what it reads now`() {
    let two = Self.pin("Two is so.", "page#page")
    let new = Self.pin("Two is not so.", "page#page")
    let likely = "likely reads now, at docs/page.md:2: 'Two is not so.' (\(two), now \(new))"
    let restatement = hold("Two is so", is: "Two is not so")

    #expect(restatement.staleRules == ["a.two", "a.both"])
    #expect(
      restatement.lines == [
        "docs/page.md:2: error: no rule restates 'Two is not so.' of page#page (\(new))",
        "demo/rulebook.yaml:4:81: error: rule 'a.two' restates a sentence of page#page that changed; it \(likely)",
        "demo/rulebook.yaml:9:12: error: rule 'a.both' restates a sentence of page#page that changed; it \(likely)",
        "4 sentences: 2 restated by rules, 1 no rules, 1 neither; 2 rules whose sentence changed or is gone",
      ])
  }

  @Test func `a sentence that is gone names its rules`() {
    let restatement = hold("One is so. ", is: "")

    #expect(restatement.staleRules == ["a.one"])
    #expect(restatement.loose.isEmpty)
    #expect(
      restatement.lines[0].hasSuffix(
        "error: rule 'a.one' restates a sentence of page#page that changed or is gone (\(Self.pin("One is so.", "page#page")))"
      ))
  }

  @Test func `a new sentence is named alone`() {
    let restatement = hold("Three is so.", is: "Three is so. Four is so.")

    #expect(restatement.stale.isEmpty)
    #expect(restatement.loose.map(\.sentence.text) == ["Four is so."])
    #expect(!restatement.holds)
  }

  @Test func `of several new sentences none is taken for the old one`() {
    let restatement = hold("One is so.", is: "One. Was so.")

    #expect(restatement.staleRules == ["a.one"])
    #expect(restatement.stale.allSatisfy { $0.now == nil })
    #expect(restatement.loose.count == 2)
  }

  @Test func `a changed sentence that is no rule names no rule`() {
    let restatement = hold("See there.", is: "See here.")

    #expect(restatement.staleRules.isEmpty)
    #expect(
      restatement.lines[1].contains("error: 'not-rules' lists a sentence of page#part that changed")
    )
    #expect(!restatement.holds)
  }

  @Test func `a section that is gone is told of`() {
    let restatement = hold("## Part", is: "## Parts")

    #expect(restatement.staleRules == ["a.both"])
    #expect(
      restatement.lines.contains {
        $0.hasSuffix("restates a sentence of page#part, a section that is gone")
      })
  }

  @Test func `a rule restates something of each of its sources`() {
    let rules = Self.rules.replacing(
      "sources: [page#page], level", with: "sources: [page#page, page#part], level")

    #expect(
      hold(Self.page, rules: rules).lines[0]
        == "demo/rulebook.yaml:3:5: error: rule 'a.one' restates no sentence of its source page#part"
    )
  }

  @Test func `the faults stand in the JSON too`() throws {
    let value = hold("Two is so", is: "Two is not so").value
    let stale = try #require(value["stale"]?.array?.first)

    #expect(value["sentences"] == 4)
    #expect(value["unrestated"]?.array?.count == 1)
    #expect(stale["rule"] == "a.two")
    #expect(stale["now"]?["text"] == "Two is not so.")
  }
}
