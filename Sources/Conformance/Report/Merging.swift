import JSON
import YAML

extension RunReport {
  /// A report with the name of its file.
  package struct Named: Sendable {
    package var path: String
    package var report: RunReport

    package init(path: String, report: RunReport) {
      self.path = path
      self.report = report
    }
  }

  /// Joins the reports of all shards into the one that a run of the whole would have written.
  ///
  /// Whatever leaves a hole, or is of another run, is refused.
  package static func merged(_ reports: [Named]) throws(ReportError) -> RunReport {
    guard let first = reports.first, let part = first.report.part else {
      throw ReportError("\(reports.first?.path ?? "merge"): \(notOfAShard)")
    }
    let count = part.shard.count
    var shards: [Int: Named] = [:]
    for one in reports {
      let shard = try one.shard(beside: first)
      if let twin = shards[shard.index] {
        throw ReportError("\(one.path): shard \(shard.text) is there twice; first in \(twin.path)")
      }
      shards[shard.index] = one
    }
    let missing = (1...count).lazy.filter { shards[$0] == nil }
    if let hole = missing.first {
      let rest = count - shards.count - 1
      throw ReportError(
        "shard \(hole)/\(count) is missing" + (rest > 0 ? ", and \(rest) more" : ""))
    }
    var whole = first.report
    whole.part = nil
    whole.rules = rules(of: reports)
    whole.ledgerFaults = ledgerFaults(of: reports)
    whole.cases = []
    for place in 0..<part.total {
      guard let shard = shards[place % count + 1] else { continue }
      whole.cases.append(shard.report.cases[place / count])
    }
    try whole.demandEachOnce()
    return whole
  }

  fileprivate static let notOfAShard =
    "this is no shard's report; merge joins reports of 'run --shard I/N --json'"

  private static func rules(of reports: [Named]) -> [RuleText] {
    let all = reports.flatMap(\.report.rules).sorted { $0.id.precedes($1.id) }
    var rules: [RuleText] = []
    for rule in all where rules.last.map({ !$0.id.isSame(as: rule.id) }) ?? true {
      rules.append(rule)
    }
    return rules
  }

  // What is wrong with a claim every shard finds.
  private static func ledgerFaults(of reports: [Named]) -> [SpecError] {
    let problems = Problems()
    var seen: Set<SpecError> = []
    for fault in reports.flatMap(\.report.ledgerFaults) where seen.insert(fault).inserted {
      problems.add(fault.mark, fault.message)
    }
    return problems.sorted
  }

  private func demandEachOnce() throws(ReportError) {
    var seen: Set<[UInt8]> = []
    for one in cases where !seen.insert(Array("\(one.mark.file)\0\(one.name)".utf8)).inserted {
      throw ReportError("\(one.mark): '\(EntryText.escaped(one.name))' is in two reports")
    }
  }
}

extension RunReport.Named {
  /// Its shard, when it is whole and of the same run as the first.
  fileprivate func shard(beside first: Self) throws(ReportError) -> Shard {
    guard let part = report.part, let other = first.report.part else {
      throw ReportError("\(path): \(RunReport.notOfAShard)")
    }
    if let interruption = report.interruption {
      throw ReportError("\(path): \(interruption); run this shard again")
    }
    func demand(_ isSame: Bool, _ what: String) throws(ReportError) {
      if !isSame { throw ReportError("\(path): \(what) than \(first.path)") }
    }
    let (mine, base) = (report, first.report)
    try demand(part.shard.count == other.shard.count, "one of \(part.shard.count) shards, other")
    try demand(mine.isSweep == base.isSweep, "a \(mine.isSweep ? "sweep" : "run"), other")
    try demand(mine.testee.name.isSame(as: base.testee.name), "of another testee")
    try demand(mine.testee.sdk == base.testee.sdk, "of another version of the testee")
    try demand(mine.testee.claims == base.testee.claims, "with other claims")
    try demand(mine.filters == base.filters, "with other filters")
    try demand(
      mine.suite == base.suite && mine.capabilities == base.capabilities
        && part.total == other.total, "of other specs")
    guard mine.cases.count == part.shard.size(of: part.total) else {
      throw ReportError(
        "\(path): \(mine.cases.count) runs, and shard \(part.shard.text) of \(part.total) runs has "
          + "\(part.shard.size(of: part.total))")
    }
    return part.shard
  }
}
