import JSON
import Testing
import YAML

@testable import Conformance

/// A small suite in memory.
enum Demo {
  static let vocabulary = """
    vocabulary: 1
    base: https://api.demo.test/v1
    capabilities:
      base: { says: Signs in. }
      events: { says: Sends events., on: [base] }
      links: { says: Opens links., on: [base] }
      screen: { says: Shows messages., on: [events] }
    members:
      configure: { capability: base, with: { key: string, delegate: object?, enabled: bool? }, completion: bool }
      track: { capability: events, with: { name: string, properties: map?, id: uint64? } }
      open: { capability: links, with: { url: string, kind: [push, link, null] }, returns: bool }
      last: { capability: links, completion: map? }
      ready: { capability: base, completion: nothing, inside: true }
    properties:
      token: { capability: events, type: string? }
      delegate: { capability: base, type: object? }
    callbacks:
      received: { capability: links, with: { link: string?, payload: map?, by: [push, app] } }
      failed: { capability: base, with: { error: [offline, refused], message: { type: string, default: { $like: "* *" } } } }
    requests:
      default: { headers: { Key: key-1, Device: d-1 }, exact: [properties] }
      /sign-in: { capability: base, headers: { device: { $optional: d-1 } }, body: { $device: {} }, reply: signed_in }
      /events: { capability: events, reply: ok }
      /link: { capability: links, body: { $device: { url: { $any: string } } }, exact: [own], reply: ok }
    user:
      tap: { with: { button: string? } }
    device:
      language: { type: string, default: en }
      offset: { type: int, default: 60 }
    effects:
      show: { capability: screen, with: { part: { type: [message, comment], default: message } }, reply: { type: map, default: { drawn: true } } }
      close: { capability: screen }
      clipboard: { names: { has: { capability: links, reply: bool }, read: { capability: base, reply: string? } } }
    shapes:
      device: { model: phone, build: "1" }
      event: { name: { $any: string }, id: { $new: event }, at: { $time: start..now } }
      view: { $event: { name: view, screen: { $any: string } } }
      ranged: { n: { $range: [1, 5] } }
    """
  static let replies = """
    replies: 1
    signed_in: { body: { device: d-1 } }
    ok: { body: {} }
    found: { headers: { Kind: link }, body: { data: { a: 1 }, link: x } }
    refused: { status: 400, text: no }
    offline: { fails: offline }
    png: { data: "89504E47" }
    timed: { body: { until: { $time: now + 5m } } }
    """
  static let starts = """
    starts: 1
    ignores:
      any_event: { request: /events, body: { events: { $all: { $event: {} } } }, reply: ok, because: not here }
      links: { request: /link, reply: ok, because: not here }
    signed_in:
      takes: { delegate: app }
      steps:
        - call: configure
          with: { key: key-1, delegate: $delegate }
        - request: /sign-in
          reply: signed_in
        - completion: configure
          with: true
    configured:
      steps:
        - app: launch
        - do: signed_in
        - request: /link
          body: { $device: { url: none } }
          reply: ok
    opened:
      takes: { url: null }
      steps:
        - call: open
          with: { url: $url, kind: push }
          returns: true
    """

  static let path = "Specs/demo/events/one.yaml"

  static func load(
    _ spec: String, path: String = path, vocabulary: String = vocabulary, starts: String = starts,
    replies: String = replies
  ) -> Suite {
    let texts = [
      path: spec, "Specs/demo/vocabulary.yaml": vocabulary, "Specs/demo/starts.yaml": starts,
      "Specs/demo/replies.yaml": replies,
    ]
    return Suite.load(folder: "Specs/demo", paths: [path]) {
      YAMLFile(texts[$0] ?? "", path: $0)
    }
  }

  /// A spec of one scenario that begins on `configured`, from its further steps.
  static func steps(_ steps: String, needs: String = "[events, links, screen]") -> String {
    """
    spec: 1
    rule: events.one
    needs: \(needs)
    scenarios:
      - name: one
        steps:
          - do: configured

    """ + steps.indented(by: 6)
  }

  /// The only run of such a spec; nil, with an issue, when it is refused.
  static func run(
    _ steps: String, needs: String = "[events, links, screen]",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Run? {
    let suite = load(self.steps(steps, needs: needs))
    #expect(suite.errors.map(\.description) == [], sourceLocation: sourceLocation)
    return suite.runs.first
  }
}

extension String {
  func indented(by count: Int) -> String {
    let pad = String(repeating: " ", count: count)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : pad + $0 }.joined(separator: "\n")
  }
}

/// A text in which `▸` stands before each place that is told.
struct Marked {
  var text: String
  var marks: [(line: Int, column: Int)] = []

  init(_ marked: String) {
    var plain = String.UnicodeScalarView()
    var (line, column) = (1, 1)
    for scalar in marked.unicodeScalars {
      if scalar == "▸" {
        marks.append((line, column))
        continue
      }
      plain.append(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    text = String(plain)
  }
}

/// Expects these errors, one at each mark, and no others.
func expectErrors(
  _ marked: String, _ messages: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  let marked = Marked(marked)
  let expected = zip(marked.marks, messages).map {
    "\(Demo.path):\($0.line):\($0.column): error: \($1)"
  }
  #expect(marked.marks.count == messages.count, sourceLocation: sourceLocation)
  let found = Demo.load(marked.text).errors.map(\.description)
  #expect(found == expected, sourceLocation: sourceLocation)
}
