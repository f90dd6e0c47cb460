import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct PatternsTests {
  private static let scaffold = """
    - call: track
      with: { name: a }
      as: tracked
    - request: /events
      body: {}
      as: first
    - request: /events
      body: { v: VALUE }
      because: it is loose
      reply: ok
    """

  @Test(arguments: [
    ("5", "5"), ("null", "null"), ("[1, { b: 2, a: [] }]", #"[1, {a: [], b: 2}]"#),
    ("{ $any: uuid }", "any uuid"), ("{ $like: 'a*b*' }", "like a*b*"), ("{ $like: '' }", "like "),
    ("{ $open: { b: 1, a: { $absent: true } } }", "{a: absent, b: 1, …}"),
    ("{ $absent: true }", "absent"),
    ("{ $optional: { $any: list } }", "optional any list"), ("{ $bind: a }", "bind a"),
    ("{ $bind: event/a }", "bind event/a of event"), ("{ $new: event }", "new event"),
    ("{ $time: now }", "time now..now"),
    ("{ $time: start..tracked + 5m }", "time start..tracked+300000"),
    ("{ $range: [1, 1.5] }", "range 1..1.5"), ("{ $set: [1, { $any: any }] }", "set [1, any any]"),
    ("{ $all: { $device: {} } }", #"all {build: "1", model: "phone"}"#),
    ("{ $json: { a: [{ $any: bool }] } }", "json {a: [any bool]}"),
    ("{ $same: first }", "same first"),
    ("{ $literal: { $any: 1, a: null } }", #"{"$any":1,"a":null}"#),
    ("{ $repeat: { text: x, times: 2 } }", #""xx""#),
    ("{ $device: { model: { $any: string }, a: 1 } }", #"{a: 1, build: "1", model: any string}"#),
    (
      "{ $view: { screen: Home } }",
      #"{at: time start..now, id: new event, name: "view", screen: "Home"}"#
    ),
  ])
  func `a pattern reads as it is written`(value: String, text: String) throws {
    let steps = Self.scaffold.replacing("VALUE", with: value)
    let run = try #require(Demo.run(steps))

    #expect(run.brief.last == "  POST /events {v: \(text)} reply 200 json {}")
  }

  @Test(arguments: [
    ("{ ▸$anyy: string }", "unknown pattern or shape '$anyy'; did you mean '$any'?"),
    (
      "{ $any: ▸text }",
      "expected one of any, string, bool, integer, number, list, map, uuid, instant, found the text 'text'"
    ),
    (
      "{ ▸$any: string, a: 1 }",
      "'$any' stands beside other keys; a key with '$' stands alone, and '$literal' holds data that looks so"
    ),
    ("[{ ▸$absent: true }]", "'$absent' stands under a key of a map only"),
    ("[{ ▸$optional: 1 }]", "'$optional' stands under a key of a map only"),
    ("{ $absent: ▸false }", "expected true, found false"),
    ("{ $bind: ▸'' }", "expected a name, found an empty text"),
    ("{ $bind: ▸event/ }", "expected a name such as 'event/first', found 'event/'"),
    ("{ $range: ▸[1] }", "expected two numbers such as [1, 5], found a list"),
    ("{ $range: ▸[2, 1] }", "the range ends before it begins"),
    ("{ $set: ▸1 }", "expected a list, found the number 1"),
    ("{ $time: ▸now..lunch }", "unknown label 'lunch'"),
    ("{ $same: ▸tracked }", "'tracked' names no request, so it has no body"),
    ("{ $same: ▸frist }", "unknown label 'frist'; did you mean 'first'?"),
    ("{ $device: ▸5 }", "expected a map of keys to lay over 'device', found the number 5"),
    (
      "{ ▸$date: 2026-01-01T00:00:00.000Z }", "'$date' is no JSON, and a body can hold nothing else"
    ),
  ])
  func `what cannot be a pattern is refused`(value: String, message: String) {
    expectErrors(Demo.steps(Self.scaffold.replacing("VALUE", with: value)), message)
  }

  @Test(arguments: [
    "{ $any: string }", "{ $open: {} }", "[{ a: { $optional: { $any: string } } }]",
  ])
  func `what a scenario leaves open needs a reason`(value: String) {
    let key = value.contains("$open") ? "$open" : "$any"
    expectErrors(
      Demo.steps("- advance: 1s\n- ▸request: /events\n  body: { v: \(value) }\n  reply: ok"),
      "'\(key)' leaves something unjudged; say why with 'because'")
  }

  @Test func `what a shape leaves open is the vocabulary's`() throws {
    let run = try #require(
      Demo.run("- advance: 1s\n- request: /events\n  body: { $event: {} }\n  reply: ok"))

    #expect(
      run.brief.last
        == "  POST /events {at: time start..now, id: new event, name: any string} reply 200 json {}"
    )
  }

  @Test(arguments: [
    ("link: ▸5, by: app", "expected string or null, found the number 5"),
    ("▸lnik: a, by: app", "unknown argument 'lnik' of 'received'; did you mean 'link'?"),
    ("by: ▸{ $any: bool }", "expected one of push, app, found '$any'"),
    ("by: ▸{ $absent: true }", "expected one of push, app, found '$absent'"),
  ])
  func `the arguments of a callback are of their types`(with: String, message: String) {
    expectErrors(
      Demo.steps("- advance: 1s\n- callback: received\n  because: b\n  with: { \(with) }"), message)
  }

  @Test func `an argument of a callback that has no default must be given`() {
    expectErrors(
      Demo.steps("- advance: 1s\n- ▸callback: received"), "'received' needs 'by' (one of push, app)"
    )
  }
}
