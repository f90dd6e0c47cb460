package import JSON
import YAML

extension RunReport {
  /// The version of the format; `Specs/schema/report.json` is its schema.
  package static let version = 1

  /// The report as JSON; its counts are those of the closing line.
  package var value: Value {
    let tally = tally
    var object: Object = [
      "report": .int(Self.version), "kind": isSweep ? "sweep" : "run",
      "suite": ["name": .string(suite.name), "hash": .string(suite.hash)],
      "filters": .texts(filters), "testee": testee.value, "capabilities": .texts(capabilities),
      "closing": .string(closing), "passed": .int(tally.passed), "failed": .int(tally.failed),
      "known": .int(tally.known), "not_claimed": .int(tally.notClaimed), "open": .int(tally.open),
      "not_run": .int(count(.notRun)), "missing": .texts(missing),
      "ledger": .array(ledgerFaults.map(\.value)), "rules": .array(rules.map(\.value)),
      "runs": .array(cases.map(\.value)),
    ]
    object["shard"] = part.map {
      [
        "index": .int($0.shard.index), "of": .int($0.shard.count), "total": .int($0.total),
      ]
    }
    object["stopped"] = stopped.map { .string($0) }
    return .object(object)
  }
}

extension RunReport.Testee {
  fileprivate var value: Value {
    var object: Object = ["name": .string(name), "claims": .texts(claims)]
    object["sdk"] = sdk.map { .string($0) }
    return .object(object)
  }
}

extension RunReport.RuleText {
  fileprivate var value: Value {
    ["id": .string(id), "says": .string(says), "sources": .texts(sources)]
  }
}

extension RunReport.Case {
  fileprivate var value: Value {
    var object: Object = [
      "area": .string(area), "rule": .string(rule), "name": .string(name),
      "file": .string(mark.file), "line": .int(mark.line), "column": .int(mark.column),
      "verdict": .string(outcome.rawValue), "lasted": .number(Number(lasted)),
      "needs": .texts(needs),
    ]
    if chance != 0.5 { object["chance"] = Number(chance).map { .number($0) } }
    if !missing.isEmpty { object["missing"] = .texts(missing) }
    object["start"] = start.map { .string($0) }
    object["because"] = because.map { .string($0) }
    object["reason"] = excuse.map { .string($0.reason) }
    object["diverges"] = excuse.map { .string($0.diverges) }
    object["until"] = excuse.map { .string($0.until) }
    object["disturbed"] = disturbed.map { .int($0) }
    object["failure"] = failure?.value
    return .object(object)
  }
}

extension RunReport.Fault {
  fileprivate var value: Value {
    var object: Object = [
      "text": .string(text), "says": .string(says), "kind": .string(kind), "mark": mark.value,
      "at": .number(Number(at)),
    ]
    object["diverges"] = diverges.map { .string($0) }
    if !hints.isEmpty { object["hints"] = .texts(hints) }
    object["next"] = next?.value
    object["start"] = start.map { .string($0) }
    object["part"] = part.map { .string($0) }
    object["path"] = path.map { .string($0) }
    object["expected"] = expected.map { .string($0) }
    object["got"] = got.map { .string($0) }
    return .object(object)
  }
}

extension Mark {
  fileprivate var value: Value {
    ["file": .string(file), "line": .int(line), "column": .int(column)]
  }
}

extension Value {
  fileprivate static func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
}
