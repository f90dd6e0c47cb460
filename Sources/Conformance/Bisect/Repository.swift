import JSON

/// A git repository that is read, never written.
package struct Repository: Sendable {
  /// The root of its work tree.
  package let top: String
  /// The folder of its objects.
  let objects: String
  /// The folder of its submodules' repositories.
  let modules: String
  /// How its objects are hashed: `sha1` or `sha256`.
  let format: String
  let program: Program

  /// Finds the repository of a folder.
  ///
  /// - Throws: why there is none that can be searched; a shallow one is refused.
  package init(at folder: String, _ program: Program) throws(BisectProblem) {
    self.program = program
    let answer = try Self.git(
      [
        "rev-parse", "--path-format=absolute", "--is-shallow-repository", "--show-object-format",
        "--git-common-dir", "--git-path", "objects", "--show-toplevel",
      ], in: folder, program)
    let lines = answer.text.utf8.split(separator: 10).map { String(Substring($0)) }
    guard answer.succeeded, lines.count == 5 else {
      throw BisectProblem(
        "error: this is no work tree of git: "
          + (answer.errors.last ?? "git rev-parse \(answer.told)"))
    }
    guard lines[0] == "false" else {
      throw BisectProblem(
        "error: this clone is shallow: its history ends early, and what git says of ancestors is "
          + "wrong;", "deepen it and try again: git fetch --unshallow")
    }
    (format, objects, top) = (lines[1], lines[3], lines[4])
    modules = lines[2] + "/modules"
  }

  /// Runs git; nothing is fetched, no hook runs.
  func git(_ words: [String]) throws(BisectProblem) -> Program.Outcome {
    try Self.git(words, in: top, program)
  }

  static func git(
    _ words: [String], in folder: String, _ program: Program
  ) throws(BisectProblem) -> Program.Outcome {
    let fixed = [
      "git", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0", "-c", "log.showSignature=false",
      "-c", "core.quotePath=false", "-c", "core.fsmonitor=false",
    ]
    let command = (fixed + words).map(ShellCommand.word).joined(separator: " ")
    do throws(Files.Problem) {
      return try program.run(
        "GIT_TERMINAL_PROMPT=0 GIT_NO_LAZY_FETCH=1 GIT_OPTIONAL_LOCKS=0 exec \(command)",
        in: folder)
    } catch {
      throw BisectProblem("error: git cannot be started: \(error)")
    }
  }
}

extension Repository {
  /// The commits between two, for a search.
  package func line(
    good: String, bad: String, firstParent: Bool
  ) throws(BisectProblem) -> CandidateLine {
    let (good, bad) = (try commit(good), try commit(bad))
    guard good.id != bad.id else {
      throw BisectProblem("error: both ends are the same commit \(good.text)")
    }
    try demandAncestor(good, of: bad)
    let listed = try log(
      ["--topo-order", "--reverse"] + (firstParent ? ["--first-parent"] : [])
        + ["\(good.id)..\(bad.id)"])
    var known: [String: Candidate] = [good.id: good]
    for (candidate, _) in listed { known[candidate.id] = candidate }
    var parents: [[Candidate]] = []
    for (_, ids) in listed {
      var mine: [Candidate] = []
      for id in firstParent ? Array(ids.prefix(1)) : ids {
        let parent: Candidate
        if let one = known[id] { parent = one } else { parent = try commit(id) }
        known[id] = parent
        mine.append(parent)
      }
      parents.append(mine)
    }
    return CandidateLine(good: good, candidates: listed.map(\.0), parents: parents)
  }

  /// The commit that a revision names.
  package func commit(_ revision: String) throws(BisectProblem) -> Candidate {
    let answer = try git([
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
    ])
    let id = answer.text.utf8.prefix { $0 != 10 }
    guard answer.succeeded, let found = try log(["-1", String(Substring(id))]).first else {
      throw BisectProblem(
        "error: there is no commit '\(revision)' in this clone; nothing is fetched unasked: "
          + "git fetch --all --tags")
    }
    return found.0
  }

  private func demandAncestor(
    _ good: Candidate, of bad: Candidate
  ) throws(BisectProblem) {
    let answer = try git(["merge-base", "--is-ancestor", good.id, bad.id])
    if answer.succeeded { return }
    guard answer.ending == .exited(1) else {
      throw BisectProblem(
        "error: whether \(good.name) is an ancestor of \(bad.name) is unknown: "
          + (answer.errors.last ?? answer.told))
    }
    let base = try git(["merge-base", good.id, bad.id])
    guard base.succeeded else {
      throw BisectProblem("error: \(good.name) and \(bad.name) have no history in common")
    }
    let commit = try commit(String(Substring(base.text.utf8.prefix { $0 != 10 })))
    throw BisectProblem(
      "error: the good end \(good.name) is not an ancestor of the bad end \(bad.name); "
        + "they part at \(commit.text)", "try it as the good end: --good \(commit.name)")
  }

  /// Commits with the hashes of their parents.
  func log(_ words: [String]) throws(BisectProblem) -> [(Candidate, [String])] {
    let answer = try git(
      ["log", "--no-color", "--no-show-signature", "--format=%H%x00%h%x00%T%x00%P%x00%s"] + words
        + ["--"])
    guard answer.succeeded else {
      throw BisectProblem("error: git log \(answer.told): \(answer.errors.last ?? "")")
    }
    return answer.text.utf8.split(separator: 10).compactMap { line in
      let fields = line.split(separator: 0, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
      guard fields.count >= 5 else { return nil }
      let candidate = Candidate(
        id: fields[0], name: fields[1], title: fields[4], content: fields[2])
      return (candidate, fields[3].utf8.split(separator: 32).map { String(Substring($0)) })
    }
  }

  /// Whether a commit changed a file, of its first parent's.
  package func changes(_ commit: Candidate, _ path: String) throws(BisectProblem) -> Bool {
    let answer = try git(["diff", "--quiet", "\(commit.id)^", commit.id, "--", path])
    return answer.ending == .exited(1)
  }

  /// The path of a folder or file below the root; nil where it lies elsewhere.
  package func path(_ path: String) -> String? {
    guard let whole = Files.wholePath(path), let root = Files.wholePath(top) else { return nil }
    guard whole.utf8.starts(with: (root + "/").utf8) else { return nil }
    return String(Substring(whole.utf8.dropFirst(root.utf8.count + 1)))
  }
}
