import JSON

extension RunReport {
  /// The report of several suites: their runs one behind the other, under one closing line.
  ///
  /// Of shards each is of the same part; nil for no report at all.
  package static func joined(_ reports: [RunReport]) -> RunReport? {
    guard var whole = reports.first, reports.count > 1 else { return reports.first }
    var fingerprint = Fingerprint()
    for report in reports { fingerprint.feed(report.suite.hash) }
    whole.suite = Suite(name: names(reports.map(\.suite.name)), hash: fingerprint.text)
    whole.testee = Testee(
      name: names(reports.map(\.testee.name)),
      sdk: reports.contains { $0.testee.sdk == nil }
        ? nil : names(reports.compactMap(\.testee.sdk)),
      claims: reports.flatMap(\.testee.claims))
    whole.capabilities = reports.flatMap(\.capabilities)
    whole.rules = reports.flatMap(\.rules).sorted { $0.id.precedes($1.id) }
    whole.part?.total = reports.reduce(0) { $0 + ($1.part?.total ?? 0) }
    whole.stopped = reports.lazy.compactMap(\.stopped).first
    whole.ledgerFaults = reports.flatMap(\.ledgerFaults)
    whole.cases = reports.flatMap(\.cases)
    return whole
  }

  // Each once, in their order.
  private static func names(_ all: [String]) -> String {
    var names: [String] = []
    for name in all where !names.contains(where: { $0.isSame(as: name) }) { names.append(name) }
    return names.joined(separator: ", ")
  }
}
