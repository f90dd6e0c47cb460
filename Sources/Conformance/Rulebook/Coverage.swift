import JSON
import YAML

/// The rulebook held against the specs.
package struct Coverage: Sendable {
  /// Each rule with the spec files that show it, in the rulebook's order.
  package private(set) var rules: [(rule: Rule, files: [String])]
  /// Specs that show a rule which the rulebook does not have.
  package private(set) var unknown: [SpecError] = []

  package init(_ rulebook: Rulebook, _ files: [SpecFile]) {
    rules = rulebook.rules.map { ($0, []) }
    var places: [String: Int] = [:]
    for (index, rule) in rulebook.rules.enumerated() { places[rule.id] = index }
    for file in files {
      for run in file.runs where run.isJudged {
        guard let place = places[run.rule] else {
          unknown.append(SpecError(run.mark, "the rulebook has no rule '\(run.rule)'"))
          continue
        }
        if !rules[place].files.contains(where: { $0.isSame(as: file.path) }) {
          rules[place].files.append(file.path)
        }
      }
    }
  }

  /// Makes one of those of several suites, one behind the other.
  package init(joining parts: [Coverage]) {
    rules = parts.flatMap(\.rules)
    unknown = parts.flatMap(\.unknown)
  }

  /// Rules of level core that no spec shows, open points apart.
  package var missing: [Rule] {
    rules.filter { $0.rule.level == .core && !$0.rule.isOpen && $0.files.isEmpty }.map(\.rule)
  }

  /// Whether every core rule has its spec and every spec its rule.
  package var holds: Bool { missing.isEmpty && unknown.isEmpty }

  /// A table by area and level, then what is missing or shown by several files.
  package func lines(listsAll: Bool) -> [String] {
    var lines = table
    if listsAll {
      for (rule, files) in rules {
        let by = rule.shown ?? (files.isEmpty ? "-" : files.joined(separator: ", "))
        lines.append("\(rule.id)  [\(rule.level.rawValue)]  \(by)")
      }
    }
    for rule in missing { lines.append("\(rule.mark): error: no spec shows '\(rule.id)'") }
    lines += unknown.map(\.description)
    for (rule, files) in rules where files.count > 1 {
      lines.append("\(rule.mark): note: '\(rule.id)' is shown by \(files.joined(separator: ", "))")
    }
    let core = rules.filter { $0.rule.level == .core && !$0.rule.isOpen }
    lines.append(
      "\(core.count - missing.count) of \(core.count) core rules have a spec, "
        + "\(unknown.count) specs have no rule")
    return lines
  }

  private var table: [String] {
    var areas: [String] = []
    for (rule, _) in rules where !areas.contains(rule.area) { areas.append(rule.area) }
    let width = (areas.map(\.count).max() ?? 0) + 2
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    let head = cell("area", width) + cell("core", 12) + cell("host", 12) + cell("shell", 8) + "docs"
    return [head]
      + areas.map { area in
        let mine = rules.filter { $0.rule.area.isSame(as: area) }
        func count(_ level: Rule.Level) -> [(rule: Rule, files: [String])] {
          mine.filter { $0.rule.level == level }
        }
        let core = count(.core)
        let host = count(.host)
        let shown = host.filter { $0.rule.shown.map { $0 != "later" } ?? false }
        return cell(area, width)
          + cell("\(core.filter { !$0.files.isEmpty }.count) of \(core.count)", 12)
          + cell("\(shown.count) of \(host.count)", 12) + cell("\(count(.shell).count)", 8)
          + "\(count(.docs).count)"
      }
  }
}

extension Run {
  /// Whether the run covers its rule.
  fileprivate var isJudged: Bool { if case .pass = judge { true } else { false } }
}
