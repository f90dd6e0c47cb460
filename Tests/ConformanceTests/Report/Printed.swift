import YAML

@testable import Conformance

/// Reports in memory.
enum Printed {
  static let file = "Specs/demo/events/one.yaml"

  static func one(
    _ name: String, _ outcome: RunReport.Outcome = .passed, rule: String = "events.one",
    area: String = "events", line: Int = 5, says: String = "it differs", text: String = "✘ text"
  ) -> RunReport.Case {
    let mark = Mark(file: file, line: line, column: 5)
    var one = RunReport.Case(
      area: area, rule: rule, name: name, mark: mark, outcome: outcome, needs: ["events"])
    switch outcome {
    case .failed:
      one.failure = RunReport.Fault(
        text: text, says: says, kind: "unexpected", mark: mark.at(line: line + 7, column: 9), at: 0)
    case .notClaimed: one.missing = ["events"]
    case .open: one.because = "the papers are silent"
    case .known:
      one.excuse = Excuse(reason: "not built", diverges: "request /a", until: "2026-03-01")
    case .passed, .notRun: break
    }
    return one
  }

  static func report(
    _ cases: [RunReport.Case], shard: (Int, of: Int, total: Int)? = nil, stopped: String? = nil
  ) -> RunReport {
    RunReport(
      suite: RunReport.Suite(name: "demo", hash: "0123456789abcdef"), filters: [], isSweep: false,
      testee: RunReport.Testee(name: "script", sdk: "3.1", claims: ["base"]),
      capabilities: ["base", "events"],
      rules: [RunReport.RuleText(id: "events.one", says: "One is sent.", sources: ["page#one"])],
      part: shard.flatMap { shard in
        Shard(shard.0, of: shard.of).map { RunReport.Part(shard: $0, total: shard.total) }
      }, stopped: stopped, cases: cases)
  }

  /// One case of every outcome, in two areas.
  static var mixed: RunReport {
    report(
      [
        one("a"), one("b", .failed), one("c", .notClaimed), one("d", .open),
        one("e", .known, area: "other"), one("f", .notRun, area: "other"),
      ], stopped: "SIGTERM")
  }
}
