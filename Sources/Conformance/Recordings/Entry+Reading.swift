import JSON

extension Playback {
  /// The input that a recorded line holds, with its time; nil for an effect.
  static func event(
    of line: String
  ) throws(TesteeError) -> (at: Int64, event: TraceEntry.Event)? {
    guard let value = try? Value(json: line), let object = value.object else {
      throw TesteeError("this line of the recording is no JSON: \(line)")
    }
    guard let act = object["do"]?.string else { return nil }
    guard let at = object["at"]?.int, let event = Self.event(act, object) else {
      throw TesteeError("this line of the recording is no input: \(line)")
    }
    return (Int64(at), event)
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
    var half: UInt8?
    self = []
    for byte in text.utf8 {
      guard let digit = byte.hexDigit else { return nil }
      if let high = half { append(high << 4 | digit) }
      half = half == nil ? digit : nil
    }
    guard half == nil else { return nil }
  }
}

extension UInt8 {
  // The standard library's reader would take a sign too.
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
