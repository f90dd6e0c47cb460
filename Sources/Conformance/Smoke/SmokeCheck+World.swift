import JSON

extension SmokeCheck {
  /// The app's objects and the network.
  static var world: [SmokeCheck] { [objects, release, bodies, replies, failures] }

  private static var objects: SmokeCheck {
    SmokeCheck(
      "an object of the app is called and answers",
      fix: "write a callback for each method call on it, and return what 'returns' says"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      for name in ["O.1_x-", "r1"] {
        let turn = try session.call(
          "smoke.object",
          ["object": ["$object": .string(name), "returns": ["ping": 7]], "value": "hi"], id: "c1")
        let callback = Effect.callback(object: name, member: "ping", with: ["value": "hi"])
        guard turn.effects.contains(callback) else {
          throw .fails("no callback 'ping' on '\(name)' with the value came" + session.told(turn))
        }
        guard turn.effects.contains(.returned(call: "c1", value: 7)) else {
          throw .fails("what 'ping' answers by its description, 7, did not reach its caller")
        }
      }
    }
  }

  private static var release: SmokeCheck {
    SmokeCheck(
      "a released object is gone",
      fix: "drop the adapter's reference at release, so that the SDK's weak one empties in the turn"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      _ = try session.call("smoke.object", ["object": ["$object": "keeper"], "value": 1])
      let before = try session.result("smoke.alive")
      guard before == true else {
        throw .fails("it was gone before its release: smoke.alive returned \(before.brief)")
      }
      try session.take(.release(object: "keeper"))
      let after = try session.result("smoke.alive")
      guard after == false else {
        throw .fails("after its release smoke.alive returned \(after.brief)")
      }
    }
  }

  /// Sends values one after the other, and has each come back in the reply.
  static func sendAndReceive(_ values: [Value], _ session: SmokeSession) throws(SmokeFlaw) {
    for (index, value) in values.enumerated() {
      let call = "s\(index)"
      let request = try sent(value, by: call, session)
      let body = try body(of: request)
      try demand(body["value"] ?? .null, value, "in a request's body")
      let turn = try session.take(.reply(request: request.id, reply(value)))
      try demand(try answer(to: call, turn, session), value, "in a reply's body")
    }
  }

  private static func sent(
    _ value: Value, by call: String, _ session: SmokeSession
  ) throws(SmokeFlaw) -> Effect.Request {
    let turn = try session.call(
      "smoke.send", ["value": value, "completion": SmokeSession.completion], id: call)
    guard let request = turn.requests.first, turn.requests.count == 1 else {
      throw .fails(
        "\(turn.requests.count) requests came in the turn of smoke.send" + session.told(turn),
        fix: "make its one request in its turn: write idle when nothing can run any more")
    }
    guard request.method == "POST", request.url.isSame(as: "https://smoke.test/echo") else {
      throw .fails(
        "the request is \(request.method) \(request.url)",
        fix: "let smoke.send make a POST to https://smoke.test/echo")
    }
    return request
  }

  private static func body(of request: Effect.Request) throws(SmokeFlaw) -> Value {
    guard case .text(let text) = request.body else {
      throw .fails("the request of smoke.send has no text", fix: "write the body in 'text'")
    }
    do throws(JSONError) {
      return try Value(json: text)
    } catch {
      throw .fails("the body of smoke.send is no JSON (\(error.problem))")
    }
  }

  private static func reply(_ value: Value) -> Response {
    Response(
      headers: [Header(name: "Content-Type", value: "application/json")],
      body: .text(Value.object(["value": value]).canonicalText))
  }

  private static func answer(
    to call: String, _ turn: Turn, _ session: SmokeSession
  ) throws(SmokeFlaw) -> Value {
    let values = turn.completions(of: call)
    guard let value = values.first, values.count == 1 else {
      throw .fails(
        "\(values.count) completions of call '\(call)' came in the turn of its reply"
          + session.told(turn))
    }
    return value
  }

  private static var bodies: SmokeCheck {
    SmokeCheck(
      "bodies travel as they are",
      fix: "hand bodies on as text, in UTF-8, and let the SDK's own JSON code read them"
    ) { smoke throws(SmokeFlaw) in
      try sendAndReceive(texts.map { .string($0) } + [.null, ["a": [1, true]]], smoke.launched())
    }
  }

  private static var replies: SmokeCheck {
    SmokeCheck(
      "open requests are told apart",
      fix: "give each request an id that is new in its launch, and answer the one that is named"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let first = try sent("first", by: "a", session)
      let second = try sent("second", by: "b", session)
      guard !first.id.isSame(as: second.id) else {
        throw .fails("two requests have the id '\(first.id)'")
      }
      for (request, call, other) in [(second, "b", "a"), (first, "a", "b")] {
        let turn = try session.take(.reply(request: request.id, reply(.string(call))))
        guard turn.completions(of: other).isEmpty else {
          throw .fails("the reply to the request of call '\(call)' went to call '\(other)'")
        }
        try demand(try answer(to: call, turn, session), .string(call), "in a reply's body")
      }
    }
  }

  private static var failures: SmokeCheck {
    SmokeCheck(
      "a failed request is told to the SDK",
      fix: "fail the request in the way of the platform, and let smoke.send complete with null"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      for kind in Input.Failure.allCases {
        let call = "f.\(kind.rawValue)"
        let request = try sent(1, by: call, session)
        let turn = try session.take(.fail(request: request.id, kind))
        try demand(try answer(to: call, turn, session), .null, "as the value of a failed request")
      }
    }
  }
}
