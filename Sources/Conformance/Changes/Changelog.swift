package import JSON

/// What an app would notice between two versions of a testee, by their portable traces.
package struct Changelog: Sendable {
  /// What one version does in every run.
  package struct Version: Sendable {
    /// Of each run its plays, one a chance, the middle chance first; nil where it is not claimed.
    let plays: [[PortPlay]?]
    /// What is not claimed of the runs' needs.
    package let missing: CapabilitySet

    /// Plays each run with each of its chances.
    package init(
      of kind: TesteeKind, _ runs: [Run], vocabulary: Vocabulary, jobs: Int,
      done: @escaping @Sendable (Int) -> Void
    ) {
      let batch = Batch(testee: kind, jobs: jobs)
      let claims = batch.claims(vocabulary)
      plays = batch.map(runs, done: done) { run, testee in
        guard vocabulary.closure(of: run.needs).isSubset(of: claims) else { return nil }
        let frame = Frame(run, vocabulary: vocabulary, claims: claims)
        return Changelog.chances(of: run).map { PortPlay(frame, chance: $0, against: testee) }
      }
      missing = runs.reduce(into: CapabilitySet()) {
        $0.formUnion(vocabulary.closure(of: $1.needs).subtracting(claims))
      }
    }
  }

  /// One change, in every run that shows it.
  package struct Entry: Sendable {
    /// The rule that shows it best: the one of whose runs the largest part does.
    package var rule: String
    /// What changed, in one line, the same in each run.
    package var text: String
    /// Whether it is one of time alone.
    package var isMove = false
    /// Each of the things that changed so, where they are more than one could be.
    package var details: [String] = []
    /// The runs that show it.
    package var runs: [Run]
    /// How many of them hold in the one version and not in the other.
    package var broken = 0
    package var mended = 0
    /// The first entries that differ, of the first of the runs.
    package var before: Value?
    package var after: Value?
  }

  /// By rule, in the order of the runs.
  package private(set) var entries: [Entry] = []
  /// How many runs were compared, and how many only one of the versions claims.
  package private(set) var compared = 0
  package private(set) var gone = 0
  package private(set) var added = 0

  /// Compares what two versions do in the same runs.
  package init(_ before: Version, _ after: Version, _ runs: [Run], _ vocabulary: Vocabulary) {
    for (index, run) in runs.enumerated() {
      switch (before.plays[index], after.plays[index]) {
      case (nil, nil): break
      case (_?, nil): gone += 1
      case (nil, _?): added += 1
      case (let old?, let new?):
        compared += 1
        note(run, old, new, vocabulary)
      }
    }
    settle()
    sort(runs)
  }

  /// Changes that may be the same move as others, seen where an act lies between.
  private var waiting: [(run: Run, parting: Parting, change: ChangeText, arrivals: [String])] = []

  private mutating func settle() {
    for (run, parting, change, arrivals) in waiting {
      let move = entries.first { entry in
        entry.isMove
          && entry.details.contains { detail in
            arrivals.contains { detail.utf8.starts(with: $0.utf8) }
          }
      }
      add(run, parting, text: move?.text ?? change.text, detail: move == nil ? change.detail : nil)
    }
    waiting = []
  }

  // The middle chance stands first, so that runs with more chances tell a change in the same words.
  private static func chances(of run: Run) -> [Double] {
    run.chances.filter { $0 == 0.5 } + run.chances.filter { $0 != 0.5 }
  }

  private mutating func note(
    _ run: Run, _ old: [PortPlay], _ new: [PortPlay], _ vocabulary: Vocabulary
  ) {
    let chances = Self.chances(of: run)
    for (index, chance) in chances.enumerated() {
      guard let parting = Parting(old[index], new[index], chance: chance) else { continue }
      let change = ChangeText(old[index].entries, new[index].entries, parting, vocabulary)
      let arrivals = change.arrivals
      if arrivals.isEmpty {
        add(run, parting, text: change.text, detail: change.detail, isMove: change.isMove)
      } else {
        waiting.append((run, parting, change, arrivals))
      }
      // What follows a first difference mostly follows from it.
      return
    }
  }

  private mutating func add(
    _ run: Run, _ parting: Parting, text: String, detail: String?, isMove: Bool = false
  ) {
    let known = entries.firstIndex { $0.text.isSame(as: text) }
    let place = known ?? entries.count
    if known == nil {
      entries.append(
        Entry(
          rule: run.rule, text: text, isMove: isMove, runs: [], before: parting.first.entry,
          after: parting.second.entry))
    }
    entries[place].runs.append(run)
    if let detail, !entries[place].details.contains(where: { $0.isSame(as: detail) }) {
      entries[place].details.append(detail)
    }
    if parting.first.holds, !parting.second.holds { entries[place].broken += 1 }
    if !parting.first.holds, parting.second.holds { entries[place].mended += 1 }
  }

  private mutating func sort(_ runs: [Run]) {
    var totals: [String: Int] = [:]
    var order: [String: Int] = [:]
    for (index, run) in runs.enumerated() {
      totals[run.rule, default: 0] += 1
      if order[run.rule] == nil { order[run.rule] = index }
    }
    for index in entries.indices {
      var rules: [(rule: String, count: Int)] = []
      for run in entries[index].runs {
        if let place = rules.firstIndex(where: { $0.rule.isSame(as: run.rule) }) {
          rules[place].count += 1
        } else {
          rules.append((run.rule, 1))
        }
      }
      var best = rules[0]
      // By whole numbers: a part of a part would be told by rounding.
      for other in rules.dropFirst()
      where other.count * (totals[best.rule] ?? 1) > best.count * (totals[other.rule] ?? 1) {
        best = other
      }
      entries[index].rule = best.rule
    }
    let sorted = entries.enumerated().sorted { left, right in
      (order[left.element.rule] ?? 0, left.offset) < (order[right.element.rule] ?? 0, right.offset)
    }
    entries = sorted.map(\.element)
  }
}
