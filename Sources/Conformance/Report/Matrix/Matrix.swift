package import JSON

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
    package var passes: Bool { runs.allSatisfy { $0.verdicts.allSatisfy { $0 == .pass } } }
  }

  /// A run with its verdict in each report; nil where the report does not have it.
  package struct RunRow {
    package var name: String
    package var verdicts: [ReportedVerdict?]
  }

  package private(set) var testees: [Testee] = []
  package private(set) var rows: [Row] = []

  /// Joins reports, each with the file that it was read from.
  ///
  /// Rules stand in the rulebook's order where there is one, the others behind them.
  package init(
    _ reports: [(file: String, value: Value)], rulebook: Rulebook?
  ) throws(MatrixProblem) {
    var table = Table(count: reports.count)
    for (place, report) in reports.enumerated() {
      let runs = try Self.runs(of: report)
      var counts = Counts()
      var seen: [String: Int] = [:]
      for run in runs {
        counts.count(run.verdict)
        // Two runs of one name are told apart by their order.
        let key = "\(run.rule)/\(run.name)"
        seen[key, default: 0] += 1
        table.put(run, seen[key, default: 1], place)
      }
      testees.append(Testee(name: Self.name(of: report), counts: counts))
    }
    rows = table.rows
    nameApart(reports.map(\.file))
    arrange(by: rulebook)
  }

  private static func name(of report: (file: String, value: Value)) -> String {
    let testee = report.value["testee"]
    if let name = testee?.string ?? testee?["name"]?.string, !name.isEmpty { return name }
    return report.file
  }

  // Two reports of one testee are told apart by their files.
  private mutating func nameApart(_ files: [String]) {
    let names = testees.map(\.name)
    for index in testees.indices
    where names.filter({ $0.isSame(as: names[index]) }).count > 1
      && !names[index].isSame(as: files[index])
    {
      testees[index].name = "\(names[index]) (\(files[index]))"
    }
  }

  private mutating func arrange(by rulebook: Rulebook?) {
    guard let rulebook else { return }
    var places: [String: Int] = [:]
    for (index, rule) in rulebook.rules.enumerated() { places[rule.id] = index }
    for index in rows.indices { rows[index].says = rulebook[rows[index].rule]?.says }
    let order = rows.indices.sorted { left, right in
      let (a, b) = (places[rows[left].rule] ?? .max, places[rows[right].rule] ?? .max)
      return a == b ? left < right : a < b
    }
    rows = order.map { rows[$0] }
  }
}

/// A verdict as reports write it.
package enum ReportedVerdict: String, Hashable, Sendable, CaseIterable {
  case pass, fail, known, open
  case notClaimed = "not claimed"
}

/// Why reports cannot be put side by side.
package struct MatrixProblem: Error, Hashable, Sendable {
  /// The file, and what is wrong with it.
  package var message: String
}

extension Matrix {
  /// How many runs have each verdict.
  package struct Counts: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: ReportedVerdict.allCases.count)

    package init() {}

    package subscript(verdict: ReportedVerdict) -> Int {
      ReportedVerdict.allCases.firstIndex(of: verdict).map { counts[$0] } ?? 0
    }

    mutating func count(_ verdict: ReportedVerdict?) {
      guard let place = ReportedVerdict.allCases.firstIndex(where: { $0 == verdict }) else {
        return
      }
      counts[place] += 1
    }
  }

  fileprivate struct Reported {
    var rule: String
    var name: String
    var verdict: ReportedVerdict
  }

  private static func runs(
    of report: (file: String, value: Value)
  ) throws(MatrixProblem) -> [Reported] {
    guard let runs = report.value["runs"]?.array else {
      throw MatrixProblem(
        message: "\(report.file): this is no report of runs; run --json writes one")
    }
    guard report.value["report"]?.int == 1 else {
      throw MatrixProblem(message: "\(report.file): the report's version is not 1")
    }
    var read: [Reported] = []
    for (index, run) in runs.enumerated() {
      guard let rule = run["rule"]?.string, let name = run["name"]?.string,
        let verdict = run["verdict"]?.string.flatMap({ ReportedVerdict(rawValue: $0) })
      else {
        throw MatrixProblem(
          message: "\(report.file): run \(index + 1) has not a rule, a name and a verdict")
      }
      read.append(Reported(rule: rule, name: name, verdict: verdict))
    }
    return read
  }

  /// Rows in the order in which reports name them.
  fileprivate struct Table {
    let count: Int
    private(set) var rows: [Row] = []
    private var rulePlaces: [String: Int] = [:]
    private var runPlaces: [String: Int] = [:]

    init(count: Int) { self.count = count }

    mutating func put(_ run: Reported, _ ordinal: Int, _ testee: Int) {
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
      rows[row].runs[place].verdicts[testee] = run.verdict
    }
  }
}
