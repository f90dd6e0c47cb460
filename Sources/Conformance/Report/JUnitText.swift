import YAML

/// A report as JUnit XML, in the form that Jenkins, GitLab, GitHub's actions and Bazel all read.
///
/// A suite is an area and a case is a run. Time is virtual and so no time that a reader could plot:
/// every `time` is 0, and how long a run lasted stands among its properties.
package struct JUnitText {
  private let report: RunReport
  private var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
  private let rules: [String: RunReport.RuleText]

  /// The whole document, with a line end behind it.
  package static func text(of report: RunReport) -> String {
    var text = JUnitText(report)
    text.write()
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(_ report: RunReport) {
    self.report = report
    rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
  }

  private mutating func write() {
    let ledger = report.ledgerFaults
    let all = counts(report.cases, errors: ledger.count)
    lines.append("<testsuites\(attributes([("name", report.suite.name)]))\(all)>")
    for (name, cases) in report.areas {
      lines.append("  <testsuite\(attributes([("name", name)]))\(counts(cases))>")
      lines.append("    <properties>")
      for (name, value) in properties(of: cases) { property(name, value, indent: "      ") }
      lines.append("    </properties>")
      for one in cases { write(one) }
      lines.append("  </testsuite>")
    }
    if !ledger.isEmpty { write(ledger) }
    lines.append("</testsuites>")
  }

  // A ledger that is wrong fails the gate: engines that count cases must see it.
  private mutating func write(_ faults: [SpecError]) {
    lines.append(
      "  <testsuite\(attributes([("name", "ledger")]))\(counts([], errors: faults.count))>")
    for fault in faults {
      let head = attributes([
        ("classname", "ledger"), ("name", fault.description), ("file", fault.mark.file),
        ("line", "\(fault.mark.line)"), ("time", "0"),
      ])
      let error = attributes([("message", fault.message), ("type", "ledger")])
      lines += ["    <testcase\(head)>", "      <error\(error)/>", "    </testcase>"]
    }
    lines.append("  </testsuite>")
  }

  private func properties(of cases: [RunReport.Case]) -> [(String, String)] {
    let tally = Tally(of: cases)
    var all = [
      ("testee", report.testee.name), ("closing", report.closing), ("passed", "\(tally.passed)"),
      ("failed", "\(tally.failed)"), ("known", "\(tally.known)"),
      ("not claimed", "\(tally.notClaimed)"), ("open", "\(tally.open)"),
    ]
    if let sdk = report.testee.sdk { all.insert(("sdk", sdk), at: 1) }
    if let part = report.part { all.append(("shard", part.shard.text)) }
    if let interruption = report.interruption { all.append(("stopped", interruption)) }
    return all
  }

  private mutating func write(_ one: RunReport.Case) {
    let head = attributes([
      ("classname", one.rule), ("name", one.name), ("file", one.mark.file),
      ("line", "\(one.mark.line)"), ("time", "0"),
    ])
    lines.append("    <testcase\(head)>")
    lines.append("      <properties>")
    for (name, value) in properties(of: one) { property(name, value, indent: "        ") }
    lines.append("      </properties>")
    switch one.outcome {
    case .passed: break
    case .failed: fail(one)
    case .notClaimed: skip("not claimed: " + one.missing.joined(separator: ", "))
    case .known: skip("known" + (one.excuse.map { " until \($0.until): \($0.reason)" } ?? ""))
    case .open: skip("open" + (one.because.map { ": \($0)" } ?? ""))
    case .notRun:
      let why = "not run: stopped by \(report.stopped ?? "a signal")"
      lines.append("      <error\(attributes([("message", why), ("type", "not run")]))/>")
    }
    lines.append("    </testcase>")
  }

  private func properties(of one: RunReport.Case) -> [(String, String)] {
    var all = [("rule", one.rule)]
    if let rule = rules[one.rule] {
      all.append(("says", rule.says))
      all += rule.sources.map { ("source", $0) }
    }
    all.append(("area", one.area))
    all += one.needs.map { ("needs", $0) }
    if let start = one.start { all.append(("start", start)) }
    if let count = one.disturbed { all.append(("disturbed", "\(count)")) }
    if one.outcome != .notRun, one.outcome != .notClaimed {
      all.append(("virtual time", DurationText.format(one.lasted)))
    }
    return all
  }

  private mutating func fail(_ one: RunReport.Case) {
    let fault = one.failure
    let head = attributes([("message", fault?.says ?? ""), ("type", fault?.kind ?? "")])
    let text = XMLText.text((fault?.text ?? "").cut(to: 80 << 10))
    lines.append("      <failure\(head)>\(text)</failure>")
  }

  private mutating func skip(_ message: String) {
    lines.append("      <skipped\(attributes([("message", message)]))/>")
  }

  private mutating func property(_ name: String, _ value: String, indent: String) {
    lines.append("\(indent)<property\(attributes([("name", name), ("value", value)]))/>")
  }

  /// `errors`: those beside the runs that were not run.
  private func counts(_ cases: [RunReport.Case], errors: Int = 0) -> String {
    let tally = Tally(of: cases)
    return attributes([
      ("tests", "\(cases.count + errors)"), ("failures", "\(tally.failed)"),
      ("errors", "\(cases.count - tally.total + errors)"),
      ("skipped", "\(tally.known + tally.notClaimed + tally.open)"), ("time", "0"),
    ])
  }

  /// Attributes, each with a space in front.
  private func attributes(_ pairs: [(String, String)]) -> String {
    pairs.map { " \($0)=\"\(XMLText.attribute($1.cut(to: 4 << 10)))\"" }.joined()
  }
}
