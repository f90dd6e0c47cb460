import JSON
import Testing

@testable import Conformance

/// The lines of the protocol, both ways.
@Suite struct WireTests {
  private func input(_ act: Input.Act) -> Input { Input(now: 5, wall: 1_767_225_600_005, act: act) }

  static let launch = Input.Launch(
    app: "foreground", chance: 0.5, seed: .max,
    storage: Storage(disk: ["k": "é"], keychain: ["s": "\u{1F600}"]), device: ["language": "en"])

  static let acts: [(act: Input.Act, fields: String)] = [
    (
      .launch(launch),
      #"{"app":"foreground","chance":0.5,"device":{"language":"en"},"do":"launch","id":7,"now":5,"#
        + #""seed":18446744073709551615,"storage":{"disk":{"k":"\u00e9"},"keychain":"#
        + #"{"s":"\ud83d\ude00"}},"wall":1767225600005}"#
    ),
    (
      .call(
        id: "c1", member: "track",
        with: ["id": .number(Number(UInt64.max)), "n": 9_007_199_254_740_991]),
      #"{"call":"c1","do":"call","id":7,"member":"track","now":5,"#
        + #""wall":1767225600005,"with":{"id":{"$int":"18446744073709551615"},"n":9007199254740991}}"#
    ),
    (
      .reply(
        request: "r1",
        Response(status: 204, headers: [Header(name: "A", value: "b")], body: .bytes([0, 255]))),
      #"{"base64":"AP8=","do":"reply","headers":{"A":"b"},"id":7,"now":5,"request":"r1","#
        + #""status":204,"wall":1767225600005}"#
    ),
    (
      .reply(request: "r1", Response(body: .text("{\"n\":9007199254740993}"))),
      #"{"do":"reply","headers":{},"id":7,"now":5,"request":"r1","status":200,"#
        + #""text":"{\"n\":9007199254740993}","wall":1767225600005}"#
    ),
    (
      .fail(request: "r2", .lost),
      #"{"do":"fail","id":7,"kind":"lost","now":5,"request":"r2","wall":1767225600005}"#
    ),
    (.tick, #"{"do":"tick","id":7,"now":5,"wall":1767225600005}"#),
    (
      .app(to: "unlock", with: ["storage": ["disk": [:], "keychain": [:]]]),
      #"{"do":"app","id":7,"now":5,"to":"unlock","wall":1767225600005,"#
        + #""with":{"storage":{"disk":{},"keychain":{}}}}"#
    ),
    (
      .device(with: ["timezone": "UTC"]),
      #"{"do":"device","id":7,"now":5,"wall":1767225600005,"with":{"timezone":"UTC"}}"#
    ),
    (
      .user(show: "s1", act: "tap", with: ["button": "b1"]),
      #"{"act":"tap","do":"user","id":7,"now":5,"show":"s1","wall":1767225600005,"#
        + #""with":{"button":"b1"}}"#
    ),
    (
      .answer(to: "a1", with: "granted"),
      #"{"do":"answer","id":7,"now":5,"to":"a1","wall":1767225600005,"with":"granted"}"#
    ),
    (
      .release(object: "delegate"),
      #"{"do":"release","id":7,"now":5,"object":"delegate","wall":1767225600005}"#
    ),
  ]

  @Test(arguments: acts)
  func `an input is one line of ASCII`(act: Input.Act, fields: String) {
    let line = InputLine.bytes(input(act), id: 7)

    #expect(String(decoding: line, as: UTF8.self) == fields + "\n")
    #expect(line.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: acts)
  func `an input is read as it was written`(act: Input.Act, fields: String) throws {
    let read = try Array(fields.utf8).withUnsafeBufferPointer { try InputReader.read($0) }

    #expect(read.id == 7)
    #expect(read.line == .input(input(act)))
  }

  @Test func `a launch of a locked device has no storage`() throws {
    var launch = Self.launch
    launch.storage = nil
    let line = InputLine.bytes(input(.launch(launch)), id: 1)

    #expect(String(decoding: line, as: UTF8.self).contains(#""storage":null"#))
    let read = try line.withUnsafeBufferPointer { try InputReader.read($0) }
    #expect(read.line == .input(input(.launch(launch))))
  }

  static let answers: [AnswerLine] = [
    .hello(Hello(name: "port", sdk: "3.1.0", claims: ["base"], fresh: .process)),
    .idle([]), .idle([Wake(at: 15_000, name: "timeout"), Wake(at: 1)]),
    .effect(.returned(call: "c1", value: .null)),
    .effect(.returned(call: "c1", value: .number(Number(UInt64.max)))),
    .effect(.completion(call: "c1", name: "completion", with: nil)),
    .effect(.completion(call: "c1", name: "completion", with: ["$number": "nan"])),
    .effect(.callback(object: "app", member: "received", with: ["link": "é", "$$own": 1])),
    .effect(
      .request(
        Effect.Request(
          id: "r1", method: "POST", url: "https://a.test/b",
          headers: [Header(name: "K", value: "v")], body: .text("{}")))),
    .effect(
      .request(
        Effect.Request(id: "r1", method: "GET", url: "x", headers: [], body: .bytes([1, 2, 3])))),
    .effect(.cancel(request: "r1")), .effect(.close(show: "s1")),
    .effect(.other(kind: "show", id: "s1", name: "c1", with: ["template": "modal"])),
    .effect(.other(kind: "clipboard", id: nil, name: "read", with: [:])),
    .effect(.store(disk: ["a": .null, "b": "\u{2028}"], keychain: nil)),
    .effect(.log(level: "error", text: "no")), .effect(.note("why")),
    .effect(.unsupported(what: "track")), .effect(.fault(message: "a\nb")),
  ]

  @Test(arguments: answers)
  func `an answer is read as it was written`(answer: AnswerLine) throws {
    let reader = AnswerReader(kinds: ["show", "clipboard"])
    let line = answer.bytes(re: 12)

    let read = try line.withUnsafeBufferPointer { bytes in
      try reader.read(UnsafeBufferPointer(rebasing: bytes.dropLast()))
    }

    #expect(read.re == 12)
    #expect(read.line == answer)
    #expect(line.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: [
    (#"{"$int":"9007199254740993"}"#, "9007199254740993"), (#"{"$int":"-1"}"#, "-1"),
    ("9007199254740993", "9007199254740993"), (#"[{"$number":"inf"}]"#, #"[{"$number":"inf"}]"#),
    (#"{"$$int":"1"}"#, #"{"$$int":"1"}"#), (#"{"$int":"1","b":2}"#, #"{"$int":"1","b":2}"#),
  ])
  func `a tagged integer is the integer itself`(text: String, arrived: String) throws {
    #expect(try Value(json: text).arrived == Value(json: arrived))
  }

  @Test(arguments: [
    #"{"$int":"1.5"}"#, #"{"$int":"1e3"}"#, #"{"$int":"01"}"#, #"{"$int":7}"#,
    #"{"$number":"1"}"#, #"{"$int":"18446744073709551616"}"#,
  ])
  func `a tag that holds something else is refused`(text: String) throws {
    #expect(try Value(json: text).arrived == nil)
  }

  @Test(
    arguments: [
      ([], ""), ([0], "AA=="), ([0, 255], "AP8="), ([255, 254, 253], "//79"),
      ([1, 2, 3, 4], "AQIDBA=="),
    ] as [([UInt8], String)])
  func `bytes travel in base 64`(bytes: [UInt8], text: String) {
    #expect(Base64.text(of: bytes) == text)
    #expect(Base64.bytes(of: text) == bytes)
  }

  @Test(arguments: ["A", "AA=", "A===", "AB==", "A A=", "AA=A", "AP8-", "\u{E9}AAA"])
  func `a text that is no base 64 gives no bytes`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }

  @Test(arguments: [
    ("python3 port.py", "exec python3 port.py"), ("'/a b/port' x", "exec '/a b/port' x"),
    ("cd port && ./run", "cd port && ./run"), ("A=1 ./run", "A=1 ./run"),
    ("exec ./run", "exec ./run"), ("./run | tee x", "./run | tee x"), ("./run 2>x", "./run 2>x"),
    ("ulimit -v 1", "ulimit -v 1"), ("", ""),
  ])
  func `a shell becomes the one program that it starts`(command: String, line: String) {
    #expect(ShellCommand.tail(command) == line)
  }
}
