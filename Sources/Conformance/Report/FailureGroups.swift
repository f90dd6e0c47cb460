/// Failed runs that part from their specs in the same way, so that each way is told once.
package struct FailureGroups {
  /// One way to fail, with the run that shows it in the fewest lines.
  package struct Group {
    package var example: RunReport.Case
    package var others: [RunReport.Case] = []
  }

  /// In the order in which their first runs stand.
  package private(set) var groups: [Group] = []

  /// Groups the failed ones of a report's cases.
  package init(_ cases: [RunReport.Case]) {
    var places: [String: Int] = [:]
    for one in cases where one.outcome == .failed {
      guard let failure = one.failure else { continue }
      let way = failure.diverges ?? "\(groups.count)"
      guard let place = places[way] else {
        places[way] = groups.count
        groups.append(Group(example: one))
        continue
      }
      if failure.text.utf8.count < groups[place].example.failure?.text.utf8.count ?? 0 {
        groups[place].others.append(groups[place].example)
        groups[place].example = one
      } else {
        groups[place].others.append(one)
      }
    }
  }

  /// How many runs fail in how many ways; nil where each fails in its own.
  package var summary: String? {
    let runs = groups.reduce(0) { $0 + 1 + $1.others.count }
    guard runs > groups.count else { return nil }
    return "\(runs) runs fail in \(groups.count) way\(groups.count == 1 ? "" : "s")."
  }
}

extension FailureGroups.Group {
  private static let shown = 6

  /// The other runs, a line each up to a few; empty where there are none.
  package var lines: [String] {
    guard !others.isEmpty else { return [] }
    let count = others.count
    let head =
      example.failure?.start.map { "  the start '\($0)' blocks \(count) more:" }
      ?? "  the same in \(count) more:"
    let told = others.prefix(Self.shown).map { "    \($0.title)  \($0.mark)" }
    let rest = count - told.count
    return [head] + told + (rest > 0 ? ["    … and \(rest) others"] : [])
  }
}
