import Testing
import YAML

@testable import Conformance

@Suite struct HashTests {
  private static let steps = """
    - call: track
      with: { name: go, properties: { a: 1, b: 2 } }
    - advance: 5s
    - request: /events
      body: { events: [] }
      reply: ok
    """

  private func hashes(_ steps: String, needs: String = "[events]") throws -> (String, String) {
    let run = try #require(Demo.run(steps, needs: needs))
    return (run.inputsHash, run.stepsHash)
  }

  @Test(arguments: [
    ("track\n  with", "track   # a comment\n\n  with"), ("a: 1, b: 2", "b: 2, a: 1"),
    ("a: 1", "a: 1.0"), ("go", "'go'"), ("5s", "5000ms"), ("reply: ok", "reply: { body: {} }"),
    ("reply: ok", "reply: ok\n  because: so it is"),
  ])
  func `what means the same hashes alike`(old: String, new: String) throws {
    let changed = Self.steps.replacing(old, with: new)

    #expect(changed != Self.steps)
    #expect(try hashes(changed) == hashes(Self.steps))
  }

  @Test(arguments: [
    ("go", "stay"), ("a: 1", "a: '1'"), ("5s", "5001ms"), ("reply: ok", "reply: refused"),
    ("advance", "quiet"), ("- advance", "- app: background\n- advance"),
  ])
  func `another input is another hash of both kinds`(old: String, new: String) throws {
    let steps =
      old == "advance"
      ? "- call: track\n  with: { name: go }\n- advance: 5s\n- quiet: 1s" : Self.steps
    let changed = steps.replacing(
      old == "advance" ? "1s" : old, with: old == "advance" ? "2s" : new)
    let (before, after) = (try hashes(steps), try hashes(changed))

    #expect(before.0 != after.0)
    #expect(before.1 != after.1)
  }

  @Test(arguments: [
    ("events: []", "events: [1]"), ("reply: ok", "reply: ok\n  as: first"),
    ("reply: ok", "reply: ok\n  after: 5s"), ("reply: ok", "reply: ok\n  headers: { a: b }"),
  ])
  func `another expectation is another hash of the steps alone`(old: String, new: String) throws {
    let changed = try hashes(Self.steps.replacing(old, with: new))
    let before = try hashes(Self.steps)

    #expect(before.0 == changed.0)
    #expect(before.1 != changed.1)
  }

  @Test func `what is judged is an input`() throws {
    #expect(try hashes(Self.steps).0 != hashes(Self.steps, needs: "[events, links]").0)
  }

  @Test func `a hash is FNV-1a over texts that end in a byte no text holds`() {
    var print = Fingerprint()
    let empty = print.text
    print.feed("a")

    #expect(empty == "cbf29ce484222325")
    #expect(print.text == "089bc907b544c769")
  }

  @Test func `two readings hash alike`() throws {
    let hashes = try hashes(Self.steps)

    #expect(hashes.0.utf8.count == 16)
    #expect(hashes.0 != hashes.1)
    #expect(try self.hashes(Self.steps) == hashes)
  }

  @Test func `the answers that stand in the vocabulary are inputs`() throws {
    let spec = Demo.steps(Self.steps)
    let other = Demo.vocabulary.replacing("default: 60", with: "default: 0")
    let runs = [Demo.load(spec), Demo.load(spec, vocabulary: other)].compactMap(\.runs.first)

    #expect(runs.count == 2)
    #expect(runs[0].inputsHash != runs[1].inputsHash)
  }
}
