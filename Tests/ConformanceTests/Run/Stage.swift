import JSON
import Testing
import YAML

@testable import Conformance

/// A small suite on which scripts are judged.
enum Stage {
  static let base = "https://a.test/v1"
  static let path = "Specs/demo/events/one.yaml"

  static let vocabulary = """
    vocabulary: 1
    base: https://a.test/v1
    capabilities:
      base: { says: Signs in. }
      events: { says: Sends events., on: [base] }
      other: { says: Is of no concern here. }
    members:
      start: { capability: base, completion: bool }
      track: { capability: events, with: { name: string } }
      open: { capability: events, with: { url: string }, returns: bool }
      ready: { capability: base, completion: nothing, inside: true }
      watch: { capability: events, with: { object: object? } }
      ask: { capability: events, completion: nothing, closures: [onFailure, onCancel] }
      far: { capability: other, completion: bool }
    properties:
      token: { capability: events, type: string? }
    callbacks:
      got: { capability: events, with: { link: string? } }
      away: { capability: other, with: {} }
    requests:
      default: { headers: {}, exact: [] }
      /a: { capability: events, body: {}, reply: ok }
      /b: { capability: events, body: {}, reply: ok }
      /own: { capability: events, reply: ok }
      /far: { capability: other, body: {}, reply: far }
    effects:
      show: { capability: events, reply: bool }
      close: { capability: events }
      peek: { capability: other, reply: { type: bool, default: true } }
    device:
      language: { type: string, default: en }
    """
  static let replies = """
    replies: 1
    ok: { body: {} }
    far: { status: 201, text: away }
    offline: { fails: offline }
    timed: { body: { until: { $time: now + 1s } } }
    """
  static let starts = """
    starts: 1
    ignores:
      b: { request: /b, body: { n: { $range: [1, 3] } }, reply: ok, because: b shows it }
    begun:
      steps:
        - app: launch
        - call: start
        - request: /a
          reply: ok
        - request: /far
          reply: ok
        - completion: start
          with: true
    """

  /// A spec of one scenario with these steps, silent behind them; `more` holds further keys of it.
  static func spec(_ steps: String, more: String = "", needs: String = "[events]") -> String {
    """
    spec: 1
    rule: events.one
    needs: \(needs)
    scenarios:
      - name: one
    \(more.indented(by: 4))
        steps:
    \(steps.indented(by: 6))
          - quiet: 0ms
    """
  }

  static func suite(_ spec: String) -> Suite {
    let texts = [
      path: spec, "Specs/demo/vocabulary.yaml": vocabulary, "Specs/demo/starts.yaml": starts,
      "Specs/demo/replies.yaml": replies,
    ]
    return Suite.load(folder: "Specs/demo", paths: [path]) { YAMLFile(texts[$0] ?? "", path: $0) }
  }

  /// The frame of the only run of a spec.
  static func frame(
    _ spec: String, claims: [String] = ["events", "other"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Frame {
    let suite = suite(spec)
    #expect(suite.errors.map(\.description) == [], sourceLocation: sourceLocation)
    let run = try #require(suite.runs.first, sourceLocation: sourceLocation)
    let kind = TesteeKind(name: "script", claims: claims) { Script([]) }
    let claimed = Batch(testee: kind, jobs: 1).claims(suite.vocabulary)
    return Frame(run, vocabulary: suite.vocabulary, claims: claimed)
  }
}

extension Verdict {
  /// `passed`, or the line and the headline of the failure.
  var told: String {
    switch outcome {
    case .passed: "passed"
    case .failed(let failure):
      "\(failure.mark.line): "
        + FailureText(self, failure, rule: nil, base: Stage.base, repeatCommand: "").headline
    case .known(_, let excuse): "known until \(excuse.until)"
    case .open(let failure): failure == nil ? "open" : "open, with a failure"
    case .notClaimed: "not claimed"
    }
  }
}

/// Plays steps that must hold against a script, and gives the script.
@discardableResult
func expectHolds(
  _ steps: String, more: String = "", needs: String = "[events]", _ rows: Script.Row...,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Script {
  let script = Script(rows)
  let frame = try Stage.frame(
    Stage.spec(steps, more: more, needs: needs), sourceLocation: sourceLocation)
  let verdict = Replayer.judge(frame, against: script)
  #expect(verdict.told == "passed", sourceLocation: sourceLocation)
  return script
}

/// Plays steps that must fail at the line marked with `▸`; without a mark, in the starts.
func expectFails(
  _ headline: String, _ steps: String, more: String = "", needs: String = "[events]",
  _ rows: Script.Row..., sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let marked = Marked(Stage.spec(steps, more: more, needs: needs))
  let frame = try Stage.frame(marked.text, sourceLocation: sourceLocation)
  let verdict = Replayer.judge(frame, against: Script(rows))
  let line = try #require(marked.marks.first?.line, sourceLocation: sourceLocation)
  #expect(verdict.told == "\(line): \(headline)", sourceLocation: sourceLocation)
}

extension String {
  /// The text with a mark before the first place of another.
  func marked(_ place: String) -> String {
    guard let range = firstRange(of: place) else { return self }
    return self[..<range.lowerBound] + "▸" + self[range.lowerBound...]
  }
}
