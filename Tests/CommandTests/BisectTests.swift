import Foundation
import Testing

/// A search from end to end, in repositories of a few commits.
@Suite struct BisectTests {
  typealias Commit = GitBench.Commit

  /// Good commits and behind them bad ones.
  static func straight(_ good: Int, _ bad: Int) -> [Commit] {
    (0..<good).map { _ in Commit("good") } + (0..<bad).map { _ in Commit("bad") }
  }

  @Test func `a culprit is named with its proof`() throws {
    let git = try GitBench(Self.straight(9, 4))

    let outcome = try git.bisect("--scenario", "track")

    #expect(outcome.code == 0)
    let lines = outcome.results.split(separator: "\n").map(String.init)
    let answer = lines.drop { !$0.hasPrefix("culprit") }.dropLast()
    #expect(
      answer.joined(separator: "\n") == """
        culprit    \(git.short(9)) Change 9
        parent     \(git.short(8)) Change 8
        run        base.one/track
        fails at   Specs/toy/base/one.yaml:9:9: this never came: completion track
        proof      culprit: 20 of 20 plays fail; 10 traces under one seed and chance are equal
                   parent:  20 of 20 plays hold; 10 traces under one seed and chance are equal
        parts at   culprit: nothing
                   parent:  {"at":1000,"call":"c1","name":"completion","see":"completion"}
        repeat     conformance bisect --good \(git.short(8)) --bad \(git.short(9)) --specs \
        'Specs/toy' --build 'test ! -e unbuildable' --testee 'sh testee' --scenario \
        'base.one/track' --fresh
        """)
    #expect(outcome.complaints == "")
  }

  @Test func `the command that a certificate names proves the same`() throws {
    let git = try GitBench(Self.straight(9, 4))

    let outcome = try git.bench.run(
      [
        "bisect", "--good", git.short(8), "--bad", git.short(9), "--build", "true", "--scenario",
        "base.one/track", "--fresh",
      ] + GitBench.words, environment: git.environment)

    #expect(outcome.results.contains("\nculprit    \(git.short(9)) Change 9\n"))
    #expect(outcome.closing == "3 builds")
  }

  @Test(arguments: [1, 2, 15, 16])
  func `no more is built than the logarithm, both ends and one again`(count: Int) throws {
    let git = try GitBench(Self.straight(1 + count / 3, count - count / 3))
    let most = Int(log2(Double(count)).rounded(.up)) + 3

    let outcome = try git.bisect()

    let builds = Int(outcome.closing.split(separator: " ")[0]) ?? .max
    #expect(builds <= most)
  }

  /// A mainline, a side branch that brings the failure, and its merge.
  static let merged: [Commit] = [
    Commit("good"), Commit("good"), Commit("good", [1]), Commit("bad", [2]), Commit("bad", [3]),
    Commit("good", [1]), Commit("bad", [5, 4]), Commit("bad"),
  ]

  @Test func `a culprit on a side branch is told with the branch and its merge`() throws {
    let git = try GitBench(Self.merged)

    let outcome = try git.bisect()

    #expect(outcome.results.contains("\nculprit    \(git.short(3)) Change 3\n"))
    #expect(
      outcome.results.contains(
        "\nmerged by  \(git.short(6)) Change 6, from the side branch that ends at \(git.short(4))\n"
      ))
  }

  @Test func `of first parents alone the merge is the culprit`() throws {
    let git = try GitBench(Self.merged)

    let outcome = try git.bisect("--first-parent")

    #expect(outcome.results.contains("\nculprit    \(git.short(6)) Change 6\n"))
    #expect(outcome.results.contains("\nparent     \(git.short(5)) Change 5\n"))
  }

  @Test func `a merge of which no parent fails is the culprit itself`() throws {
    let git = try GitBench([
      Commit("good"), Commit("good"), Commit("good", [0]), Commit("bad", [1, 2]), Commit("bad"),
    ])

    let outcome = try git.bisect()

    #expect(outcome.results.contains("\nculprit    \(git.short(3)) Change 3\n"))
    #expect(outcome.results.contains("a merge; none of its parents fails"))
  }

  @Test func `a failure from before the good end that a branch brings back is no commit's`() throws
  {
    // The first commit fails; the good end mends it, and the side branch begins below that.
    let git = try GitBench([
      Commit("bad"), Commit("good", [0]), Commit("bad", [0]), Commit("bad", [1, 2]),
    ])

    let outcome = try git.bench.run(
      ["bisect", "--good", git.hashes[1], "--bad", "main", "--build", "true"] + GitBench.words,
      environment: git.environment)

    #expect(outcome.code == 3)
    #expect(outcome.results.contains("bisect the mainline alone: --first-parent"))
  }

  @Test func `where the culprit hides among what does not build, the candidates are told`() throws {
    let git = try GitBench(Self.straight(4, 4))

    let outcome = try git.bisect(build: "case $(cat number) in 3|4) echo no; exit 2; esac")

    #expect(outcome.code == 3)
    #expect(outcome.results.contains("the candidates are 3; none can be told from the others:\n"))
    #expect(
      outcome.results.contains(
        "  \(git.short(3)) Change 3: does not build: case $(cat number) in 3|4) echo no; "
          + "exit 2; esac exited with status 2: no\n"))
  }

  @Test func `a commit whose testee does not speak is passed over`() throws {
    var commits = Self.straight(8, 8)
    commits[7].behaviour = "mute"
    commits[11].behaviour = "mute"
    commits[6].behaviour = "bad"
    let git = try GitBench(commits)

    let outcome = try git.bisect()

    #expect(outcome.results.contains("\nculprit    \(git.short(6)) Change 6\n"))
    #expect(outcome.results.contains("the testee cannot be used: it exited with status 3"))
  }

  @Test func `a list of testees is bisected without git`() throws {
    let git = try GitBench([Commit("good")])
    for (name, behaviour) in [("1.0", "good"), ("1.1", "good"), ("2.0", "bad"), ("2.1", "bad")] {
      let folder = git.bench.folder.appendingPathComponent("releases/\(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try git.bench.write("releases/\(name)/behaviour", behaviour + "\n")
    }
    let names = ["1.0", "1.1", "2.0", "2.1"]
    try git.bench.write(
      "list",
      "# the oldest first\n"
        + names.map { "\($0)  cd releases/\($0) && sh ../../testee\n" }.joined())

    let outcome = try git.bench.run("bisect", "--candidates", "list", "--specs", "Specs/toy")

    #expect(outcome.code == 0)
    #expect(outcome.results.contains("\nculprit    2.0\nparent     1.1\n"))
    #expect(
      outcome.results.contains(
        "conformance run --testee 'cd releases/2.0 && sh ../../testee' 'base.one/track'\n"))
  }

  @Test func `a rule that changed is told from an SDK that did`() throws {
    let stricter = GitBench.spec.replacing("after: 0s..2s", with: "after: 1500ms..2s")
    var commits = (0..<6).map { _ in Commit("good") }
    commits[0].files = GitBench.suite
    commits[3].files = ["Specs/toy/base/one.yaml": stricter]
    let git = try GitBench(commits, suite: false)

    let outcome = try git.bisect()

    #expect(outcome.code == 0)
    #expect(outcome.results.contains("the spec changed, not the SDK: base.one/track\n"))
    #expect(
      outcome.results.contains(
        "by the spec of the good end both hold; it changed at this:\n  \(git.short(3)) Change 3\n"))
  }

  @Test func `a culprit that changed its spec, too, is told so`() throws {
    var commits = Self.straight(2, 2)
    commits[0].files = GitBench.suite
    commits[2].files = ["Specs/toy/base/one.yaml": GitBench.spec + "# more\n"]
    let git = try GitBench(commits, suite: false)

    let outcome = try git.bisect()

    #expect(outcome.results.contains("the culprit changed Specs/toy/base/one.yaml, too"))
  }

  static let refusals: [(commits: [Commit], words: [String], text: String)] = [
    (straight(3, 0), [], "fails in none of the 1 chosen runs"),
    (straight(0, 3), [], "holds in none of the 1 chosen runs that fail at the bad one"),
    (straight(1, 1), ["--good", "main"], "error: both ends are the same commit"),
    (straight(1, 1), ["--good", "v1"], "error: there is no commit 'v1' in this clone"),
    (straight(2, 1), ["--good", "main", "--bad", "main~1"], "is not an ancestor of the bad end"),
    (
      [Commit("good"), Commit("bad", [])], [],
      "have no history in common"
    ),
  ]

  @Test(arguments: refusals)
  func `an end that is not what it is said to be is refused`(
    commits: [Commit], words: [String], text: String
  ) throws {
    let git = try GitBench(commits)

    let outcome = try git.bench.run(
      ["bisect", "--good", git.hashes[0], "--bad", "main", "--build", "true"] + GitBench.words
        + words, environment: git.environment)

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains(text), "\(outcome.complaints)")
  }
}
