import Foundation
import Testing

/// What an app would notice between two commits.
@Suite struct ChangelogTests {
  typealias Commit = GitBench.Commit

  private func changelog(_ git: GitBench, _ first: Int, _ second: Int) throws -> Bench.Outcome {
    try git.bench.run(
      ["changelog", git.hashes[first], git.hashes[second], "--build", "true"] + GitBench.words
        + ["--json", "changes.json"], environment: git.environment)
  }

  @Test func `between two builds of one commit nothing changed`() throws {
    let git = try GitBench([Commit("good")])

    let outcome = try changelog(git, 0, 0)

    #expect(outcome.code == 0)
    #expect(outcome.closing == "1 runs compared, 0 changes")
  }

  @Test func `a delay moved inside its allowed range is one entry, in however many runs`() throws {
    let git = try GitBench([Commit("good 1000"), Commit("good 1100")])
    let second = GitBench.spec.replacing("base.one", with: "base.two").replacing(
      "name: track", with: "name: $name")
    try git.bench.write(
      "Specs/toy/base/two.yaml",
      second.replacing(
        "    steps:", with: "    for: [{ name: once }, { name: twice }]\n    steps:"))

    let outcome = try changelog(git, 0, 1)

    let body = outcome.results.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    #expect(
      body == """
        base.one
          Tracking is completed.
          • completion comes 100ms later
            completion after 1.1s, before after 1s
            in track; seen in 2 runs of 1 other rules, too
            every verdict is as it was
        3 runs compared, 1 changes
        """)
  }

  @Test func `a verdict that turns is told with its change`() throws {
    let git = try GitBench([Commit("good"), Commit("bad")])

    let outcome = try changelog(git, 0, 1)

    #expect(outcome.results.contains("  • no more completion\n"))
    #expect(outcome.results.contains("    1 runs fail now\n"))
    #expect(try git.bench.text("changes.json").contains("\"broken\":1"))
  }

  @Test func `a value that changed is told by its place`() throws {
    let git = try GitBench([Commit("good"), Commit("other")])

    let outcome = try changelog(git, 0, 1)

    #expect(outcome.results.contains("  • return at value: 1, before null\n"))
  }

  @Test func `a commit that does not build is told`() throws {
    let git = try GitBench([Commit("good"), Commit("mute")])

    let outcome = try changelog(git, 0, 1)

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("Change 1: the testee cannot be used"))
  }
}
