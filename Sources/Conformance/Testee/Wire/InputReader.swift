import JSON

/// Reads the lines that the runner writes, for a testee in Swift; unknown fields are passed over.
package enum InputReader {
  /// A line of the runner.
  package enum Line: Hashable, Sendable {
    case hello(protocols: [Int], suite: String)
    case input(Input)
  }

  /// The id of a line, and what it says.
  package static func read(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireFault) -> (id: Int, line: Line) {
    guard let object = (try? Value(json: bytes))?.object else {
      throw WireFault("this is no JSON object")
    }
    var fields = LineFields(object, of: object["do"]?.string ?? "the line")
    let id = try fields.integer("id")
    let act = try fields.text("do")
    if act == "hello" {
      let protocols = (object["protocol"]?.array ?? []).compactMap(\.int)
      return (id, .hello(protocols: protocols, suite: try fields.text("suite")))
    }
    let now = Int64(try fields.integer("now"))
    let wall = Int64(try fields.integer("wall"))
    return (id, .input(Input(now: now, wall: wall, act: try self.act(act, &fields))))
  }

  private static func act(
    _ act: String, _ fields: inout LineFields
  ) throws(WireFault) -> Input.Act {
    switch act {
    case "launch": return .launch(try launch(&fields))
    case "call":
      return .call(
        id: try fields.id("call"), member: try fields.text("member"),
        with: try fields.arguments("with"))
    case "reply":
      let request = try fields.id("request")
      return .reply(
        request: request,
        Response(
          status: try fields.integer("status"), headers: try fields.headers(),
          body: try fields.body()))
    case "fail":
      let kind = try fields.text("kind")
      guard let failure = Input.Failure(rawValue: kind) else {
        throw fields.fault("kind", .string(kind), "a way in which a transport fails")
      }
      return .fail(request: try fields.id("request"), failure)
    case "tick": return .tick
    case "app":
      return .app(to: try fields.text("to"), with: try fields.optionalObject("with") ?? [:])
    case "device": return .device(with: try fields.optionalObject("with") ?? [:])
    case "user":
      return .user(
        show: try fields.id("show"), act: try fields.text("act"),
        with: try fields.optionalObject("with") ?? [:])
    case "answer":
      return .answer(to: try fields.id("to"), with: try fields.value("with") ?? .null)
    case "release": return .release(object: try fields.text("object"))
    default: throw WireFault("there is no input '\(act)'")
    }
  }

  private static func launch(_ fields: inout LineFields) throws(WireFault) -> Input.Launch {
    let app = try fields.text("app")
    guard let chance = fields.take("chance")?.number?.double else { throw fields.missing("chance") }
    guard let seed = fields.take("seed")?.number?.uint64 else { throw fields.missing("seed") }
    let kept = fields.take("storage")?.object.map {
      Storage(disk: $0["disk"]?.object ?? Object(), keychain: $0["keychain"]?.object ?? Object())
    }
    return Input.Launch(
      app: app, chance: chance, seed: seed, storage: kept,
      device: try fields.optionalObject("device") ?? Object())
  }
}
