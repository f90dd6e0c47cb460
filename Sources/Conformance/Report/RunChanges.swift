/// What is other in a report than in that of an earlier run.
package struct RunChanges: Sendable {
  /// In the order of `Kind`, of the cases of each in the suite's order.
  package private(set) var all: [(kind: Kind, case: RunReport.Case)] = []

  package enum Kind: String, Sendable, CaseIterable {
    /// It fails, and did not.
    case broken = "newly broken"
    /// It is not claimed, and was.
    case unclaimed = "newly unclaimed"
    /// It passed, and now is listed as known or is not judged.
    case excused = "newly known or open"
    /// It passes, and failed or was known.
    case fixed = "newly fixed"
    case claimed = "newly claimed"
    case added = "new"
    case gone
  }

  /// What changed; `gone` is only looked for where both reports chose by the same filters.
  package init(from base: RunReport, to now: RunReport) {
    var older: [[UInt8]: RunReport.Case] = [:]
    for (key, one) in base.keyed { older[key] = one }
    var changes: [(kind: Kind, case: RunReport.Case)] = []
    var seen: Set<[UInt8]> = []
    for (key, one) in now.keyed {
      seen.insert(key)
      if let kind = Self.kind(from: older[key]?.outcome, to: one.outcome) {
        changes.append((kind, one))
      }
    }
    if base.filters == now.filters, base.part == now.part {
      for (key, one) in base.keyed where !seen.contains(key) { changes.append((.gone, one)) }
    }
    all = Kind.allCases.flatMap { kind in changes.filter { $0.kind == kind } }
    lost = now.keyed.contains { key, one in
      one.outcome == .notClaimed && older[key]?.outcome == .passed
    }
  }

  /// Whether a run that passed is not claimed any more.
  package private(set) var lost: Bool

  /// The cases of one kind.
  package func cases(_ kind: Kind) -> [RunReport.Case] {
    all.filter { $0.kind == kind }.map(\.case)
  }

  /// A line for each kind that there is and a line for each of its runs, at most so many a kind.
  package func lines(most: Int = 20) -> [String] {
    Kind.allCases.flatMap { kind -> [String] in
      let cases = cases(kind)
      guard !cases.isEmpty else { return [] }
      let more = cases.count > most ? ["  … and \(cases.count - most) more"] : []
      return ["\(kind.rawValue): \(cases.count)"] + cases.prefix(most).map { "  " + $0.told } + more
    }
  }

  private static func kind(from old: RunReport.Outcome?, to new: RunReport.Outcome) -> Kind? {
    guard let old else { return new == .notRun ? nil : .added }
    switch (old, new) {
    case (.notRun, _), (_, .notRun): return nil
    case (.notClaimed, .notClaimed): return nil
    case (_, .notClaimed): return .unclaimed
    case (.notClaimed, _): return .claimed
    case (.failed, .failed): return nil
    case (_, .failed): return .broken
    case (.failed, .passed), (.known, .passed): return .fixed
    case (.passed, .known), (.passed, .open): return .excused
    default: return nil
    }
  }
}

extension RunReport {
  /// Each case with its rule and name, and a number where these are not its own.
  ///
  /// Without the file, so that a spec can be moved.
  fileprivate var keyed: [(key: [UInt8], case: Case)] {
    var counts: [[UInt8]: Int] = [:]
    return cases.map { one in
      let key = Array("\(one.rule)/\(one.name)".utf8)
      let count = counts[key, default: 0]
      counts[key] = count + 1
      return (key + [0, UInt8(truncatingIfNeeded: count)], one)
    }
  }
}

extension RunReport.Case {
  /// The title, with the capabilities that are missing.
  fileprivate var told: String {
    outcome == .notClaimed ? "\(title) (\(missing.joined(separator: ", ")))" : title
  }
}
