import Foundation
import Testing

/// The hook in a repository of its own, whose path has a space in it.
@Suite(.enabled(if: ShellTests.has("git"), "git is not here")) struct PreCommitTests {
  private let spec = "Specs/grovs/screens/repeat.yaml"

  /// A repository with one commit, the hook installed in it from a subfolder.
  private func repository() throws -> Bench {
    let bench = try Bench("my project")
    let tool = Bench.root.appendingPathComponent("tools/ci/pre-commit").path
    _ = try bench.shell(
      """
      mkdir -p tools/ci .build/release && cp '\(tool)' tools/ci/ &&
      ln -s '\(Bench.built("conformance"))' .build/release/conformance &&
      printf '%s\\n' .build output complaints >.gitignore && git init -q . &&
      git config user.name A && git config user.email a@example.com &&
      git add . && git commit -qm One && cd Specs/grovs && ../../tools/ci/pre-commit --install
      """)
    #expect(bench.has(".git/hooks/pre-commit"))
    return bench
  }

  @Test func `a commit that keeps the specs right goes in, judged by what it changes`() throws {
    let bench = try repository()
    try bench.write(spec, Bench.spec + "# A comment.\n")

    let outcome = try bench.shell("git commit -qam Two && git log --format=%s -1")

    #expect(outcome.code == 0, "\(outcome)")
    #expect((outcome.results + outcome.complaints).contains("2 passed, 0 failed"))
    #expect(outcome.results.hasSuffix("Two\n"))
  }

  @Test(arguments: [
    ("advance: 5s", "advanse: 5s", "repeat.yaml:13:9: error:"),
    ("999ms", "1s", "1 passed, 1 failed"),
  ])
  func `a commit that spoils a spec does not go in`(
    old: String, new: String, told: String
  ) throws {
    let bench = try repository()
    try bench.write(spec, Bench.spec.replacing(old, with: new))

    let outcome = try bench.shell(
      "cd Specs/grovs/screens && git commit -qam Two; git log --format=%s -1")

    #expect((outcome.results + outcome.complaints).contains(told), "\(outcome)")
    #expect(outcome.results.hasSuffix("One\n"))
  }

  @Test func `a new spec is judged alone`() throws {
    let bench = try repository()
    try bench.write("Specs/grovs/screens/new.yaml", Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.shell("git add . && git commit -qm Two; git log --format=%s -1")

    #expect((outcome.results + outcome.complaints).contains("1 passed, 1 failed"), "\(outcome)")
    #expect(outcome.results.hasSuffix("One\n"))
  }

  @Test func `a spec whose name has a space in it is told`() throws {
    let bench = try repository()
    try bench.write("Specs/grovs/screens/a new one.yaml", Bench.spec)

    let outcome = try bench.shell("git add . && git commit -qm Two; git log --format=%s -1")

    #expect(outcome.complaints.contains("a new one.yaml:1:1: error:"), "\(outcome)")
    #expect(outcome.results.hasSuffix("One\n"))
  }

  @Test func `what every spec rests on has all of them judged`() throws {
    let bench = try repository()
    let replies = try bench.text("Specs/grovs/replies.yaml")
    try bench.write(
      "Specs/grovs/replies.yaml",
      replies.replacing("accepted: { body: {", with: "accepted: { status: 503, body: {"))

    let outcome = try bench.shell("git commit -qam Two; git log --format=%s -1")

    #expect(outcome.results.hasSuffix("One\n"), "\(outcome)")
  }

  @Test func `what is no spec is not judged`() throws {
    let bench = try repository()
    try bench.write(spec, Bench.spec.replacing("999ms", with: "1s"))
    try bench.write("notes", "x")

    let outcome = try bench.shell("git add notes && git commit -qm Two && git log --format=%s -1")

    #expect(outcome.results == "Two\n")
    #expect(outcome.complaints == "")
  }

  @Test func `it finds its folder whatever git told it`() throws {
    let bench = try repository()
    try bench.write(spec, Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.shell(
      """
      git add . && export GIT_DIR="$PWD/.git" GIT_INDEX_FILE="$PWD/.git/index" &&
      cd / && "$OLDPWD/tools/ci/pre-commit"
      """)

    #expect(outcome.code == 1)
    #expect(outcome.results.contains("1 passed, 1 failed"), "\(outcome)")
  }

  @Test func `without the command a commit passes, and it is said`() throws {
    let bench = try repository()
    try bench.remove(".build/release/conformance")
    try bench.write(spec, Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.shell("git commit -qam Two")

    #expect(outcome.code == 0)
    #expect(outcome.complaints.hasPrefix("pre-commit: not judged: build the command first"))
  }

  @Test func `another hook is not replaced`() throws {
    let bench = try repository()
    try bench.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n")

    let outcome = try bench.shell("tools/ci/pre-commit --install")

    #expect(outcome.code == 1)
    #expect(try bench.text(".git/hooks/pre-commit") == "#!/bin/sh\nexit 0\n")
  }
}
