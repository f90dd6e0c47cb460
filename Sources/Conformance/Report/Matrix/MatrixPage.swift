package import JSON

/// A matrix as one HTML file, in the design of a run's report.
package struct MatrixPage {
  package var title: String
  package var matrix: Matrix

  package init(title: String, matrix: Matrix) {
    self.title = title
    self.matrix = matrix
  }

  /// The whole file.
  package var text: String {
    let names = matrix.testees.map(\.name).joined(separator: ", ")
    return PageDocument(title: title, summary: names, data: [("data", value)]).text
  }

  /// What the page's script reads; a run's verdicts are a letter a testee.
  package var value: Value {
    [
      "page": "matrix", "title": .string(title),
      "testees": .array(
        matrix.testees.map { testee in
          ["name": .string(testee.name), "counts": Self.value(testee.counts)]
        }),
      "rules": .array(
        matrix.rows.map { row in
          var object: Object = [
            "id": .string(row.rule),
            "runs": .array(
              row.runs.map { run in
                let letters = run.verdicts.map { Self.letter($0) }.joined()
                return ["n": .string(run.name), "v": .string(letters)]
              }),
          ]
          object["says"] = row.says.map { .string($0) }
          return .object(object)
        }),
    ]
  }

  private static func letter(_ verdict: RunReport.Outcome?) -> String {
    switch verdict {
    case .passed: "p"
    case .failed: "f"
    case .known: "k"
    case .open: "o"
    case .notClaimed: "n"
    case .notRun, nil: "-"
    }
  }

  private static func value(_ counts: Matrix.Counts) -> Value {
    .object(Object(Matrix.outcomes.map { ($0.rawValue, .int(counts[$0])) }))
  }
}
