import JSON

/// What the runner writes: one JSON object a line, ASCII only, ended by LF.
package enum InputLine {
  /// The greeting of a child.
  package static func hello(
    id: Int, suite: String, protocols: [Int] = Hello.protocols
  ) -> [UInt8] {
    line([
      "id": .int(id), "do": "hello", "protocol": .array(protocols.map { .int($0) }),
      "suite": .string(suite), "runner": .string("conformance \(suiteVersion)"),
    ])
  }

  /// The line of an input.
  package static func bytes(_ input: Input, id: Int) -> [UInt8] {
    var object = input.act.lineObject
    object["id"] = .int(id)
    object["now"] = .number(Number(input.now))
    object["wall"] = .number(Number(input.wall))
    return line(object)
  }

  private static func line(_ object: Object) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    Value.object(object).write(into: &bytes, ascii: true)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

extension Input.Act {
  // As in a recording, with what a recording leaves out, and values in their tags.
  fileprivate var lineObject: Object {
    var line = object
    switch self {
    case .launch(let launch):
      line["locked"] = nil
      line["storage"] = launch.storage?.value ?? .null
    case .call(_, _, let with): line["with"] = .object(with.travelling)
    case .answer(_, let with): line["with"] = with.travelling
    case .reply(_, let response):
      if case .bytes(let bytes) = response.body {
        line["data"] = nil
        line["base64"] = .string(Base64.text(of: bytes))
      }
    case .app(_, let with):
      line["storage"] = nil
      line["with"] = .object(with)
    default: break
    }
    return line
  }
}
