import JSON
import YAML

extension Rulebook {
  /// What is wrong between the rulebook and the specs that show its rules, by path and place.
  ///
  /// That a rule is shown at all is not asked here: it says which rules a spec may name.
  package func lint(_ files: [SpecFile]) -> [SpecError] {
    let problems = Problems()
    // Held against a rulebook that could not be read, every rule would be unknown.
    guard !rules.isEmpty else { return [] }
    for file in files {
      for use in file.rules { check(use, problems) }
      for use in file.after where self[use.id] == nil { unknown(use, problems) }
    }
    everywhere(files, problems)
    cycles(files, problems)
    return problems.sorted
  }

  // A rule that speaks of every request is shown by a scenario that judges them all.
  private func everywhere(_ files: [SpecFile], _ problems: Problems) {
    let uses = files.flatMap(\.rules)
    for rule in rules where rule.scopeAll {
      let mine = uses.filter { $0.id.isSame(as: rule.id) }
      guard let first = mine.first, !mine.contains(where: \.scopeAll) else { continue }
      problems.add(
        first.mark,
        "rule '\(rule.id)' speaks of every request, so a scenario of it has "
          + "'scope: all'")
    }
  }

  private func unknown(_ use: SpecFile.RuleUse, _ problems: Problems) {
    problems.add(
      use.mark,
      "unknown rule '\(use.id.printable)'" + suggestion(for: use.id, among: rules.map(\.id)))
  }

  private func check(_ use: SpecFile.RuleUse, _ problems: Problems) {
    guard let rule = self[use.id] else { return unknown(use, problems) }
    if use.scopeAll, !rule.scopeAll {
      problems.add(
        use.mark,
        "rule '\(rule.id)' has no 'scope: all' in the rulebook, so its scenarios "
          + "have none")
    }
    if use.isOpen, !rule.isOpen {
      problems.add(
        use.mark, "rule '\(rule.id)' is not open in the rulebook, so it has to be judged")
    }
    if rule.level == .docs {
      problems.add(use.mark, "rule '\(rule.id)' is of level docs: no trace shows it")
    }
  }

  // A rule to build first that itself comes after: a porter could begin nowhere.
  private func cycles(_ files: [SpecFile], _ problems: Problems) {
    var before: [String: [SpecFile.RuleUse]] = [:]
    for file in files {
      for use in file.rules {
        before[use.id, default: []] += file.after.filter { !$0.id.isSame(as: use.id) }
        for same in file.after where same.id.isSame(as: use.id) {
          problems.add(same.mark, "rule '\(use.id)' cannot come after itself")
        }
      }
    }
    var done: Set<String> = []
    for file in files {
      for use in file.rules { visit(use.id, [], before, &done, problems) }
    }
  }

  private func visit(
    _ id: String, _ path: [String], _ before: [String: [SpecFile.RuleUse]],
    _ done: inout Set<String>, _ problems: Problems
  ) {
    guard !done.contains(id) else { return }
    let path = path + [id]
    for next in before[id] ?? [] {
      if let start = path.firstIndex(where: { $0.isSame(as: next.id) }) {
        let circle = (path[start...] + [next.id]).joined(separator: ", after ")
        problems.add(next.mark, "rules come after each other in a circle: \(circle)")
      } else {
        visit(next.id, path, before, &done, problems)
      }
    }
    done.insert(id)
  }
}
