import JSON

/// The reports of several testees side by side: rules down, testees across.
package struct Matrix {
  /// One report.
  package struct Testee {
    package var name: String
    package var counts: Counts
  }

  /// A rule with what became of its runs.
  package struct Row {
    package var rule: String
    package var says: String?
    package var runs: [RunRow]

    /// Counts of one testee's runs.
    package func counts(of testee: Int) -> Counts {
      var counts = Counts()
      for run in runs { counts.count(run.verdicts[testee]) }
      return counts
    }

    /// Whether some testee does other than the others, or has not run what they ran.
    package var differs: Bool {
      runs.contains { run in run.verdicts.contains { $0 != run.verdicts[0] } }
    }

    /// Whether every testee passes every run.
    package var passes: Bool { runs.allSatisfy { $0.verdicts.allSatisfy { $0 == .passed } } }
  }

  /// A run with its verdict in each report; nil where it does not have it, or was stopped before.
  package struct RunRow {
    package var name: String
    package var verdicts: [RunReport.Outcome?]
  }

  package private(set) var testees: [Testee] = []
  package private(set) var rows: [Row] = []

  /// Joins reports, each with the file that it was read from.
  ///
  /// Rules stand in the rulebook's order where there is one, the others behind them.
  package init(_ reports: [(file: String, report: RunReport)], rulebook: Rulebook?) {
    var table = Table(count: reports.count)
    for (place, (_, report)) in reports.enumerated() {
      var counts = Counts()
      var seen: [String: Int] = [:]
      for one in report.cases where one.outcome != .notRun {
        counts.count(one.outcome)
        // Two runs of one name are told apart by their order.
        let key = "\(one.rule)/\(one.name)"
        seen[key, default: 0] += 1
        table.put(one, seen[key, default: 1], place)
      }
      testees.append(Testee(name: report.testee.name, counts: counts))
      for rule in report.rules { table.name(rule) }
    }
    rows = table.rows
    nameApart(reports.map(\.file))
    arrange(by: rulebook)
  }

  // Two reports of one testee are told apart by their files.
  private mutating func nameApart(_ files: [String]) {
    let names = testees.map(\.name)
    for index in testees.indices
    where names.filter({ $0.isSame(as: names[index]) }).count > 1 {
      testees[index].name = "\(names[index]) (\(files[index]))"
    }
  }

  private mutating func arrange(by rulebook: Rulebook?) {
    guard let rulebook else { return }
    var places: [String: Int] = [:]
    for (index, rule) in rulebook.rules.enumerated() { places[rule.id] = index }
    let order = rows.indices.sorted { left, right in
      let (a, b) = (places[rows[left].rule] ?? .max, places[rows[right].rule] ?? .max)
      return a == b ? left < right : a < b
    }
    rows = order.map { rows[$0] }
  }
}

extension Matrix {
  /// The verdicts that are counted, in the order of the closing line.
  package static let outcomes: [RunReport.Outcome] = [.passed, .failed, .known, .notClaimed, .open]

  /// How many runs have each verdict.
  package struct Counts: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: Matrix.outcomes.count)

    package init() {}

    package subscript(outcome: RunReport.Outcome) -> Int {
      Matrix.outcomes.firstIndex(of: outcome).map { counts[$0] } ?? 0
    }

    mutating func count(_ outcome: RunReport.Outcome?) {
      guard let place = Matrix.outcomes.firstIndex(where: { $0 == outcome }) else { return }
      counts[place] += 1
    }
  }

  /// Rows in the order in which reports name them.
  fileprivate struct Table {
    let count: Int
    private(set) var rows: [Row] = []
    private var rulePlaces: [String: Int] = [:]
    private var runPlaces: [String: Int] = [:]

    init(count: Int) { self.count = count }

    mutating func put(_ run: RunReport.Case, _ ordinal: Int, _ testee: Int) {
      let row = rulePlaces[run.rule] ?? rows.count
      if row == rows.count {
        rulePlaces[run.rule] = row
        rows.append(Row(rule: run.rule, says: nil, runs: []))
      }
      let key = "\(ordinal) \(run.rule)/\(run.name)"
      let place = runPlaces[key] ?? rows[row].runs.count
      if place == rows[row].runs.count {
        runPlaces[key] = place
        rows[row].runs.append(
          RunRow(name: run.name, verdicts: Array(repeating: nil, count: count)))
      }
      rows[row].runs[place].verdicts[testee] = run.outcome
    }

    mutating func name(_ rule: RunReport.RuleText) {
      if let row = rulePlaces[rule.id] { rows[row].says = rule.says }
    }
  }
}
