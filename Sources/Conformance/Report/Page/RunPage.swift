package import JSON
import YAML

/// The report of a run as one HTML file, for people: rules, scenarios, failures.
package struct RunPage {
  private let report: RunReport
  /// One a case, in the same order; nil for a run that was stopped before it.
  private let verdicts: [Verdict?]
  private let vocabulary: Vocabulary
  private let rulebook: Rulebook
  private let repeatCommand: String

  /// `verdicts`: those that the report is of, with the traces that shall be shown.
  ///
  /// `repeatCommand` is what repeats a run, without the run's name behind it.
  package init(
    _ report: RunReport, _ verdicts: [Verdict], vocabulary: Vocabulary, rulebook: Rulebook,
    repeatCommand: String = "conformance run"
  ) {
    self.report = report
    var rest = verdicts[...]
    self.verdicts = report.cases.map { $0.outcome == .notRun ? nil : rest.popFirst() }
    self.vocabulary = vocabulary
    self.rulebook = rulebook
    self.repeatCommand = repeatCommand
  }

  /// The whole file.
  package var text: String {
    PageDocument(
      title: "\(report.suite.name): conformance of \(report.testee.name)", summary: closing,
      data: [("data", value), ("traces", traces)]
    ).text
  }

  private var closing: String {
    report.closing + (report.interruption.map { "; \($0)" } ?? "")
  }

  /// All but the traces, as the page's script reads it.
  package var value: Value {
    let told = told
    var places: [String: Int] = [:]
    for (index, rule) in told.enumerated() { places[rule.id] = index }
    let counted: [RunReport.Outcome] = [.passed, .failed, .known, .notClaimed, .open]
    return [
      "page": "run", "title": .string(report.suite.name), "testee": .string(report.testee.name),
      "closing": .string(closing), "base": .string(vocabulary.base),
      "counts": .object(Object(counted.map { ($0.rawValue, .int(report.count($0))) })),
      "capabilities": .array(capabilities), "repeat": .string(repeatCommand),
      "rules": .array(told.map(Self.value)),
      "runs": .array(report.cases.indices.map { run($0, places[report.cases[$0].rule] ?? -1) }),
    ]
  }

  /// The traces of all runs, those that did not pass first, so that these are there in any case.
  private var traces: Value {
    var table = TraceTable()
    var packed = [Value](repeating: .null, count: verdicts.count)
    for isPassed in [false, true] {
      for (index, verdict) in verdicts.enumerated() {
        guard let verdict, (report.cases[index].outcome == .passed) == isPassed else { continue }
        packed[index] = table.pack(verdict)
      }
    }
    return ["tables": table.value, "runs": .array(packed)]
  }

  /// The rules that are told: all, or of a part of the suite those that it shows.
  private var told: [Rule] {
    let isWhole = report.filters.isEmpty && report.part == nil
    guard !isWhole else { return rulebook.rules }
    var shown: Set<String> = []
    for one in report.cases { shown.insert(one.rule) }
    return rulebook.rules.filter { shown.contains($0.id) }
  }

  private var capabilities: [Value] {
    vocabulary.capabilities.map { capability in
      [
        "name": .string(capability.name), "says": .string(capability.says),
        "claimed": .bool(report.testee.claims.contains { $0.isSame(as: capability.name) }),
      ]
    }
  }

  private static func value(_ rule: Rule) -> Value {
    var object: Object = [
      "id": .string(rule.id), "says": .string(rule.says), "level": .string(rule.level.rawValue),
      "sources": .array(rule.sources.map { .string($0) }),
    ]
    object["decision"] = rule.decision.map { .string($0) }
    object["shown"] = rule.shown.map { .string($0) }
    if rule.isOpen { object["open"] = true }
    return .object(object)
  }

  private func run(_ index: Int, _ rule: Int) -> Value {
    let one = report.cases[index]
    var object: Object = [
      "r": .int(rule), "n": .string(one.name), "f": .string("\(one.mark.file):\(one.mark.line)"),
    ]
    if rule < 0 { object["rule"] = .string(one.rule) }
    if one.outcome != .passed { object["v"] = .string(one.outcome.rawValue) }
    let opening = verdicts[index]?.run.acts.first?.start
    object["start"] = (one.start ?? opening).map { .string($0) }
    if one.chance != 0.5 { object["chance"] = Number(one.chance).map { .number($0) } }
    if one.outcome == .open, one.failure == nil { object["open"] = .string(one.because ?? "") }
    if !one.missing.isEmpty { object["missing"] = .array(one.missing.map { .string($0) }) }
    object["excuse"] = one.excuse.map {
      ["reason": .string($0.reason), "until": .string($0.until)]
    }
    object["failure"] = one.failure.map { value($0, one, verdicts[index]?.outcome.failure) }
    return .object(object)
  }

  private func value(_ fault: RunReport.Fault, _ one: RunReport.Case, _ failure: Failure?) -> Value
  {
    var object: Object = [
      "headline": .string(fault.says), "mark": .string(fault.mark.description),
      "at": .number(Number(fault.at)), "text": .string(fault.text),
    ]
    object["start"] = fault.start.map { .string($0) }
    let more = (failure?.told ?? []) + fault.hints
    if !more.isEmpty {
      object["more"] = .array(more.map { .string(EntryText.shortened($0, to: 2_000)) })
    }
    object["because"] = one.because.map { .string($0) }
    object["sides"] = failure.flatMap { FailureSides($0, base: vocabulary.base)?.value }
    return .object(object)
  }
}

extension Verdict.Outcome {
  /// Where the run parts from its spec, judged or not.
  var failure: Failure? {
    switch self {
    case .failed(let failure), .known(let failure, _): failure
    case .open(let failure): failure
    case .passed, .notClaimed: nil
    }
  }
}

extension Failure {
  /// What helps to understand a testee that died: the line quoted, the last of its stderr.
  fileprivate var told: [String] {
    if case .testee(let error) = kind { error.details } else { [] }
  }
}

extension Run {
  /// Why nothing is judged, of a run of an open point.
  package var openReason: String? {
    if case .open(let because) = judge { because } else { nil }
  }
}
