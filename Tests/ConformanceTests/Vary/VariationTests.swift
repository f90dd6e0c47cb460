import JSON
import Testing

@testable import Conformance

@Suite struct VariationTests {
  private func variation(
    _ steps: String, vary: String = "", seed: UInt64 = 7, parts: Variation.Parts = .all,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Variation {
    let suite = Demo.load(
      Demo.steps(steps, needs: "[events, links, screen]"), vocabulary: Demo.vocabulary + vary)
    #expect(suite.errors.map(\.description) == [], sourceLocation: sourceLocation)
    let run = try #require(suite.runs.first, sourceLocation: sourceLocation)
    return Variations(suite.vocabulary, seed: seed, parts: parts).of(run)
  }

  private let steps = """
    - call: track
      with: { name: spring, properties: { plan: free, kind: own } }
    - request: /events
      body: { events: [{ $event: { name: spring } }] }
      reply: ok
    """

  @Test func `what the run gives is free, and what it never gives is the SDK's own`() throws {
    let words = try variation(steps).words

    #expect(words == ["d-1", "free", "key-1", "own", "spring"])
  }

  @Test func `words and keys that the vocabulary keeps stay`() throws {
    let words = try variation(steps, vary: "\nvary: { keep: [Fr*], under: [kind] }").words

    #expect(words == ["d-1", "key-1", "spring"])
  }

  @Test func `there and back is the same, and a word by heart comes back as another`() throws {
    let variation = try variation(steps)
    let text = "spring, free"

    let told = variation.turned(text, .there)

    #expect(told != text)
    #expect(told.utf8.count == text.utf8.count)
    #expect(variation.turned(told, .back) == text)
    #expect(variation.turned(text, .back) != text)
  }

  @Test func `a word is found between the joints of a longer one`() throws {
    let variation = try variation(steps)
    let key = variation.turned("key-1", .there)

    #expect(variation.turned("test_\(key)", .back) == "test_key-1")
    #expect(variation.turned("testkey-1", .back) == "testkey-1")
  }

  @Test func `case, lengths and contained texts are kept`() throws {
    let steps = """
      - call: track
        with: { name: Spring, properties: { a: sprinG, b: pring, c: spring-sale } }
      """
    let variation = try variation(steps)
    let told = ["Spring", "sprinG", "pring", "spring-sale"].map { variation.turned($0, .there) }

    #expect(told[0].lowercased() == told[1].lowercased())
    #expect(told[0].hasSuffix(told[2]))
    #expect(told[3].hasPrefix(told[0].lowercased()))
    #expect(told[0].first?.isUppercase == true)
  }

  @Test func `a body is changed value by value`() throws {
    let variation = try variation(steps)
    let body = Body.text("{\"spring\": [\"spring\", 1]}")

    guard case .text(let text) = variation.turned(body, .there) else {
      Issue.record("the body is no text")
      return
    }
    #expect(text == "{\"spring\":[\"\(variation.turned("spring", .there))\",1]}")
    #expect(variation.turned(Body.text("spring {"), .there) == .text("spring {"))
  }

  static let days: [(String, Bool)] = [
    ("- quiet: 1d", true),
    ("- device: { clock: start + 1d }", false),
    ("- quiet: 51d", false),
    ("- call: track\n  with: { name: \"on 2026-01-02\" }", false),
    ("- call: track\n  with: { name: go, properties: { at: 1767225600 } }", false),
    ("- call: track\n  with: { name: go, properties: { at: \"2026-01-02T00:00:00.000Z\" } }", true),
  ]

  @Test(arguments: days)
  func `the day is another one, unless the run holds to it`(steps: String, moves: Bool) throws {
    let shift = try variation(steps).shift

    #expect((shift != 0) == moves)
    #expect(shift % (7 * 86_400_000) == 0)
  }

  @Test func `instants move with the day`() throws {
    let variation = try variation(steps)
    let text = "at 2026-01-02T03:04:05.678Z"

    let told = variation.turned(text, .there)

    #expect(told != text)
    #expect(told.hasSuffix(":04:05.678Z"))
    #expect(variation.turned(told, .back) == text)
  }

  @Test func `the same seed gives the same, another one another`() throws {
    let told = try [1, 1, 2].map { try variation(steps, seed: $0).turned("spring", .there) }

    #expect(told[0] == told[1])
    #expect(told[0] != told[2])
  }

  @Test func `what is not asked for does not vary`() throws {
    let variation = try variation(steps, parts: .ids)

    #expect(variation.words == [])
    #expect(variation.shift == 0)
    #expect(variation.mark != "")
  }

  static let wrong: [(String, String)] = [
    ("vary: { keep: go }", "expected a list, found the text 'go'"),
    ("vary: { keep: [1] }", "expected a word, found the number 1"),
    ("vary: { kept: [] }", "unknown key 'kept' of 'vary'; did you mean 'keep'?"),
  ]

  @Test(arguments: wrong)
  func `a mistake is told`(vary: String, message: String) {
    let suite = Demo.load(Demo.steps(steps), vocabulary: Demo.vocabulary + "\n" + vary)

    #expect(suite.errors.map(\.message) == [message])
  }
}
