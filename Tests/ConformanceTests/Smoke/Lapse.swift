import Conformance
import JSON
import Testing

/// A port that lacks one manner, with the check that must notice and what it must say.
struct Lapse: Sendable, CustomTestStringConvertible {
  var check: String
  var seen: String
  var fix: String
  var flaw: FakePort.Flaw

  init(_ check: String, seen: String, fix: String, _ flaw: FakePort.Flaw) {
    self.check = check
    self.seen = seen
    self.fix = fix
    self.flaw = flaw
  }

  var testDescription: String { "\(check): \(seen)" }

  static let all = lines + values + world + storage + time + ends

  static let lines = [
    Lapse(
      "two children say the same hello", seen: #"fake-"#, fix: "say nothing in hello that differs",
      .on(#""hello""#) { port, line in
        port.honest(line).map { $0.replacing(#""fake""#, with: "\"fake-\(port.number)\"") }
      }),
    Lapse(
      "protocols that it does not know are passed over", seen: "it says protocol 99",
      fix: "where there is none with your highest",
      .writes(#""protocol":1"#, as: #""protocol":99"#, to: "[99]")),
    Lapse(
      "nothing is claimed of an unknown suite", seen: "it claims 'all'", fix: "look at 'suite'",
      .reads("no-such-suite", as: "fake", in: "no-such-suite")),
    Lapse(
      "re is the id of the line that is answered", seen: "the line answers 2, and 1001 is at hand",
      fix: "do not count", .writes(#""re":1001"#, as: #""re":2"#, to: #""id":1001"#)),
    Lapse(
      "ids may have any spelling", seen: "0 returns of call 'C.9_x-1' came in its turn",
      fix: "with the call's own id", .writes("C.9_x-1", as: "c.9_x-1", to: "C.9_x-1")),
    Lapse(
      "unknown fields are passed over", seen: "it exited with status 1",
      fix: "ignore the rest", .on("later") { _, _ in nil }),
    Lapse(
      "JSON may have any spelling", seen: "it exited with status 1", fix: "by a JSON library",
      .on("\r") { _, _ in nil }),
    Lapse(
      "a line may come in pieces", seen: "half a line was answered already: {}",
      fix: "read on until the LF", FakePort.Flaw(isHasty: true)),
    Lapse(
      "a print of 1 MiB does no harm", seen: "nothing came within 5 s", fix: "stderr",
      .on("smoke.print") { port, line in line.utf8.count > 16_000 ? [] : port.honest(line) }),
    Lapse(
      "an unknown member is unsupported", seen: "no 'unsupported' came", fix: "what is not built",
      .on("smoke.noSuchMember") { port, line in Array(port.honest(line).suffix(1)) }),
    Lapse(
      "an exception is told as a fault, and the port lives on", seen: "it exited with status 1",
      fix: "catch what nobody caught", .on("smoke.throw") { _, _ in nil }),
    Lapse(
      "an exception is told as a fault, and the port lives on", seen: "no 'fault' came",
      fix: "write fault with the stack",
      .on("smoke.throw") { port, line in Array(port.honest(line).suffix(1)) }),
  ]

  static let values = [
    Lapse(
      "JSON comes back from a call as it went", seen: "came back as {\"b\"", fix: "null",
      .writes(#""a":null,"#, as: "", to: "smoke.echo")),
    Lapse(
      "every text comes back as it went", seen: "through a call came back as",
      fix: "normalise nothing", .writes("e\u{301}", as: "\u{E9}", to: "smoke.echo")),
    Lapse(
      "2^53+1 and 2^64-1 pass through a call",
      seen:
        "9007199254740993 through a call came back as 9007199254740992: it was read as a double",
      fix: "$int", .writes("9007199254740993", as: "9007199254740992", to: "smoke.echo")),
    Lapse(
      "2^53+1 and 2^64-1 pass through a body", seen: "in a request's body came back as",
      fix: "not as doubles",
      .writes("9007199254740993", as: "9007199254740992", to: "smoke.send")),
    Lapse(
      "2^53+1 and 2^64-1 pass through a body", seen: "in a reply's body came back as",
      fix: "not as doubles",
      .writes("9007199254740993", as: "9007199254740992", to: #""do":"reply""#)),
    Lapse(
      "2^53+1 and 2^64-1 pass through storage", seen: "in storage came back as",
      fix: "kept as JSON text",
      .writes("9007199254740993", as: "9007199254740992", to: "smoke.keep")),
    Lapse(
      "NaN and the infinities pass through a call", seen: "came back as null", fix: "$number",
      .writes(#"{"$number":"nan"}"#, as: "null", to: "smoke.echo")),
    Lapse(
      "dates, bytes, URLs and UUIDs pass through a call", seen: "came back as", fix: "$date",
      .writes(":00.000Z", as: ":00Z", to: "smoke.echo")),
  ]

  static let world = [
    Lapse(
      "an object of the app is called and answers", seen: "no callback 'ping' on 'O.1_x-'",
      fix: "write a callback", .writes("O.1_x-", as: "o1", to: "smoke.object")),
    Lapse(
      "an object of the app is called and answers", seen: "7, did not reach its caller",
      fix: "what 'returns' says", .reads(#""ping":7"#, as: #""pong":7"#, in: "smoke.object")),
    Lapse(
      "a released object is gone", seen: "after its release smoke.alive returned true",
      fix: "drop the adapter's reference",
      .reads(#""do":"release""#, as: #""do":"tick""#, in: "release")),
    Lapse(
      "bodies travel as they are", seen: "in a request's body came back as", fix: "in UTF-8",
      .writes("👩‍👩‍👧", as: "?", to: "smoke.send")),
    Lapse(
      "open requests are told apart", seen: "two requests have the id 'r1'",
      fix: "new in its launch",
      .init(answer: { port, line in
        let last = "r.smoke.\(port.memory.count)"
        if line.contains("smoke.send") { port.memory.append(line) }
        let read = line.replacing(#""request":"r1""#, with: "\"request\":\"\(last)\"")
        return port.honest(read).map {
          $0.replacing("r.smoke.\(port.memory.count)", with: "r1")
        }
      })),
    Lapse(
      "a failed request is told to the SDK", seen: "0 completions of call 'f.offline'",
      fix: "fail the request", .reads(#""do":"fail""#, as: #""do":"tick""#, in: "fail")),
  ]

  static let storage = [
    Lapse(
      "a launch line of 10 MB is read", seen: "it exited with status 1", fix: "of any length",
      .on("big-15") { port, line in line.utf8.count > 16_000 ? nil : port.honest(line) }),
    Lapse(
      "storage is what the launch says it is", seen: "kept over a launch came back as",
      fix: "as they are",
      .reads(#"\u2028"#, as: #"\n"#, in: #""do":"launch""#)),
    Lapse(
      "two launches share nothing", seen: "a timer of the launch before is named by the new one",
      fix: "make all anew",
      .on(#""do":"launch""#) { port, line in
        port.memory.append(line)
        let isFirst = port.memory.count == 1
        return port.honest(isFirst ? line : line.replacing(#""launch""#, with: #""tick""#))
      }),
  ]

  static let time = [
    Lapse(
      "a fractional delay is named as a whole number, rounded up",
      seen: "10.25 ms from 12345 on were named as [12355], not 12356", fix: "not before",
      .reads("10.25", as: "10", in: "smoke.wait")),
    Lapse(
      "a fractional delay is named as a whole number, rounded up",
      seen: "'at' of a timer of idle is 12355.25, not a whole number", fix: "whole millisecond",
      .writes("12356", as: "12355.25", to: "10.25")),
    Lapse(
      "a delay of 0 ms belongs to its turn",
      seen: "no timer was named for that instant (named: 12346)",
      fix: "before idle", .reads(#""milliseconds":0}"#, as: #""milliseconds":1}"#, in: "smoke.wait")
    ),
    Lapse(
      "timers fire when they are due, in order, once", seen: "fired as a | b2 b1",
      fix: "by their due time",
      .on(#""tick""#) { port, line in
        let lines = port.honest(line)
        return lines.dropLast().reversed() + lines.suffix(1)
      }),
    Lapse(
      "a chain of 1,000 awaits ends in its turn", seen: "idle came before its completion",
      fix: "when nothing can run any more",
      .on("smoke.chain") { port, line in
        port.honest(line).filter { !$0.contains("completion") }
      }),
    Lapse(
      "nothing comes after idle", seen: "after idle came", fix: "when nothing can run any more",
      .on("smoke.chain") { port, line in
        let lines = port.honest(line)
        return lines + lines.prefix(1)
      }),
    Lapse(
      "nothing comes after idle", seen: "at the same instant, without a timer, more came",
      fix: "when nothing can run any more",
      .init(answer: { port, line in
        let lines = port.honest(line)
        guard line.contains("smoke.noSuchMember") else {
          let late = port.memory.map { "{\"re\":\(port.id(of: line)),\($0)" }
          port.memory = []
          return late + lines
        }
        port.memory = [#""see":"callback","object":"o","member":"late","with":{}}"#]
        return lines
      })),
  ]

  static let ends = [
    Lapse(
      "the end of the input ends it within 2 s, with status 0", seen: "it lives on", fix: "stdin",
      FakePort.Flaw(ending: nil)),
    Lapse(
      "the end of the input ends it within 2 s, with status 0", seen: "it exited with status 3",
      fix: "end the process by itself", FakePort.Flaw(ending: .badly("exited with status 3"))),
    Lapse(
      "nothing comes after the end of the input", seen: "there came bye", fix: "nothing at the end",
      FakePort.Flaw(lastWords: ["bye"])),
  ]
}

extension FakePort {
  /// The id of a line of the runner.
  func id(of line: String) -> Int { (try? Value(json: line))?["id"]?.int ?? 0 }
}
