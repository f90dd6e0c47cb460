import JSON

/// Builds commits in a repository of its own, which borrows the objects of another.
///
/// The other repository is never written: no work tree is registered there, no index, reference or
/// stash is touched, and hooks do not run. One work tree goes from commit to commit, so that a
/// build uses again what the one before it made.
package final class GitWorkshop: Workshop {
  /// How a commit becomes a testee.
  package struct Recipe {
    /// The shell's command that builds, run in the commit's tree.
    package var build: String
    /// The shell's command that starts the testee, run there as well.
    package var testee: String
    /// Seconds that a build may take.
    package var limit: Int
    /// Whether ignored files, such as those of the build before, are removed first.
    package var isClean: Bool

    package init(build: String, testee: String, limit: Int, isClean: Bool) {
      self.build = build
      self.testee = testee
      self.limit = limit
      self.isClean = isClean
    }
  }

  /// What runs git, builds and testees here; what they leave behind is found by the folder.
  package let program: Program
  private let repository: Repository
  private let recipe: Recipe
  private let folder: String
  /// The path of the specs below the repository's root, where they lie there.
  private let specsPath: String?
  package private(set) var current: Candidate?
  package private(set) var builds = 0
  /// How long each build took, in milliseconds.
  package private(set) var times: [Int] = []
  package var watch: (String) -> Void = { _ in }
  private let lock: FileLock

  private var tree: String { folder + "/tree" }

  package var usualBuild: Int? {
    times.isEmpty ? nil : times.reduce(0, +) / times.count / 1000
  }

  // Another runner may judge otherwise.
  package var fingerprint: String {
    let runner = Files.stamp(of: "/proc/self/exe")
    return Records.key([recipe.build, recipe.testee, recipe.isClean ? "clean" : "", runner])
  }

  /// Where findings are kept.
  package var records: Records { Records(folder: folder + "/found") }

  /// Makes or takes over the folder in which is built.
  ///
  /// - Throws: where another process works in it.
  package init(
    _ repository: Repository, _ recipe: Recipe, specsPath: String?, in folder: String
  ) throws(BisectProblem) {
    (self.repository, self.recipe, self.folder) = (repository, recipe, folder)
    self.specsPath = specsPath
    program = Program(named: "bisect-\(folder)", hiding: "GIT_")
    do throws(Files.Problem) {
      try Files.makeFolder(folder)
    } catch {
      throw BisectProblem("error: \(error)")
    }
    guard let lock = FileLock(folder + "/lock") else {
      let holder = ((try? Files.text(of: folder + "/holder")) ?? nil) ?? ""
      throw BisectProblem(
        "error: another bisect works in \(folder)\(holder); wait for it or name another folder: "
          + "--work DIR")
    }
    self.lock = lock
    try? Files.write(" (process \(Files.processID))", to: folder + "/holder")
    // A build that outlived a killed search would go on writing under this one.
    program.endStrays()
    try borrow(repository.objects, tree, repository.format)
  }

  deinit { lock.release() }

  package func ready(_ candidate: Candidate) throws(BisectProblem) -> Readiness {
    if candidate != current {
      current = nil
      watch("checking out \(candidate.text)")
      if let reason = try checkOut(candidate) { return .untestable(reason, isLasting: false) }
      if let reason = try build(candidate) { return reason }
      current = candidate
    }
    return .command("cd \(ShellCommand.word(tree)) && \(ShellCommand.tail(recipe.testee))")
  }

  package func specs(at candidate: Candidate) throws(BisectProblem) -> String? {
    guard let specsPath else { return nil }
    if candidate.id.isEmpty { return "\(repository.top)/\(specsPath)" }
    let into = ShellCommand.word(folder + "/specs")
    let git = "git archive --format=tar \(candidate.id) -- \(ShellCommand.word(specsPath))"
    let outcome: Program.Outcome
    do throws(Files.Problem) {
      outcome = try program.run(
        "rm -rf \(into) && mkdir \(into) && \(git) | tar -xf - -C \(into)", in: repository.top)
    } catch {
      throw BisectProblem("error: git cannot be started: \(error)")
    }
    let found = "\(folder)/specs/\(specsPath)"
    return outcome.succeeded && Files.isFolder(found) ? found : nil
  }

  private func build(_ candidate: Candidate) throws(BisectProblem) -> Readiness? {
    let log = "\(folder)/build.log"
    builds += 1
    let began = Clock.milliseconds
    let usual = usualBuild
    let outcome: Program.Outcome
    do throws(Files.Problem) {
      outcome = try program.run(
        "{ \(recipe.build)\n} >\(ShellCommand.word(log)) 2>&1", in: tree, limit: recipe.limit
      ) { seconds in
        let estimate = usual.map { " of about \($0) s" } ?? ""
        // The tool that builds may wait for another: its last line says for which.
        watch("building \(candidate.name), \(seconds) s\(estimate): \(Self.lastLine(of: log))")
      }
    } catch {
      throw BisectProblem("error: the build cannot be started: \(error)")
    }
    program.endStrays()
    times.append(Clock.milliseconds - began)
    switch outcome.ending {
    case .exited(0)?: return nil
    case nil:
      return .untestable(
        "its build took longer than \(recipe.limit) s: \(Self.lastLine(of: log))", isLasting: false)
    case .killed?:
      return .untestable("its build \(outcome.told)", isLasting: false)
    case .exited?:
      return .untestable(
        "does not build: \(recipe.build) \(outcome.told): \(Self.lastLine(of: log))",
        isLasting: true)
    }
  }

  private static func lastLine(of log: String) -> String {
    let bytes = (try? Files.bytes(of: log)) ?? []
    let line = bytes.split(separator: 10).last { !$0.allSatisfy { $0 <= 32 } } ?? []
    return EntryText.shortened(String(decoding: line, as: UTF8.self), to: 120)
  }
}

// MARK: - Checking out

extension GitWorkshop {
  /// A repository at a folder that has the objects of another.
  private func borrow(
    _ objects: String, _ folder: String, _ format: String
  ) throws(BisectProblem) {
    let git = folder + "/.git"
    // A git that was killed leaves its lock behind; nobody else works here.
    try? Files.remove(git + "/index.lock")
    try? Files.remove(git + "/HEAD.lock")
    if !Files.exists(git + "/HEAD") {
      let words = [
        "init", "--quiet", "--template=", "--object-format=\(format)", "--initial-branch=none",
        folder,
      ]
      try demand(words, in: self.folder)
    }
    do throws(Files.Problem) {
      try Files.makeFolder(git + "/objects/info")
      try Files.write(objects + "\n", to: git + "/objects/info/alternates")
    } catch {
      throw BisectProblem("error: \(error)")
    }
  }

  /// Puts a commit's files, and those of its submodules, into the work tree.
  ///
  /// Gives why it cannot be done.
  private func checkOut(_ candidate: Candidate) throws(BisectProblem) -> String? {
    if let reason = try put(candidate.id, tree) { return reason }
    return try checkOutModules(tree, repository.modules)
  }

  private func put(_ commit: String, _ tree: String) throws(BisectProblem) -> String? {
    let out = try git(["checkout", "--quiet", "--force", "--detach", commit], tree)
    guard out.succeeded else {
      return "cannot be checked out: \(out.errors.last ?? out.told); "
        + "a partial clone lacks files: git fetch --refetch --no-filter"
    }
    let clean = try git(["clean", "--quiet", "-ffd"] + (recipe.isClean ? ["-x"] : []), tree)
    return clean.succeeded ? nil : "cannot be cleaned: \(clean.errors.last ?? clean.told)"
  }

  private func checkOutModules(
    _ tree: String, _ modules: String
  ) throws(BisectProblem) -> String? {
    guard Files.exists(tree + "/.gitmodules") else { return nil }
    let names = try git(
      ["config", "--null", "--file", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$"],
      tree)
    for entry in names.output.split(separator: 0) {
      let parts = entry.split(separator: 10, maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = String(decoding: parts[0].dropFirst(10).dropLast(5), as: UTF8.self)
      let path = String(decoding: parts[1], as: UTF8.self)
      if let reason = try checkOut(module: key, at: path, tree, modules) { return reason }
    }
    return nil
  }

  private func checkOut(
    module name: String, at path: String, _ tree: String, _ modules: String
  ) throws(BisectProblem) -> String? {
    let listed = try git(["ls-tree", "-z", "HEAD", "--", path], tree)
    let words = listed.output.split(whereSeparator: { $0 == 32 || $0 == 9 })
    guard words.count >= 3, words[0].elementsEqual("160000".utf8) else { return nil }
    let commit = String(decoding: words[2], as: UTF8.self)
    let source = "\(modules)/\(name)"
    guard Files.isFolder(source) else {
      return "the submodule '\(name)' is not in this clone: git submodule update --init"
    }
    let folder = "\(tree)/\(path)"
    try borrow(source + "/objects", folder, repository.format)
    if let reason = try put(commit, folder) { return "the submodule '\(name)' \(reason)" }
    return try checkOutModules(folder, source + "/modules")
  }

  private func git(_ words: [String], _ folder: String) throws(BisectProblem) -> Program.Outcome {
    try Repository.git(words, in: folder, program)
  }

  private func demand(_ words: [String], in folder: String) throws(BisectProblem) {
    let outcome = try git(words, folder)
    guard outcome.succeeded else {
      throw BisectProblem("error: git \(words[0]) \(outcome.told): \(outcome.errors.last ?? "")")
    }
  }
}
