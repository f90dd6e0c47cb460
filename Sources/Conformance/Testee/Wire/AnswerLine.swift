import JSON

/// What a testee writes: any number of effects, then one line that ends the turn.
package enum AnswerLine: Hashable, Sendable {
  case hello(Hello)
  case effect(Effect)
  /// The turn is over; the timers that are alive, in any order.
  case idle([Wake])

  /// The line, ended by LF; `re` is the id of the runner's line that it answers.
  package func bytes(re: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, re: re)
    return bytes
  }

  /// Writes the line behind others.
  func append(to bytes: inout [UInt8], re: Int) {
    var object = object
    object["re"] = .int(re)
    Value.object(object).write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private var object: Object {
    switch self {
    case .hello(let hello): return ["hello": hello.value]
    case .effect(let effect): return effect.lineObject
    case .idle(let timers):
      let list = timers.map { timer -> Value in
        var object: Object = ["at": .number(Number(timer.at))]
        object["name"] = timer.name.map { .string($0) }
        return .object(object)
      }
      return ["idle": ["timers": .array(list)]]
    }
  }
}

extension Effect {
  // As in a recording, but bodies as they were sent, and values in their tags.
  fileprivate var lineObject: Object {
    switch self {
    case .note(let text): return ["see": "note", "text": .string(text)]
    case .request(let request):
      var line: Object = [
        "see": "request", "request": .string(request.id), "method": .string(request.method),
        "url": .string(request.url), "headers": request.headers.value,
      ]
      switch request.body {
      case .none: break
      case .text(let text): line["text"] = .string(text)
      case .bytes(let bytes): line["base64"] = .string(Base64.text(of: bytes))
      }
      return line
    case .other(let kind, let id, _, let with):
      var line = object ?? Object()
      line["with"] = .object(with.travelling)
      if kind == "show" {
        line["ask"] = nil
        line["show"] = id.map { .string($0) }
      }
      return line
    default:
      var line = object ?? Object()
      for key in ["with", "value"] {
        if let value = line[key] { line[key] = value.travelling }
      }
      return line
    }
  }
}
