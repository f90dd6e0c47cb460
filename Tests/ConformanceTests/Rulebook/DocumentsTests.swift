import Testing
import YAML

@testable import Conformance

@Suite struct DocumentsTests {
  private static let one = Pin(place: "page#a", row: nil, text: "One.", number: 1)
  private static let two = Pin(place: "page#b", row: nil, text: "Two.", number: 1)

  private static let file = """
    documents: 1
    names: [page, other-page]
    reasons: { example: It is an example. }
    not-rules:
      page#a: { example: [\(one)] }

    """

  private func load(_ text: String = file) -> Documents {
    Documents.load(folder: "Specs/demo", exists: { _ in true }, read: { YAMLFile(text, path: $0) })
  }

  @Test func `documents and exempt sentences are read`() throws {
    let documents = load()
    let sentence = try #require(documents.exempt.first)

    #expect(documents.errors.isEmpty)
    #expect(documents.names == ["page", "other-page"])
    #expect(sentence.pin == Self.one)
    #expect(sentence.place == "page#a")
    #expect(sentence.reason == "example")
    #expect(sentence.mark.line == 5)
  }

  @Test func `a suite without the file has no documents`() {
    let documents = Documents.load(folder: "Specs/demo", exists: { _ in false })

    #expect(documents.names.isEmpty && documents.errors.isEmpty)
  }

  static let wrong: [(String, String)] = [
    ("  ▸pge#b: {}", "'pge#b' is no place as document#section in one of the documents"),
    ("  page#b: { ▸exampel: [\(two)] }", "unknown reason 'exampel'; did you mean 'example'?"),
    (
      "  page#b: { example: [▸abc] }",
      "'abc' is no hash of a sentence; one has four and eight hex digits around a slash, such as 3f0a/91c2d4e8"
    ),
    (
      "  page#b: { example: [▸12] }",
      "expected a hash such as 3f0a/91c2d4e8, found the number 12; quote it"
    ),
    ("  page#b: { example: [▸\(one)] }", "\(one) is of another place than page#b"),
    ("  page#b: { example: [\(two), ▸\(two)] }", "\(two) is given twice"),
    (
      "▸more: 1",
      "unknown key 'more' of the documents; its keys are documents, names, reasons, not-rules"
    ),
  ]

  @Test(arguments: wrong)
  func `a file that is wrong is refused`(line: String, message: String) {
    let marked = Marked(Self.file + line)
    let expected = marked.marks.map {
      "Specs/demo/documents.yaml:\($0.line):\($0.column): error: \(message)"
    }

    #expect(load(marked.text).errors.map(\.description) == expected)
  }

  @Test func `a reason that no sentence has is refused`() {
    let text = Self.file.replacing("example. }", with: "example., praise: It praises. }")

    #expect(
      load(text).errors.map(\.message) == ["no sentence has the reason 'praise'"])
  }

  @Test func `a document is named without its ending`() {
    let text = Self.file.replacing("other-page", with: "other.md")

    #expect(
      load(text).errors.map(\.message) == [
        "'other.md' is no name of a document: small letters, digits and '-', without .md"
      ])
  }

  private func book(_ hash: String) -> Rulebook {
    Rulebook.load(folder: "Specs/demo") {
      YAMLFile(
        "rulebook: 1\nrules:\n  - { id: a.b, says: S, sources: [page#a], level: core, hash: \(hash) }",
        path: $0)
    }
  }

  @Test func `a sentence that a rule restates cannot be listed as no rule`() {
    #expect(
      load().lint(book("[\(Self.one)]")).map(\.description) == [
        "Specs/demo/documents.yaml:5:23: error: rule 'a.b' restates \(Self.one), so it is no 'not-rules'"
      ])
    #expect(load().lint(book("[]")).isEmpty)
  }

  @Test(arguments: [
    ("abc", "expected a list of hashes, such as [3f0a/91c2d4e8], found the text 'abc'"),
    (
      "[3F0A/00000000]",
      "'3F0A/00000000' is no hash of a sentence; one has four and eight hex digits around a slash, such as 3f0a/91c2d4e8"
    ),
    ("[\(two)]", "\(two) is of another place than page#a"),
    ("[\(one), \(one)]", "\(one) is given twice"),
  ])
  func `a hash of a rule that is wrong is refused`(hash: String, message: String) {
    let errors = book(hash).errors

    #expect(errors.map(\.message) == [message])
    #expect(errors.allSatisfy { $0.mark.line == 3 && $0.mark.column > 60 })
  }
}
