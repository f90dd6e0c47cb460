package import JSON

/// What commits changed in recordings, read from git's objects alone.
package struct RecordedHistory {
  /// A commit that changed what is recorded.
  package struct Commit: Sendable {
    package var candidate: Candidate
    /// When it was committed, as git writes an instant.
    package var date: String
    package var changes: [RunChange]
  }

  private let repository: Repository
  /// The folder of the recordings below the repository's root.
  private let folder: String
  private let isChosen: (_ rule: String, _ run: String) -> Bool

  /// `isChosen`: of which rule and run the changes are asked for.
  package init(
    _ repository: Repository, folder: String,
    isChosen: @escaping (_ rule: String, _ run: String) -> Bool
  ) {
    (self.repository, self.folder, self.isChosen) = (repository, folder, isChosen)
  }

  /// The commits that changed a chosen run, the newest first.
  ///
  /// `since`: a revision, or a date as `git log --since` takes it; nil for all.
  package func commits(since: String?) throws(BisectProblem) -> [Commit] {
    var raw = try log(since)
    let contents = try read(raw.flatMap(\.files).flatMap { [$0.old, $0.new] })
    passOverDamage(&raw, contents)
    return raw.compactMap { commit in
      let changes = changes(commit.files, contents)
      guard !changes.isEmpty else { return nil }
      return Commit(candidate: commit.candidate, date: commit.date, changes: changes)
    }
  }

  // MARK: - Git

  private struct RawCommit {
    var candidate: Candidate
    var date: String
    var files: [File] = []
  }

  private struct File {
    var old: String
    var new: String
    var path: String
  }

  private func log(_ since: String?) throws(BisectProblem) -> [RawCommit] {
    var words = [
      // Of a merge only what it has from no parent: the rest is its parents' own.
      "log", "--no-color", "--no-renames", "--no-abbrev", "--raw", "-c",
      "--format=%x01%H%x00%T%x00%cI%x00%s",
    ]
    if let since {
      let known = try repository.git([
        "rev-parse", "--verify", "--quiet", "--end-of-options", "\(since)^{commit}",
      ])
      words.append(known.succeeded ? "\(since)..HEAD" : "--since=\(since)")
    }
    let answer = try repository.git(words + ["--", folder])
    guard answer.succeeded else {
      throw BisectProblem("error: git log \(answer.told): \(answer.errors.last ?? "")")
    }
    var commits: [RawCommit] = []
    for line in answer.output.split(separator: 10) {
      if line.first == 1 {
        let fields = line.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count >= 4 else { continue }
        let candidate = Candidate(
          id: fields[0], name: String(fields[0].prefix(10)), title: fields[3], content: fields[1])
        commits.append(RawCommit(candidate: candidate, date: fields[2]))
      } else if let file = Self.file(line), !commits.isEmpty {
        commits[commits.count - 1].files.append(file)
      }
    }
    return commits
  }

  /// `:mode mode old new M⇥path`; of a merge with as many colons as parents, and as many olds.
  private static func file(_ line: ArraySlice<UInt8>) -> File? {
    let parents = line.prefix { $0 == UInt8(ascii: ":") }.count
    let sides = line.split(separator: 9, maxSplits: 1)
    guard parents > 0, sides.count == 2 else { return nil }
    let words = sides[0].split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 2 * (parents + 1) + 1 else { return nil }
    let path = String(decoding: sides[1], as: UTF8.self)
    guard path.hasSuffix(".jsonl") else { return nil }
    return File(old: words[parents + 1], new: words[2 * parents + 1], path: path)
  }

  /// The contents of objects, all by one process.
  private func read(_ ids: [String]) throws(BisectProblem) -> [String: ArraySlice<UInt8>] {
    let wanted = Set(ids).filter { id in id.utf8.contains { $0 != UInt8(ascii: "0") } }
      .sorted { $0.precedes($1) }
    guard !wanted.isEmpty else { return [:] }
    let answer: Program.Outcome
    do throws(Files.Problem) {
      answer = try repository.program.run(
        "GIT_NO_LAZY_FETCH=1 exec git cat-file --batch", in: repository.top,
        input: wanted.flatMap { Array($0.utf8) + [10] })
    } catch {
      throw BisectProblem("error: git cannot be started: \(error)")
    }
    var contents: [String: ArraySlice<UInt8>] = [:]
    var rest = answer.output[...]
    while let end = rest.firstIndex(of: 10) {
      let words = rest[..<end].split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, let size = Int(words[2]), rest.endIndex - end > size + 1 else {
        throw BisectProblem("error: git cannot read the object \(words.first ?? "")")
      }
      contents[words[0]] = rest[(end + 1)..<(end + 1 + size)]
      rest = rest[(end + 2 + size)...]
    }
    return contents
  }

  // MARK: - Changes

  // A commit may hold a recording that is none, as with the marks of a merge in it. What it stood
  // for is what stood there before: so the next commit is held against that.
  private func passOverDamage(
    _ commits: inout [RawCommit], _ contents: [String: ArraySlice<UInt8>]
  ) {
    var standIns: [String: String] = [:]
    for index in commits.indices.reversed() {
      for place in commits[index].files.indices {
        let file = commits[index].files[place]
        let old = standIns[file.old] ?? file.old
        commits[index].files[place].old = old
        guard let bytes = contents[file.new], RecordedBlocks(bytes) == nil else { continue }
        standIns[file.new] = old
        commits[index].files[place].new = old
      }
    }
  }

  private func changes(
    _ files: [File], _ contents: [String: ArraySlice<UInt8>]
  ) -> [RunChange] {
    var changes: [RunChange] = []
    var starts: [StartChange] = []
    let name = folder + "/" + Archive.starts
    for file in files where !file.path.isSame(as: name) {
      changes += self.changes(contents[file.old], contents[file.new], &starts)
    }
    guard let file = files.first(where: { $0.path.isSame(as: name) }), !starts.isEmpty else {
      return changes
    }
    let (old, new) = (
      contents[file.old].flatMap { RecordedBlocks($0) },
      contents[file.new].flatMap { RecordedBlocks($0) }
    )
    for start in starts {
      let lines = (
        old?.lines(ofStart: start.name, start.old) ?? [],
        new?.lines(ofStart: start.name, start.new) ?? []
      )
      changes.append(
        RunChange(
          rule: "", name: start.name, kind: .start, runs: start.runs,
          events: RunChange.events(lines.0, lines.1)))
    }
    return changes
  }

  /// A start that runs begin on in another state than before.
  private struct StartChange {
    var name: String
    var old: String
    var new: String
    var runs: Int
  }

  private func changes(
    _ old: ArraySlice<UInt8>?, _ new: ArraySlice<UInt8>?, _ starts: inout [StartChange]
  ) -> [RunChange] {
    let blocks = RecordedBlocks.differing(
      old.flatMap { RecordedBlocks($0) }, new.flatMap { RecordedBlocks($0) })
    let before = blocks.old.compactMap(chosen)
    let after = blocks.new.compactMap(chosen)
    var changes: [RunChange] = []
    for (head, block) in after {
      guard let (oldHead, oldBlock) = before.first(where: { $0.head.name.isSame(as: head.name) })
      else {
        changes.append(RunChange(rule: head.rule, name: head.name, kind: .new))
        continue
      }
      note(oldHead.start, head.start, &starts)
      let events = RunChange.events(oldBlock.lines, block.lines)
      guard !events.isEmpty else { continue }
      changes.append(
        RunChange(
          rule: head.rule, name: head.name, kind: .changed,
          hasOtherInputs: head.inputs != oldHead.inputs, events: events))
    }
    for (head, _) in before where !after.contains(where: { $0.head.name.isSame(as: head.name) }) {
      changes.append(RunChange(rule: head.rule, name: head.name, kind: .gone))
    }
    return changes
  }

  private func note(
    _ old: RecordingFile.RunHead.StartHead?, _ new: RecordingFile.RunHead.StartHead?,
    _ starts: inout [StartChange]
  ) {
    guard let old, let new, old.name.isSame(as: new.name), old.hash != new.hash else { return }
    if let place = starts.firstIndex(where: {
      $0.name.isSame(as: new.name) && $0.old == old.hash && $0.new == new.hash
    }) {
      starts[place].runs += 1
    } else {
      starts.append(StartChange(name: new.name, old: old.hash, new: new.hash, runs: 1))
    }
  }

  private func chosen(
    _ block: RecordedBlocks.Block
  ) -> (head: RecordingFile.RunHead, block: RecordedBlocks.Block)? {
    guard case .run(let head)? = block.readHead, isChosen(head.rule, head.name) else { return nil }
    return (head, block)
  }
}

extension RecordedBlocks {
  fileprivate func lines(ofStart name: String, _ hash: String) -> [String] {
    let block = blocks.first { block in
      guard case .start(let other, let print)? = block.readHead else { return false }
      return other.isSame(as: name) && print.isSame(as: hash)
    }
    return block?.lines ?? []
  }
}

extension RecordedHistory.Commit {
  /// The commit as JSON.
  package var value: Value {
    [
      "commit": .string(candidate.id), "title": .string(candidate.title), "date": .string(date),
      "changes": .array(changes.map(\.value)),
    ]
  }

  /// The commit in words, with so many runs of a rule; `isLong`: with every run and event.
  package func lines(isLong: Bool, runs: Int) -> [String] {
    let title = EntryText.shortened(candidate.title, to: 72)
    var lines = ["\(candidate.name) \(date.prefix(10)) \(title)"]
    var rules: [(rule: String, changes: [RunChange])] = []
    var places: [String: Int] = [:]
    for change in changes {
      if let place = places[change.rule] {
        rules[place].changes.append(change)
      } else {
        places[change.rule] = rules.count
        rules.append((change.rule, [change]))
      }
    }
    for (rule, mine) in rules {
      if !rule.isEmpty { lines.append("  \(rule)") }
      let shown = isLong ? mine.count : min(mine.count, runs)
      for change in mine.prefix(shown) { lines += Self.lines(change, isLong: isLong) }
      if shown < mine.count { lines.append("    … \(mine.count - shown) more runs") }
    }
    return lines
  }

  private static func lines(_ change: RunChange, isLong: Bool) -> [String] {
    let name = EntryText.escaped(change.name)
    var lines: [String]
    switch change.kind {
    case .start: lines = ["  the start '\(name)', on which \(change.runs) of these runs begin"]
    case .new: lines = ["    \(name): new"]
    case .gone: lines = ["    \(name): gone"]
    case .changed:
      lines = ["    \(name)" + (change.hasOtherInputs ? ": is told something else" : "")]
    }
    let shown = isLong ? change.events.count : min(change.events.count, 4)
    lines += change.events.prefix(shown).map {
      "      \($0.isNew ? "+" : "-") \(EntryText.shortened($0.line, to: 160))"
    }
    if shown < change.events.count {
      lines.append("      … \(change.events.count - shown) more events")
    }
    return lines
  }
}
