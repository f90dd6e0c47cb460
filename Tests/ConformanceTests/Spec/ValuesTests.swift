import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct ValuesTests {
  @Test(arguments: [
    ("{ $event: { name: a, id: b, at: c } }", #"{"at":"c","id":"b","name":"a"}"#),
    ("{ $device: { build: 2, x: [1] } }", #"{"build":2,"model":"phone","x":[1]}"#),
    ("{ $repeat: { text: ab, times: 3 } }", #""ababab""#),
    ("{ $repeat: { text: ab, times: 0 } }", #""""#),
    ("{ $time: start + 5m }", #"{"$time":"start + 5m"} timed"#),
    ("{ $date: 2026-01-01T00:00:00.000Z }", #"{"$date":"2026-01-01T00:00:00.000Z"}"#),
    ("{ $data: 00FF }", #"{"$data":"00ff"}"#), ("{ $number: -inf }", #"{"$number":"-inf"}"#),
    ("{ $url: 'a:b' }", #"{"$url":"a:b"}"#), ("{ $opaque: view }", #"{"$opaque":"view"}"#),
    ("{ $literal: { $any: 1, b: { $$c: 2 } } }", #"{"$$any":1,"b":{"$$$c":2}}"#),
    ("9007199254740991", "9007199254740991"), ("9007199254740992", #"{"$int":"9007199254740992"}"#),
    ("-9007199254740992", #"{"$int":"-9007199254740992"}"#),
    ("-9223372036854775808", #"{"$int":"-9223372036854775808"}"#),
    ("18446744073709551615", #"{"$int":"18446744073709551615"}"#), ("1.5e300", "1.5e+300"),
  ])
  func `an argument travels with the protocol's tags`(value: String, text: String) throws {
    let run = try #require(
      Demo.run("- call: track\n  with: { name: a, properties: { v: \(value) } }\n- quiet: 1s"))
    guard case .call(_, let with, _, _)? = run.acts.dropLast().last?.act else {
      Issue.record("no call")
      return
    }

    let inner = Supply(with.value["properties"]?["v"] ?? .null, timed: with.timed)
    #expect(inner.brief == text)
  }

  @Test(arguments: [
    ("app", #"{"$object":"app"}"#), ("null", "null"),
    ("{ $object: { name: d } }", #"{"$object":"d"}"#),
  ])
  func `the name of an object is that object`(value: String, text: String) throws {
    let run = try #require(Demo.run("- set: delegate\n  to: \(value)\n- quiet: 1s"))

    #expect(run.brief.first == "set delegate \(text)")
  }

  @Test(arguments: [
    ("{ ▸$any: string }", "'$any' is a pattern, and a value can hold none"),
    ("▸{ $event: {} }", "'$any' is a pattern, and a value can hold none"),
    ("{ ▸$evnt: {} }", "unknown pattern or shape '$evnt'; did you mean '$event'?"),
    (
      "{ ▸$literal: 1, a: 2 }",
      "'$literal' stands beside other keys; a key with '$' stands alone, and '$literal' holds data that looks so"
    ),
    ("{ $data: ▸0 }", "expected text, found the number 0; quote it"),
    ("{ $data: ▸0g }", "expected bytes in hex, such as 00ff, found the text '0g'"),
    ("{ $number: ▸infinity }", "expected nan, inf or -inf, found the text 'infinity'"),
    (
      "{ $date: ▸2026-01-01 }",
      "expected a date such as 2026-01-01T00:00:00.000Z, found the text '2026-01-01'"
    ),
    ("{ ▸$each: { n: [1], item: 1 } }", "'$each' stands in a list"),
    ("{ $object: ▸{ lacks: [] } }", "'$object' needs 'name'"),
    (
      "{ $repeat: { text: a, times: ▸-1 } }",
      "expected a whole number from 0 to 8388608, found the number -1"
    ),
    ("{ $repeat: ▸{ text: abc, times: 8388608 } }", "longer than 8 MiB once repeated"),
    ("{ $time: ▸lunch }", "unknown label 'lunch'"),
  ])
  func `what cannot be a value is refused`(value: String, message: String) {
    expectErrors(
      Demo.steps("- call: track\n  with: { name: a, properties: { v: \(value) } }\n- quiet: 1s"),
      message)
  }

  @Test(arguments: [
    ("name: ▸5", "expected string, found the number 5"),
    ("name: ▸null", "expected string, found null"),
    ("name: a, properties: ▸[]", "expected map or null, found a list"),
    ("name: a, id: ▸-1", "expected uint64 or null, found the number -1"),
    ("name: a, id: ▸1.5", "expected uint64 or null, found the number 1.5"),
    ("name: ▸{ $data: 00 }", "expected string, found '$data'"),
    ("name: a, ▸nmae: b", "unknown argument 'nmae' of 'track'; did you mean 'name'?"),
    ("name: a, ▸zebra: b", "unknown argument 'zebra' of 'track'; it takes name, properties, id"),
    (
      "name: a, ▸completion: null",
      "unknown argument 'completion' of 'track'; it takes name, properties, id"
    ),
  ])
  func `an argument is of its type`(with: String, message: String) {
    expectErrors(Demo.steps("- call: track\n  with: { \(with) }\n- quiet: 1s"), message)
  }

  @Test func `an argument of few texts names them and the nearest`() {
    expectErrors(
      Demo.steps("- call: open\n  with: { url: a, kind: ▸pus }\n  returns: true"),
      "expected one of push, link or null, found the text 'pus'; did you mean 'push'?")
  }

  @Test(arguments: [
    ("{ body: { a: 18446744073709551615 } }", #"200 json {"a":18446744073709551615}"#),
    ("{ body: { $literal: { $x: 1 } } }", #"200 json {"$x":1}"#),
    ("{ status: 503 }", "503 none"), ("{ text: '' }", "200 text "),
    ("{ headers: { b: c, A: d }, data: 00 }", "200 A=d b=c bytes [0]"),
    ("{ fails: lost }", "fails lost"),
    ("found", #"200 Kind=link json {"data":{"a":1},"link":"x"}"#),
    (
      "{ like: found, body: { data: null, n: 1 } }",
      #"200 Kind=link json {"data":null,"link":"x","n":1}"#
    ),
    (
      "{ like: found, headers: { KIND: other } }",
      #"200 KIND=other json {"data":{"a":1},"link":"x"}"#
    ),
    ("timed", #"200 json {"until":{"$time":"now + 5m"}} timed"#),
    ("{ body: { $event: { name: a, id: 1, at: x } } }", #"200 json {"at":"x","id":1,"name":"a"}"#),
  ])
  func `a reply is a name or a map`(reply: String, text: String) throws {
    let run = try #require(
      Demo.run("- advance: 1s\n- request: /events\n  body: {}\n  reply: \(reply)"))

    #expect(run.acts.last?.groups.last?.steps.first?.reply?.brief == text)
  }

  @Test(arguments: [
    ("▸fuond", "unknown reply 'fuond'; did you mean 'found'?"),
    ("▸5", "expected the name of a reply, or a map, found the number 5"),
    ("{ data: ▸12e4 }", "expected bytes in hex, found the number 120000; quote it"),
    ("{ data: ▸abc }", "expected bytes in hex such as 00ff, found the text 'abc'"),
    ("{ status: ▸99 }", "expected a whole number from 200 to 599, found the number 99"),
    ("{ body: 1, ▸text: a }", "a reply has one of body, text and data, not two"),
    ("{ fails: lost, ▸status: 200 }", "'fails' stands alone: a request that fails has no 'status'"),
    (
      "{ fails: ▸offlien }",
      "expected one of offline, timeout, lost, found the text 'offlien'; did you mean 'offline'?"
    ),
    ("{ like: ▸offline }", "reply 'offline' fails, so nothing can be like it"),
    ("{ like: found, body: ▸[] }", "expected a map, to lay over a body that is one, found a list"),
    ("{ ▸stauts: 200 }", "unknown key 'stauts' of a reply; did you mean 'status'?"),
    ("{ headers: { a: ▸1 } }", "expected the text of a header, found the number 1; quote it"),
    ("{ body: { ▸$data: 00 } }", "'$data' is no JSON, and a value can hold nothing else"),
    (
      "{ body: ▸{ a: { $time: now }, b: { $literal: { $x: 1 } } } }",
      "a body with '$time' cannot also hold the key '$x'"
    ),
  ])
  func `what cannot be a reply is refused`(reply: String, message: String) {
    expectErrors(
      Demo.steps("- advance: 1s\n- request: /events\n  body: {}\n  reply: \(reply)"), message)
  }
}
