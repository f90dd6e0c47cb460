import JSON

extension Playback {
  /// The input that a recorded line holds; nil for an effect.
  static func event(of line: String) throws(TesteeError) -> TraceEntry.Event? {
    guard let value = try? Value(json: line), let object = value.object else {
      throw TesteeError("this line of the recording is no JSON: \(line)")
    }
    guard let act = object["do"]?.string else { return nil }
    guard let event = Self.event(act, object) else {
      throw TesteeError("this line of the recording is no input: \(line)")
    }
    return event
  }

  private static func event(_ act: String, _ object: Object) -> TraceEntry.Event? {
    let with = object["with"]?.object ?? Object()
    switch act {
    case "advance":
      guard let time = object["for"]?.int, let quiet = object["quiet"]?.bool else { return nil }
      return .advance(milliseconds: Int64(time), quiet: quiet)
    case "clock": return object["wall"]?.int.map { .clock(Int64($0)) }
    case "world": return object["what"]?.string.map { .world($0, with) }
    case "launch": return launch(object).map { .input(.launch($0)) }
    case "call":
      guard let id = object["call"]?.string, let member = object["member"]?.string else {
        return nil
      }
      return .input(.call(id: id, member: member, with: with))
    case "reply":
      return object["request"]?.string.map { .input(.reply(request: $0, response(object))) }
    case "fail":
      guard let id = object["request"]?.string,
        let kind = object["kind"]?.string.flatMap(Input.Failure.init(rawValue:))
      else { return nil }
      return .input(.fail(request: id, kind))
    case "app":
      var with = with
      if object["storage"] == true { with["storage"] = .object(Object()) }
      return object["to"]?.string.map { .input(.app(to: $0, with: with)) }
    case "device": return .input(.device(with: with))
    case "user":
      guard let show = object["show"]?.string, let act = object["act"]?.string else { return nil }
      return .input(.user(show: show, act: act, with: with))
    case "answer":
      guard let to = object["to"]?.string, let with = object["with"] else { return nil }
      return .input(.answer(to: to, with: with))
    case "release": return object["object"]?.string.map { .input(.release(object: $0)) }
    default: return nil
    }
  }

  private static func launch(_ object: Object) -> Input.Launch? {
    guard let app = object["app"]?.string, let chance = object["chance"]?.number?.double,
      let seed = object["seed"]?.number?.uint64, let locked = object["locked"]?.bool
    else { return nil }
    return Input.Launch(
      app: app, chance: chance, seed: seed, storage: locked ? nil : Storage(),
      device: object["device"]?.object ?? Object())
  }

  private static func response(_ object: Object) -> Response {
    var headers: [Header] = []
    for pair in object["headers"]?.object ?? Object() {
      switch pair.value {
      case .array(let values):
        headers += values.map { Header(name: pair.key, value: $0.string ?? "") }
      default: headers.append(Header(name: pair.key, value: pair.value.string ?? ""))
      }
    }
    let body: Body =
      if let text = object["text"]?.string {
        .text(text)
      } else if let data = object["data"]?.string {
        .bytes([UInt8](hex: data) ?? [])
      } else {
        .none
      }
    return Response(status: object["status"]?.int ?? 0, headers: headers, body: body)
  }
}

extension [UInt8] {
  /// Reads bytes from hex digits of either case; nil where the text is none.
  package init?(hex text: String) {
    let digits = Array<UInt8>(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
      else { return nil }
      append(byte)
    }
  }
}
