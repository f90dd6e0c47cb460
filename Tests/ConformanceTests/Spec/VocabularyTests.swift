import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct VocabularyTests {
  private func load(_ vocabulary: String) -> Suite {
    let texts = [
      "Specs/demo/vocabulary.yaml": vocabulary, "Specs/demo/starts.yaml": "starts: 1",
      "Specs/demo/replies.yaml": Demo.replies,
    ]
    return Suite.load(folder: "Specs/demo", paths: []) { YAMLFile(texts[$0] ?? "", path: $0) }
  }

  @Test func `a vocabulary holds what its file says`() throws {
    let vocabulary = load(Demo.vocabulary).vocabulary

    #expect(vocabulary.base == "https://api.demo.test/v1")
    #expect(vocabulary.capabilities.map(\.name) == ["base", "events", "links", "screen"])
    #expect(
      vocabulary.names(of: vocabulary.capabilities[3].closure) == ["base", "events", "screen"])
    #expect(
      vocabulary.members["configure"]?.arguments.map(\.type.name) == [
        "string", "object or null", "bool or null",
      ])
    #expect(vocabulary.members["ready"]?.inside == true)
    #expect(vocabulary.endpoints["/events"]?.reply?.brief == "200 json {}")
    #expect(vocabulary.endpoints["/events"]?.standing.body == nil)
    #expect(vocabulary.endpoints["/link"]?.standing.exact == ["properties", "own"])
    #expect(
      vocabulary.endpoints["/sign-in"]?.standing.headers.map { "\($0.name): \($0.value.brief)" }
        == [
          #"device: optional "d-1""#, #"key: "key-1""#,
        ])
    #expect(
      Value.object(vocabulary.deviceDefaults).canonicalText == #"{"language":"en","offset":60}"#)
    let show = try #require(vocabulary.effects["show"])
    #expect(show.standingReply?.brief == #"{"drawn":true}"#)
    let clipboard = try #require(vocabulary.effects["clipboard"])
    #expect(clipboard.names.keys.sorted() == ["has", "read"])
    #expect(clipboard.nameCapabilities["has"].map { vocabulary.names(of: $0) } == ["links"])
  }

  @Test(arguments: [
    ("members:", "▸mebmers:", "unknown key 'mebmers' of the vocabulary; did you mean 'members'?"),
    (
      "{ says: Opens links., on: [base] }", "{ says: Opens links., on: [▸bsae] }",
      "unknown capability 'bsae'; did you mean 'base'?"
    ),
    ("{ says: Signs in. }", "▸{}", "capability 'base' needs 'says'"),
    ("key: string", "key: ▸strin", "unknown type 'strin'; did you mean 'string'?"),
    (
      "key: string", "key: { type: string, default: ▸a }",
      "an argument of a member has no default: left out, it is not passed"
    ),
    ("inside: true", "inside: ▸1", "expected true or false, found the number 1"),
    ("default: 60", "default: ▸a", "expected int, found the text 'a'"),
    (
      "default: message", "default: ▸massage",
      "expected one of message, comment, found the text 'massage'; did you mean 'message'?"
    ),
    (
      "reply: signed_in", "reply: ▸signed_on",
      "unknown reply 'signed_on'; did you mean 'signed_in'?"
    ),
    ("  /events:", "  ▸events:", "expected a path such as '/authenticate', found 'events'"),
    ("  close: { capability: screen }", "  ▸close: {}", "effect 'close' needs 'capability'"),
    ("  close:", "  ▸call:", "'call' is a kind of step already"),
    ("  ranged:", "  ▸any:", "'$any' has a meaning of its own, so no shape can have this name"),
    (
      "  language:", "  ▸clock:",
      "'clock' moves the wall clock, so no key of the device has this name"
    ),
  ])
  func `a vocabulary that is wrong is refused`(old: String, new: String, message: String) {
    let marked = Marked(Demo.vocabulary.replacing(old, with: new))
    let expected = marked.marks.map {
      "Specs/demo/vocabulary.yaml:\($0.line):\($0.column): error: \(message)"
    }

    #expect(load(marked.text).errors.map(\.description) == expected)
  }

  @Test func `a file that cannot be read is told`() {
    let suite = Suite.load(folder: "/nowhere", paths: [])

    #expect(
      suite.errors.map(\.mark.file) == [
        "/nowhere/replies.yaml", "/nowhere/starts.yaml", "/nowhere/vocabulary.yaml",
      ])
  }
}
