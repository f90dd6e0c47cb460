package import JSON
import YAML

/// The report of a run as one HTML file, for people: rules, scenarios, failures.
package struct RunPage {
  package var title: String
  package var verdicts: [Verdict]
  package var tally: Tally
  package var vocabulary: Vocabulary
  package var rulebook: Rulebook
  package var testee: TesteeKind
  /// Whether all of the suite was judged, so that rules without a run are told, too.
  package var isWhole: Bool
  /// The text of each failure, by the place of its verdict.
  package var failures: [Int: String]
  /// The command that repeats a run, without the run's name behind it.
  package var repeatCommand: String

  package init(
    title: String, verdicts: [Verdict], tally: Tally, vocabulary: Vocabulary, rulebook: Rulebook,
    testee: TesteeKind, isWhole: Bool, failures: [Int: String],
    repeatCommand: String = "conformance run"
  ) {
    self.title = title
    self.verdicts = verdicts
    self.tally = tally
    self.vocabulary = vocabulary
    self.rulebook = rulebook
    self.testee = testee
    self.isWhole = isWhole
    self.failures = failures
    self.repeatCommand = repeatCommand
  }

  /// The whole file.
  package var text: String {
    PageDocument(
      title: "\(title): conformance of \(testee.name)",
      summary: tally.closingLine(vocabulary),
      data: [("data", value), ("traces", traces)]
    ).text
  }

  /// All but the traces, as the page's script reads it.
  package var value: Value {
    let told = told
    var places: [String: Int] = [:]
    for (index, rule) in told.enumerated() { places[rule.id] = index }
    return [
      "page": "run", "title": .string(title), "testee": .string(testee.name),
      "closing": .string(tally.closingLine(vocabulary)), "base": .string(vocabulary.base),
      "counts": [
        "pass": .int(tally.passed), "fail": .int(tally.failed), "known": .int(tally.known),
        "not claimed": .int(tally.notClaimed), "open": .int(tally.open),
      ],
      "capabilities": .array(capabilities), "repeat": .string(repeatCommand),
      "rules": .array(told.map(Self.value)),
      "runs": .array(verdicts.indices.map { run($0, places[verdicts[$0].run.rule] ?? -1) }),
    ]
  }

  /// The traces of all runs, those that did not pass first, so that these are there in any case.
  private var traces: Value {
    var table = TraceTable()
    var packed = [Value](repeating: .null, count: verdicts.count)
    for isPassed in [false, true] {
      for (index, verdict) in verdicts.enumerated() where verdict.isPassed == isPassed {
        packed[index] = table.pack(verdict)
      }
    }
    return ["tables": table.value, "runs": .array(packed)]
  }

  /// The rules that are told: all, or of a part of the suite those that it shows.
  private var told: [Rule] {
    guard !isWhole else { return rulebook.rules }
    var shown: Set<String> = []
    for verdict in verdicts { shown.insert(verdict.run.rule) }
    return rulebook.rules.filter { shown.contains($0.id) }
  }

  private var capabilities: [Value] {
    let claims = Batch(testee: testee, jobs: 1).claims(vocabulary)
    return vocabulary.capabilities.enumerated().map { index, capability in
      [
        "name": .string(capability.name), "says": .string(capability.says),
        "claimed": .bool(claims.contains(CapabilitySet(index: index))),
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
    let verdict = verdicts[index]
    var object: Object = [
      "r": .int(rule), "n": .string(verdict.run.name),
      "f": .string("\(verdict.run.file):\(verdict.run.mark.line)"),
    ]
    if rule < 0 { object["rule"] = .string(verdict.run.rule) }
    if !verdict.isPassed { object["v"] = .string(verdict.outcome.name) }
    let start = verdict.run.start?.name ?? verdict.run.acts.first?.start
    object["start"] = start.map { .string($0) }
    if verdict.chance != 0.5 { object["chance"] = Number(verdict.chance).map { .number($0) } }
    switch verdict.outcome {
    case .open(nil): object["open"] = .string(verdict.run.openReason ?? "")
    case .notClaimed(let missing):
      object["missing"] = .array(vocabulary.names(of: missing).map { .string($0) })
    case .known(_, let excuse):
      object["excuse"] = ["reason": .string(excuse.reason), "until": .string(excuse.until)]
    default: break
    }
    if let failure = verdict.outcome.failure {
      object["failure"] = value(failure, verdict, failures[index])
    }
    return .object(object)
  }

  private func value(_ failure: Failure, _ verdict: Verdict, _ text: String?) -> Value {
    let told = FailureText(
      verdict, failure, rule: nil, base: vocabulary.base, repeatCommand: repeatCommand)
    var object: Object = [
      "headline": .string(told.headline), "mark": .string(failure.mark.description),
      "at": .number(Number(failure.at)),
    ]
    object["text"] = text.map { .string($0) }
    object["start"] = failure.start.map { .string($0) }
    let more = failure.told + failure.hints
    if !more.isEmpty {
      object["more"] = .array(more.map { .string(EntryText.shortened($0, to: 2_000)) })
    }
    object["because"] = verdict.run.openReason.map { .string($0) }
    object["sides"] = FailureSides(failure, base: vocabulary.base)?.value
    return .object(object)
  }
}

extension Verdict {
  fileprivate var isPassed: Bool { if case .passed = outcome { true } else { false } }
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
