import JSON

extension SmokeCheck {
  /// How lines are read and written.
  static var lines: [SmokeCheck] {
    [answers, ids, fields, spellings, pieces, prints, noise, unknown, exception]
  }

  private static var answers: SmokeCheck {
    SmokeCheck(
      "re is the id of the line that is answered",
      fix: "copy 'id' of the runner's line into 're' of every line of the turn; do not count"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.greeted()
      session.stride = 1000
      try session.launch()
      try session.tick(at: 1)
    }
  }

  private static var ids: SmokeCheck {
    SmokeCheck(
      "ids may have any spelling",
      fix: "take ids as texts and give them back as they came"
    ) { smoke throws(SmokeFlaw) in
      var session = try smoke.launched()
      let long = String(repeating: "aB3.", count: 16)
      for id in ["C.9_x-1", long, "7", "r1", "-"] {
        let got = try session.result("smoke.echo", ["value": 1], id: id)
        guard got == 1 else { throw .fails("a call '\(id)' returned \(got.brief)") }
      }
      // The same again in another launch, with other ids.
      session = try smoke.relaunched(session, Storage())
      _ = try session.result("smoke.echo", ["value": 1], id: "c1")
    }
  }

  private static var fields: SmokeCheck {
    SmokeCheck(
      "unknown fields are passed over",
      fix: "read the fields you know, and ignore the rest: later runners may write more"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.session()
      session.spelling = { line in
        var object = (try? Value(json: String(decoding: line, as: UTF8.self)))?.object ?? Object()
        object["later"] = ["such": [1, "thing"]]
        return [Array((Value.object(object).canonicalText + "\n").utf8)]
      }
      _ = try session.greet()
      try session.launch()
      try session.tick(at: 1)
    }
  }

  private static var spellings: SmokeCheck {
    SmokeCheck(
      "JSON may have any spelling",
      fix: "read lines by a JSON library: keys in any order, blanks, a CR before the LF, escapes"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.session()
      session.spelling = { [Self.respelled($0)] }
      _ = try session.greet()
      try session.launch()
      try session.tick(at: 1)
    }
  }

  // Keys from last to first, `do` as an escape, blanks all over, and a CR.
  private static func respelled(_ line: [UInt8]) -> [UInt8] {
    let object = (try? Value(json: String(decoding: line, as: UTF8.self)))?.object ?? Object()
    let pairs = object.pairs.reversed().map { pair in
      let key = pair.key == "do" ? #""\u0064o""# : "\"\(pair.key)\""
      return "\(key) :\t\(pair.value.canonicalText)"
    }
    return Array((" { " + pairs.joined(separator: " , ") + " } \r\n").utf8)
  }

  private static var pieces: SmokeCheck {
    SmokeCheck(
      "a line may come in pieces",
      fix: "read on until the LF; what a pipe gives at once is no line"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.session()
      session.spelling = { [Array($0.prefix($0.count / 2)), Array($0.dropFirst($0.count / 2))] }
      _ = try session.greet()
      try session.launch()
      try session.tick(at: 1)
    }
  }

  private static let printsFix =
    "keep stdout for yourself: before the SDK is loaded, point its print at stderr"

  private static var prints: SmokeCheck {
    SmokeCheck("stray prints stay out of the lines", fix: printsFix) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      for text in ["careless", #"{"re":1,"idle":{"timers":[]}}"#, "ünï\u{2028}\n\n"] {
        _ = try session.call("smoke.print", ["text": .string(text)])
      }
      try session.tick(at: 1)
      if case .line(let stray) = session.channel.hear(within: 20) {
        throw .fails("out of its turn came \(session.quote(stray))")
      }
    }
  }

  private static var noise: SmokeCheck {
    SmokeCheck("a print of 1 MiB does no harm", fix: printsFix) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let size = min(1 << 20, smoke.setting.largest)
      let text = String(repeating: "0123456789abcde\n", count: size / 16)
      _ = try session.call("smoke.print", ["text": .string(text)])
      try session.tick(at: 1)
    }
  }

  private static var unknown: SmokeCheck {
    SmokeCheck(
      "an unknown member is unsupported",
      fix: "write {\"see\":\"unsupported\",\"what\":the member} for what is not built, then idle"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let turn = try session.take(.call(id: "c1", member: "smoke.noSuchMember", with: [:]))
      let isTold = turn.effects.contains { if case .unsupported = $0 { true } else { false } }
      guard isTold else {
        throw .fails("no 'unsupported' came" + session.told(turn))
      }
      guard turn.effects.count(where: \.isVisible) == 1 else {
        throw .fails("more than 'unsupported' came" + session.told(turn))
      }
      try session.tick(at: 1)
    }
  }

  private static var exception: SmokeCheck {
    SmokeCheck(
      "an exception is told as a fault, and the port lives on",
      fix:
        "catch what nobody caught, also in tasks and timers: write fault with the stack, then idle"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let turn = try session.take(.call(id: "c1", member: "smoke.throw", with: [:]))
      for effect in turn.effects {
        if case .unsupported = effect { throw .lacks("smoke.throw") }
      }
      let isTold = turn.effects.contains { if case .fault = $0 { true } else { false } }
      guard isTold else { throw .fails("no 'fault' came" + session.told(turn)) }
      try session.tick(at: 1)
      _ = try smoke.relaunched(session, Storage())
    }
  }
}
