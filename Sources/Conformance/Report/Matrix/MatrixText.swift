/// A matrix as a table of text.
package enum MatrixText {
  /// Each rule that not every testee passes, or with `listsAll` each rule; then the sums.
  package static func lines(_ matrix: Matrix, listsAll: Bool) -> [String] {
    let rows = matrix.rows.filter { listsAll || !$0.passes }
    var table = [["rule"] + matrix.testees.map { short($0.name, 32) }]
    for row in rows {
      let cells = matrix.testees.indices.map { cell(row.counts(of: $0)) }
      table.append([short(row.rule, 72)] + cells)
    }
    for verdict in Matrix.outcomes {
      let sums = matrix.testees.map { String($0.counts[verdict]) }
      table.append([sumName(verdict)] + sums)
    }
    var lines = aligned(table)
    if !rows.isEmpty { lines.insert("", at: lines.count - Matrix.outcomes.count) }
    let passed = matrix.rows.filter(\.passes).count
    let differing = matrix.rows.filter(\.differs).count
    lines.append("")
    lines.append(
      "\(matrix.rows.count) rules, \(passed) of them passed by all, \(differing) told differently")
    return lines
  }

  private static func sumName(_ verdict: RunReport.Outcome) -> String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .known, .open, .notClaimed, .notRun: verdict.rawValue
    }
  }

  /// The counts that are not zero, the worst first.
  private static func cell(_ counts: Matrix.Counts) -> String {
    let order: [RunReport.Outcome] = [.failed, .known, .open, .notClaimed, .passed]
    let parts = order.filter { counts[$0] > 0 }.map { "\(counts[$0]) \($0.rawValue)" }
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }

  private static func short(_ text: String, _ width: Int) -> String {
    EntryText.shortened(text, to: width)
  }

  private static func aligned(_ table: [[String]]) -> [String] {
    let columns = table.first?.count ?? 0
    let widths = (0..<columns).map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        line += text
        guard column + 1 < row.count else { continue }
        line += String(repeating: " ", count: widths[column] - text.count + 2)
      }
      return line
    }
  }
}
