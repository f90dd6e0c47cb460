import Foundation
import Testing

/// Ways to a green gate without passing, which no ledger has to do with (`PortTests` has those).
///
/// Each ends with another code than 0 and says in one line why.
@Suite struct CheatTests {
  private static let file = "Specs/grovs/screens/repeat.yaml"
  private static let run = "screens.repeat-within-one-second-dropped/Home after 999ms"

  @Test func `a filter that matches nothing`() throws {
    let outcome = try Bench().run("run", "screens.repeated-*")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.split(separator: "\n").count == 1)
    #expect(outcome.complaints.contains("'screens.repeated-*' matches no run"))
  }

  @Test func `a folder without specs`() throws {
    let bench = try Bench()
    try bench.remove(Self.file)

    let outcome = try bench.run("run")

    #expect(outcome.code == 3)
    #expect(outcome.complaints == "error: Specs/grovs: there are no specs in this folder\n")
  }

  @Test func `a spec that expects nothing`() throws {
    let bench = try Bench()
    let steps = "      - app: launch\n      - app: background\n"
    try bench.write(
      Self.file,
      "spec: 1\nrule: screens.track-sends\nscenarios:\n  - name: nothing\n    steps:\n" + steps)

    let outcome = try bench.run("run")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("error: nothing is expected: no SDK step"))
  }

  @Test func `a shard that is left out`() throws {
    let bench = try Bench()
    for shard in ["1", "2"] {
      #expect(try bench.run("run", "--shard", "\(shard)/2", "--json", "\(shard).json").code == 0)
    }
    #expect(try bench.run("merge", "1.json", "2.json").code == 0)

    let outcome = try bench.run("merge", "1.json")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.split(separator: "\n").count == 1)
    #expect(outcome.complaints.contains("2/2"), "\(outcome.complaints)")
  }

  @Test func `a shard that is told twice`() throws {
    let bench = try Bench()
    _ = try bench.run("run", "--shard", "1/2", "--json", "1.json")

    let outcome = try bench.run("merge", "1.json", "1.json")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.split(separator: "\n").count == 1)
  }

  @Test func `a recording that is taken away`() throws {
    let bench = try Bench()
    _ = try bench.run("record")
    try bench.remove("Recordings/grovs/screens/repeat.jsonl")

    let outcome = try bench.run("replay")

    #expect(outcome.code == 1)
    #expect(outcome.results.contains("missing: \(Self.file) has no recording"))
  }

  @Test func `a testee that ends with 0 before it is judged`() throws {
    let outcome = try Toy(how: "good").run("exits-0-at-start")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("it exited with status 0 before its hello"))
  }

  @Test func `a testee that says idle to everything`() throws {
    let bench = try Bench()

    let outcome = try bench.run("run", "--testee", Self.doesNothing)

    #expect(outcome.code == 1)
    #expect(outcome.closing == "0 passed, 2 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test func `a testee that answers from a recording`() throws {
    let bench = try Bench()
    let talk = try bench.run("run", "--talk", Self.run)
    // Its answers, a blank line behind each turn.
    let lines = talk.results.split(separator: "\n", omittingEmptySubsequences: false)
    let answers = lines.filter { $0.hasPrefix("← ") }.map { $0.dropFirst(2) }
    let turns = answers.map {
      $0.contains("\"idle\":") || $0.contains("\"hello\":") ? $0 + "\n" : $0
    }
    try bench.write("answers", turns.joined(separator: "\n") + "\n")

    let plain = try bench.run("run", "--testee", Self.byHeart, Self.run)
    let varied = try bench.run("run", "--testee", Self.byHeart, "--vary", "1", Self.run)

    #expect(plain.code == 0)
    #expect(varied.code == 1)
    #expect(varied.closing == "0 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  // Both claim what the bench's runs need; neither knows anything.
  private static let doesNothing = """
    id=0; while read -r line; do id=$((id+1)); if [ $id = 1 ]; then \
    echo '{"re":1,"hello":{"protocol":1,"name":"idle","sdk":"1","claims":["screens"]}}'; \
    else echo "{\\"re\\":$id,\\"idle\\":{\\"timers\\":[]}}"; fi; done
    """
  private static let byHeart = """
    exec 3< answers; while IFS= read -r line; do while IFS= read -r answer <&3; do \
    [ -z "$answer" ] && break; printf '%s\\n' "$answer"; done; done
    """
}
