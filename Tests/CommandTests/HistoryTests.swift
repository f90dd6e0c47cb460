import Foundation
import Testing

/// What the recordings in git tell of what commits changed.
@Suite struct HistoryTests {
  /// A repository whose recordings change in one commit, and whose spec alone changes in another.
  private func project() throws -> Bench {
    let bench = try Bench()
    let commit =
      "git -c user.name=Toy -c user.email=t@t -c core.excludesFile=/dev/null commit -qm"
    func save(_ title: String) throws {
      _ = try bench.run("record")
      _ = try bench.shell("git add Specs Recordings && \(commit) '\(title)'")
    }
    _ = try bench.shell("git init -q -b main .")
    try save("Begin")
    try bench.write("Specs/grovs/screens/repeat.yaml", "# A word more.\n" + Bench.spec)
    try save("Say more")
    // As a core would that kept the second view too: the recording alone shows it.
    let recording = "Recordings/grovs/screens/repeat.jsonl"
    let other = try bench.text(recording).replacing("\"for\":60000", with: "\"for\":60001")
    try bench.write(recording, other)
    _ = try bench.shell("git add Recordings && \(commit) 'Wait longer' && git tag later")
    try bench.write(
      "Specs/grovs/screens/repeat.yaml", Bench.spec.replacing("{ gap: 0ms }, ", with: ""))
    try save("Ask less")
    return bench
  }

  @Test func `the commit that changed what a rule's runs do is told with the events`() throws {
    let bench = try project()

    let outcome = try bench.run("history", "--rule", "screens.repeat-within-one-second-dropped")

    #expect(outcome.code == 0)
    let text = outcome.results.replacing(#/(?m)^[0-9a-f]{10} \d{4}-\d\d-\d\d/#, with: "HASH DAY")
    #expect(
      text == """
        HASH DAY Ask less
          screens.repeat-within-one-second-dropped
            Home after 999ms
              - {"at":5999,"do":"advance","for":60001,"quiet":true}
              + {"at":5999,"do":"advance","for":60000,"quiet":true}
            Home after 0ms: gone

        HASH DAY Wait longer
          screens.repeat-within-one-second-dropped
            Home after 0ms
              - {"at":5000,"do":"advance","for":60000,"quiet":true}
              + {"at":5000,"do":"advance","for":60001,"quiet":true}
            Home after 999ms
              - {"at":5999,"do":"advance","for":60000,"quiet":true}
              + {"at":5999,"do":"advance","for":60001,"quiet":true}

        HASH DAY Begin
          screens.repeat-within-one-second-dropped
            Home after 0ms: new
            Home after 999ms: new

        Recordings/grovs: 3 commits changed what is recorded

        """)
  }

  @Test func `since a revision only what came after it is told`() throws {
    let bench = try project()

    let outcome = try bench.run("history", "--since", "later", "--json", "history.json")

    #expect(outcome.closing == "Recordings/grovs: 1 commits changed what is recorded")
    #expect(try bench.text("history.json").contains("\"title\":\"Ask less\""))
  }

  @Test func `a rule that no recording has has no history`() throws {
    let bench = try project()

    let outcome = try bench.run("history", "screens.nothing")

    #expect(outcome.results == "Recordings/grovs: 0 commits changed what is recorded\n")
  }

  @Test func `a commit with the marks of a merge in a recording is passed over`() throws {
    let bench = try project()
    let recording = "Recordings/grovs/screens/repeat.jsonl"
    let right = try bench.text(recording)
    let commit = "git -c user.name=Toy -c user.email=t@t commit -qam"
    try bench.write(recording, "<<<<<<< HEAD\n" + right)
    _ = try bench.shell("\(commit) Damage")
    try bench.write(recording, right)
    _ = try bench.shell("\(commit) Mend")

    let outcome = try bench.run("history", "--since", "HEAD~2")

    #expect(outcome.closing == "Recordings/grovs: 0 commits changed what is recorded")
  }

  @Test func `a shallow clone has no history to tell`() throws {
    let bench = try project()
    _ = try bench.shell("git clone -q --depth 1 \"file://$PWD\" shallow")

    let outcome = try bench.shell(
      "cd shallow && exec '\(Bench.built("conformance"))' history")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("git fetch --unshallow"))
  }
}
