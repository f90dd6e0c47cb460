import JSON

/// Reads the lines that a testee writes, strictly: what the protocol does not know is refused.
package struct AnswerReader: Sendable {
  /// The kinds of effect that the suite's vocabulary declares, in the order of their bytes.
  let kinds: [String]

  /// `kinds`: the effects that the suite's vocabulary declares.
  package init(kinds: some Sequence<String>) {
    self.kinds = kinds.sorted { $0.precedes($1) }
  }

  /// The id that a line answers, and what it says.
  package func read(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireFault) -> (re: Int, line: AnswerLine) {
    let value: Value
    do throws(JSONError) {
      value = try Value(json: bytes)
    } catch {
      throw WireFault(Self.why(bytes, error))
    }
    guard let object = value.object else {
      throw WireFault("this is JSON, but no object; stray prints belong on stderr")
    }
    guard let re = object["re"] else { throw WireFault("the line lacks 're'") }
    guard let number = re.int else {
      throw WireFault("'re' is \(re.brief), not the id of the runner's line")
    }
    return (number, try line(object))
  }

  // A byte order mark, colours and CR are told by name: they cannot be seen in a quote.
  private static func why(_ bytes: UnsafeBufferPointer<UInt8>, _ error: JSONError) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return "the line begins with a byte order mark; write UTF-8 without one"
    }
    if bytes.first == 0x1B {
      return "the line begins with a terminal's colours; stray prints belong on stderr"
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      return "the line is empty; stray prints belong on stderr"
    }
    guard bytes.first == UInt8(ascii: "{") else {
      return "this is no line of the protocol; stray prints belong on stderr"
    }
    return "this is no JSON object (column \(error.column): \(error.problem))"
  }

  private func line(_ object: Object) throws(WireFault) -> AnswerLine {
    if object["hello"] != nil {
      var fields = LineFields(object, of: "hello")
      _ = fields.take("re")
      let hello = try fields.optionalObject("hello") ?? Object()
      try fields.end()
      return .hello(try Self.hello(hello))
    }
    if object["idle"] != nil {
      var fields = LineFields(object, of: "idle")
      _ = fields.take("re")
      let idle = try fields.optionalObject("idle") ?? Object()
      try fields.end()
      return .idle(try Self.timers(idle))
    }
    guard let see = object["see"] else {
      throw WireFault("the line has none of 'see', 'idle', 'hello'")
    }
    guard let kind = see.string else { throw WireFault("'see' is \(see.brief), not a string") }
    var fields = LineFields(object, of: kind)
    _ = fields.take("re")
    _ = fields.take("see")
    let effect = try self.effect(kind, &fields)
    try fields.end()
    return .effect(effect)
  }

  private static func hello(_ object: Object) throws(WireFault) -> Hello {
    var fields = LineFields(object, of: "hello")
    let version = try fields.integer("protocol")
    let name = try fields.text("name")
    let sdk = try fields.text("sdk")
    guard let list = fields.take("claims") else { throw fields.missing("claims") }
    var claims: [String] = []
    for item in list.array ?? [.null] {
      guard let claim = item.string else {
        throw fields.fault("claims", list, "a list of capabilities")
      }
      claims.append(claim)
    }
    let how = try fields.optionalText("fresh") ?? Hello.Fresh.instance.rawValue
    guard let fresh = Hello.Fresh(rawValue: how) else {
      throw fields.fault("fresh", .string(how), "'instance' or 'process'")
    }
    try fields.end()
    return Hello(version: version, name: name, sdk: sdk, claims: claims, fresh: fresh)
  }

  private static func timers(_ object: Object) throws(WireFault) -> [Wake] {
    var fields = LineFields(object, of: "idle")
    guard let list = fields.take("timers") else { throw fields.missing("timers") }
    guard let items = list.array else { throw fields.fault("timers", list, "a list") }
    try fields.end()
    var timers: [Wake] = []
    timers.reserveCapacity(items.count)
    for item in items {
      var timer = LineFields(item.object ?? Object(), of: "a timer of idle")
      guard let at = timer.take("at") else { throw timer.missing("at") }
      guard let instant = at.int else {
        throw timer.fault("at", at, "a whole number of milliseconds; round a fraction up")
      }
      timers.append(Wake(at: Int64(instant), name: try timer.optionalText("name")))
      try timer.end()
    }
    return timers
  }

  private func effect(
    _ kind: String, _ fields: inout LineFields
  ) throws(WireFault) -> Effect {
    switch kind {
    case "return":
      let call = try fields.id("call")
      guard let value = try fields.value("value") else { throw fields.missing("value") }
      return .returned(call: call, value: value)
    case "completion":
      let call = try fields.id("call")
      let name = try fields.text("name")
      try Self.thread(&fields)
      return .completion(call: call, name: name, with: try fields.value("with"))
    case "callback":
      let object = try fields.id("object")
      let member = try fields.text("member")
      try Self.thread(&fields)
      return .callback(object: object, member: member, with: try fields.arguments("with"))
    case "request":
      return .request(
        Effect.Request(
          id: try fields.id("request"), method: try fields.text("method"),
          url: try fields.text("url"), headers: try fields.headers(), body: try fields.body()))
    case "cancel": return .cancel(request: try fields.id("request"))
    case "close": return .close(show: try fields.id("show"))
    case "store":
      return .store(
        disk: try Self.kept("disk", &fields), keychain: try Self.kept("keychain", &fields))
    case "log": return .log(level: try fields.text("level"), text: try fields.text("text"))
    case "note": return .note(try fields.text("text"))
    case "unsupported": return .unsupported(what: try fields.text("what"))
    case "fault": return .fault(message: try fields.text("message"))
    default: return try declared(kind, &fields)
    }
  }

  // An effect of the vocabulary; `show` is the one whose id later inputs name as such.
  private func declared(_ kind: String, _ fields: inout LineFields) throws(WireFault) -> Effect {
    guard kinds.contains(where: { $0.isSame(as: kind) }) else {
      let known = Self.builtIn + kinds
      throw WireFault("there is no effect '\(kind)'\(suggestion(for: kind, among: known))")
    }
    let id = try kind == "show" ? fields.id("show") : fields.optionalID("ask")
    return .other(
      kind: kind, id: id, name: try fields.text("name"), with: try fields.arguments("with"))
  }

  private static let builtIn = [
    "return", "completion", "callback", "request", "cancel", "close", "store", "log", "note",
    "unsupported", "fault",
  ]

  private static func thread(_ fields: inout LineFields) throws(WireFault) {
    guard let thread = try fields.optionalText("thread") else { return }
    guard ["main", "background"].contains(thread) else {
      throw fields.fault("thread", .string(thread), "'main' or 'background'")
    }
  }

  private static func kept(
    _ area: String, _ fields: inout LineFields
  ) throws(WireFault) -> Object? {
    guard let keys = try fields.optionalObject(area) else { return nil }
    for pair in keys {
      switch pair.value {
      case .string, .null: break
      default: throw fields.fault("\(area).\(pair.key)", pair.value, "a string or null")
      }
    }
    return keys
  }
}
