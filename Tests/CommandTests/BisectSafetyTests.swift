import Foundation
import Testing

/// What a search must not be misled by, and must leave as it was.
@Suite struct BisectSafetyTests {
  typealias Commit = GitBench.Commit

  // MARK: - A flaky spec steers the bisect

  @Test func `what fails in some processes and plays only is not deterministic`() throws {
    let git = try GitBench([Commit("good"), Commit("good"), Commit("worn"), Commit("worn")])

    let outcome = try git.bisect()

    #expect(outcome.code == 3)
    #expect(outcome.results.contains("not deterministic: base.one/track\n"))
    #expect(outcome.results.contains("Change 3: 10 of 20 plays fail\n"))
  }

  @Test func `an unsteady stretch before a steady failure names no innocent commit`() throws {
    var commits = BisectTests.straight(2, 8)
    for place in 2...5 { commits[place].behaviour = "worn" }
    let git = try GitBench(commits)

    let outcome = try git.bisect()

    #expect(outcome.code == 3)
    #expect(outcome.results.contains("not deterministic: base.one/track\n"))
    #expect(outcome.results.contains("is not steady: 4 of 8 plays fail"))
    #expect(!outcome.results.contains("culprit"))
  }

  @Test func `a failure in another way is not the one that is hunted`() throws {
    var commits = BisectTests.straight(8, 3)
    for place in 4...6 { commits[place].behaviour = "other" }
    let git = try GitBench(commits)

    let outcome = try git.bisect()

    #expect(outcome.results.contains("\nculprit    \(git.short(8)) Change 8\n"))
    #expect(outcome.results.contains("fails in another way: the returned value"))
  }

  // MARK: - In a shallow clone git answers, wrongly

  @Test(arguments: [1, 2])
  func `a shallow clone is told first, with the command that deepens it`(depth: Int) throws {
    let git = try GitBench(BisectTests.straight(3, 3))
    _ = try git.bench.shell(
      "git clone -q --depth \(depth) \"file://$PWD\" shallow && cp -r Specs shallow/ "
        + "&& cd shallow && git fetch -q --depth 1 origin \(git.hashes[0])")

    let outcome = try git.bench.shell(
      "cd shallow && exec '\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) "
        + "--build true --testee 'sh testee' --specs Specs/toy --work ../work")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("error: this clone is shallow"))
    #expect(outcome.complaints.contains("git fetch --unshallow"))
  }

  @Test func `a single branch and a detached head are searched like any other`() throws {
    let git = try GitBench(BisectTests.straight(3, 3))
    _ = try git.bench.shell(
      "git clone -q --single-branch . one && cp -r Specs one/ && cd one && git checkout -q --detach"
    )

    let outcome = try git.bench.shell(
      "cd one && exec '\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) "
        + "--build true --testee 'sh testee' --specs Specs/toy --work ../work")

    #expect(outcome.results.contains("\nculprit    \(git.short(3)) Change 3\n"))
  }

  @Test func `a partial clone whose files are not here fetches nothing`() throws {
    let git = try GitBench(BisectTests.straight(3, 3))
    _ = try git.bench.shell(
      "git config uploadpack.allowFilter true "
        + "&& git clone -q --no-checkout --filter=blob:none \"file://$PWD\" partial "
        + "&& cp -r Specs partial/")

    let outcome = try git.bench.shell(
      "cd partial && exec '\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) "
        + "--build true --testee 'sh testee' --specs Specs/toy --work ../work")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("git fetch --refetch --no-filter"))
  }

  // MARK: - Leftovers of one commit judge the next

  @Test func `the tree, the index, the stash and the references stay as they were`() throws {
    let git = try GitBench(BisectTests.straight(5, 5))
    _ = try git.bench.shell(
      """
      git config user.name Toy && git config user.email toy@toy.test
      echo stashed >> number && git stash -q && echo staged >> number && git add number
      echo changed >> number && echo untracked > unbuildable && mkdir -p deep/er
      git worktree add -q ../linked HEAD~1
      """)
    let before = try state(git)

    let outcome = try git.bench.shell(
      "cd deep/er && GIT_DIR=\"$PWD/../../.git\" GIT_WORK_TREE=/tmp GIT_INDEX_FILE=/nowhere/index "
        + "'\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) "
        + "--bad main --build 'test ! -e unbuildable' --testee 'sh testee' --specs ../../Specs/toy "
        + "--work \"$PWD/../../../work\"")

    #expect(outcome.results.contains("\nculprit    \(git.short(5)) Change 5\n"))
    #expect(try state(git) == before)
  }

  private func state(_ git: GitBench) throws -> String {
    try git.bench.shell(
      "git status --porcelain --branch -uall -- . ':!output' ':!complaints'; "
        + "cksum .git/index number; git stash list; git for-each-ref; git worktree list; "
        + "ls .git/worktrees; find .git/objects -type f | sort | cksum"
    ).results
  }

  @Test func `a search works from a linked work tree`() throws {
    let git = try GitBench(BisectTests.straight(3, 3))
    _ = try git.bench.shell("git worktree add -q ../linked HEAD~1 && cp -r Specs ../linked/")

    let outcome = try git.bench.shell(
      "cd ../linked && exec '\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) "
        + "--bad main --build true --testee 'sh testee' --specs Specs/toy --work ../work")

    #expect(outcome.results.contains("\nculprit    \(git.short(3)) Change 3\n"))
  }

  @Test func `what a build leaves is gone at the next commit, unless it is ignored`() throws {
    var commits = BisectTests.straight(4, 4)
    commits[0].files[".gitignore"] = "cache\n"
    let git = try GitBench(commits)

    let outcome = try git.bisect(build: "test ! -e left && touch left && echo >> cache")
    let cache = try git.bench.shell("cat ../cache/conformance/bisect/*/tree/cache | wc -l")

    #expect(outcome.results.contains("\nculprit    \(git.short(4)) Change 4\n"))
    #expect("\(cache.closing.trimmingCharacters(in: .whitespaces)) builds" == outcome.closing)
  }

  @Test func `submodules stand where each commit has them`() throws {
    let git = try GitBench([Commit("good")])
    // The submodule appears, moves to another commit, and is gone again.
    _ = try git.bench.shell(
      """
      set -e
      export GIT_AUTHOR_NAME=Toy GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=Toy GIT_COMMITTER_EMAIL=t@t
      git init -q -b main ../sub
      for how in good bad good; do
        echo $how > ../sub/how; git -C ../sub add how; git -C ../sub commit -qm $how
      done
      rm -rf Specs output.txt; git add -A testee; sed -i 's/read -r how delay < behaviour/read -r how delay < $(ls sub\\/how 2>\\/dev\\/null || echo behaviour)/' testee
      git commit -qam 'Read the submodule'
      git -c protocol.file.allow=always submodule --quiet add ../sub sub
      git -C sub checkout -q HEAD~2; git add sub; git commit -qm 'Add it'
      git commit -q --allow-empty -m 'Nothing'
      git -C sub checkout -q main~1; git add sub; git commit -qm 'Move it'
      git commit -q --allow-empty -m 'Nothing more'
      """)
    try git.writeSuite()

    let outcome = try git.bisect(build: "test -e sub/how || test ! -e .gitmodules")

    #expect(outcome.code == 0, "\(outcome.complaints)")
    #expect(outcome.results.contains(" Move it\n"))
  }

  // MARK: - A build that does not end

  @Test func `a build beyond its time is ended and is no verdict`() throws {
    var commits = BisectTests.straight(3, 3)
    commits[2].files["slow"] = ""
    commits[3].files["slow"] = ""
    let git = try GitBench(commits)

    let outcome = try git.bisect(
      "--build-limit", "1",
      build: "test \"$(cat number)\" != 2 || { echo waiting; setsid sleep 600.5 & sleep 600.5; }")

    #expect(outcome.code == 3)
    #expect(outcome.results.contains("its build took longer than 1 s: waiting"))
    #expect(ChildTests.processes(named: "sleep 600.5") == [])
  }

  @Test func `two searches do not share a folder`() throws {
    let git = try GitBench(BisectTests.straight(2, 2))
    let search =
      "'\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) --bad \(git.hashes[3]) "
      + "--testee 'sh testee' --specs $PWD/Specs/toy --work $PWD/../work --build"

    let outcome = try git.bench.shell(
      "\(search) \"\(search) true; exit 1\" 2>&1; cat ../work/build.log")

    #expect(outcome.results.contains("error: another bisect works in"))
    #expect(outcome.results.contains("(process "))
  }

  @Test(arguments: [("KILL", "20.5"), ("INT", "20.25"), ("TERM", "20.75")])
  func `a search that is ended goes on where it was and leaves nothing`(
    signal: String, sleep: String
  ) throws {
    let git = try GitBench(BisectTests.straight(20, 20))
    let before = try state(git)
    // The fifth build ends the search, once.
    let build =
      "echo >> ../built; test $(wc -l < ../built) != 5 || { kill -\(signal) $CONFORMANCE; sleep \(sleep); }"

    let ended = try git.bench.shell(
      "export CONFORMANCE=$$ XDG_CACHE_HOME=\"$PWD/../cache\"; "
        + "exec '\(Bench.built("conformance"))' bisect --good \(git.hashes[0]) --bad main "
        + "--testee 'sh testee' --specs Specs/toy --build '\(build)'")
    let outcome = try git.bisect(build: build)

    #expect(!ended.results.contains("culprit"))
    #expect(outcome.results.contains("\nculprit    \(git.short(20)) Change 20\n"))
    let builds = try git.bench.shell("cat ../cache/conformance/bisect/*/built | wc -l").closing
    // Both ends, six steps, one that was cut off, and at most two again for the proof.
    #expect((Int(builds.trimmingCharacters(in: .whitespaces)) ?? .max) <= 11)
    #expect(try state(git) == before)
    #expect(ChildTests.processes(named: "sleep \(sleep)") == [])
  }

  @Test func `a search that is over is told again without a build but the proof's`() throws {
    let git = try GitBench(BisectTests.straight(20, 20))
    let first = try git.bisect()

    let second = try git.bisect()

    #expect(second.closing == "2 builds")
    #expect(second.results.contains("\nculprit    \(git.short(20)) Change 20\n"))
    #expect(first.results.contains("\nculprit    \(git.short(20)) Change 20\n"))
  }
}
