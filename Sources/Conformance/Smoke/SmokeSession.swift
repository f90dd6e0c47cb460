package import JSON

/// What the checks are told of the suite.
package struct SmokeSetting: Sendable {
  package var suite: String
  /// The effects that the suite's vocabulary declares.
  package var kinds: [String]
  /// What a launch tells of the device.
  package var device: Object
  /// Milliseconds that a turn may take.
  package var turnLimit: Int
  /// Bytes of storage in the largest launch; no text that is printed is longer.
  package var largest: Int

  package init(
    suite: String, kinds: [String], device: Object, turnLimit: Int = 5000,
    largest: Int = 10_240_000
  ) {
    self.suite = suite
    self.kinds = kinds
    self.device = device
    self.turnLimit = turnLimit
    self.largest = largest
  }
}

/// A conversation with one testee, in turns; what breaks a turn is thrown.
final class SmokeSession {
  /// Milliseconds for what may take long: a hello, a launch of 10 MB.
  static let longLimit = 30_000

  let channel: any SmokeChannel
  let setting: SmokeSetting
  private let reader: AnswerReader
  private(set) var hello: Hello?
  private var lastID = 0
  private var calls = 0
  /// What `store` lines have kept.
  private(set) var storage = Storage()
  /// The timers of the last turn.
  private(set) var timers: [Wake] = []
  var now: Int64 = 0
  /// The pieces in which a line is written; changed by checks that write in other ways.
  var spelling: ([UInt8]) -> [[UInt8]] = { [$0] }
  /// How far the ids of two lines are apart.
  var stride = 1

  init(_ channel: any SmokeChannel, _ setting: SmokeSetting) {
    self.channel = channel
    self.setting = setting
    reader = AnswerReader(kinds: setting.kinds)
  }

  /// Greets the testee, in the name of a suite and with these protocols.
  func greet(
    suite: String? = nil, protocols: [Int] = Hello.protocols
  ) throws(SmokeFlaw) -> Hello {
    let line = InputLine.hello(
      id: nextID(), suite: suite ?? setting.suite, protocols: protocols)
    try write(line)
    let (bytes, answer) = try answer(within: Self.longLimit)
    guard case .hello(let hello) = answer else {
      throw .fails("instead of hello came \(quote(bytes))", fix: "answer hello with one hello line")
    }
    self.hello = hello
    return hello
  }

  /// Starts a fresh SDK.
  @discardableResult
  func launch(_ storage: Storage = Storage(), at now: Int64 = 0) throws(SmokeFlaw) -> Turn {
    self.now = now
    self.storage = storage
    let launch = Input.Launch(
      app: "foreground", chance: 0.5, seed: 7, storage: storage, device: setting.device)
    let turn = try take(.launch(launch), within: Self.longLimit)
    try demandNoFault(turn)
    for effect in turn.effects {
      if case .unsupported(let what) = effect { throw .fails("the launch is unsupported: \(what)") }
    }
    return turn
  }

  @discardableResult
  func take(_ act: Input.Act) throws(SmokeFlaw) -> Turn {
    try take(act, within: setting.turnLimit)
  }

  /// The turn of a tick at an instant.
  @discardableResult
  func tick(at now: Int64) throws(SmokeFlaw) -> Turn {
    self.now = now
    return try take(.tick)
  }

  private func take(_ act: Input.Act, within limit: Int) throws(SmokeFlaw) -> Turn {
    // A run begins in a year of its own: no testee may count on it.
    let input = Input(now: now, wall: 1_767_225_600_000 + now, act: act)
    let line = InputLine.bytes(input, id: nextID())
    try write(line)
    return try turn(within: limit)
  }

  private func write(_ line: [UInt8]) throws(SmokeFlaw) {
    let pieces = spelling(line)
    for (index, piece) in pieces.enumerated() {
      guard channel.write(piece) else { throw gone("did not read its line") }
      guard index + 1 < pieces.count else { break }
      if case .line(let early) = channel.hear(within: 20) {
        throw .fails("half a line was answered already: \(quote(early))")
      }
    }
  }

  private func turn(within limit: Int) throws(SmokeFlaw) -> Turn {
    var turn = Turn()
    while true {
      let (bytes, line) = try answer(within: limit)
      switch line {
      case .effect(let effect):
        if case .store(let disk, let keychain) = effect {
          storage.write(disk: disk, keychain: keychain)
        }
        turn.effects.append(effect)
      case .idle(let timers):
        turn.timers = timers
        self.timers = timers
        return turn
      case .hello:
        throw .fails(
          "a second hello came: \(quote(bytes))", fix: "say hello once, to the line hello")
      }
    }
  }

  private func answer(within limit: Int) throws(SmokeFlaw) -> ([UInt8], AnswerLine) {
    switch channel.hear(within: limit) {
    case .line(let bytes):
      do throws(WireFault) {
        let (re, line) = try bytes.withUnsafeBufferPointer { buffer throws(WireFault) in
          try reader.read(buffer)
        }
        guard re == lastID else {
          throw WireFault("the line answers \(re), and \(lastID) is at hand")
        }
        return (bytes, line)
      } catch {
        throw .fails("\(error.message): \(quote(bytes))")
      }
    case .silence(let pending):
      let what = pending.isEmpty ? "nothing came" : "no whole line came, only \(quote(pending))"
      throw .fails("\(what) within \(limit / 1000) s" + stderr)
    case .tooLong: throw .fails("a line came that is longer than 8 MiB")
    case .end: throw gone("closed its output")
    }
  }

  func gone(_ what: String) -> SmokeFlaw {
    let text = channel.ending(within: 200)?.text ?? what
    return .fails("it \(text)" + stderr)
  }

  /// The last words on stderr, in brackets.
  var stderr: String { channel.lastError.map { " (stderr: \($0))" } ?? "" }

  func quote(_ bytes: [UInt8]) -> String {
    EntryText.shortened(String(decoding: bytes, as: UTF8.self), to: 100)
  }

  private func nextID() -> Int {
    lastID += lastID == 0 ? 1 : stride
    return lastID
  }
}

// Calls of the members that an adapter offers for the checks.
extension SmokeSession {
  /// A closure of the app by the name that every completion has.
  static let completion: Value = ["$closure": "completion"]

  /// Calls a member; one that the adapter does not offer ends the check.
  func call(
    _ member: String, _ with: Object = [:], id: String? = nil
  ) throws(SmokeFlaw) -> Turn {
    calls += 1
    let id = id ?? "c\(calls)"
    let turn = try take(.call(id: id, member: member, with: with))
    for effect in turn.effects {
      if case .unsupported = effect { throw .lacks(member) }
    }
    try demandNoFault(turn)
    return turn
  }

  private func demandNoFault(_ turn: Turn) throws(SmokeFlaw) {
    for effect in turn.effects {
      guard case .fault(let message) = effect else { continue }
      throw .fails("it threw: \(EntryText.shortened(message, to: 160))")
    }
  }

  /// What a member returns.
  func result(
    _ member: String, _ with: Object = [:], id: String = "c.result"
  ) throws(SmokeFlaw) -> Value {
    let turn = try call(member, with, id: id)
    let values = turn.effects.compactMap { effect -> Value? in
      guard case .returned(let call, let value) = effect, call.isSame(as: id) else { return nil }
      return value
    }
    guard values.count == 1, let value = values.first else {
      throw .fails(
        "\(values.count) returns of call '\(id)' came in its turn" + told(turn),
        fix: "write one return for a call, with the call's own id")
    }
    return value
  }

  /// The effects of a turn for a message, the first of them.
  func told(_ turn: Turn) -> String {
    guard let effect = turn.effects.first else { return "" }
    return "; there came " + EntryText.shortened(EntryText.line(effect), to: 80)
  }
}

extension Turn {
  /// What the completions of a call got, null for those without an argument.
  func completions(of call: String) -> [Value] {
    effects.compactMap { effect in
      guard case .completion(let of, name: "completion", let with) = effect, of.isSame(as: call)
      else {
        return nil
      }
      return with ?? .null
    }
  }

  var requests: [Effect.Request] {
    effects.compactMap { if case .request(let request) = $0 { request } else { nil } }
  }
}
