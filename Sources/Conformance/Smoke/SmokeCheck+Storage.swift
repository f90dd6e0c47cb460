import JSON

extension SmokeCheck {
  /// What is kept over launches, and what is not.
  static var storage: [SmokeCheck] { [bigLaunch, exact, nothingShared] }

  private static var bigLaunch: SmokeCheck {
    SmokeCheck(
      "a launch line of 10 MB is read",
      fix: "read lines of any length, in pieces that are joined once"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.greeted()
      // In sixteen texts, since an answer may not be as long as a launch.
      let size = smoke.setting.largest / 16
      var disk = Object()
      for index in 0..<16 {
        let text = String(repeating: "\(index % 10)", count: size)
        disk["smoke/big-\(index)"] = .string(Value.string(text).canonicalText)
      }
      try session.launch(Storage(disk: disk))
      let turn = try session.take(
        .call(id: "c1", member: "smoke.kept", with: ["key": "smoke/big-15"]))
      // Where nothing can be read back, that the launch was answered must do.
      guard case .returned(_, let value)? = turn.effects.first else { return }
      guard value.string?.utf8.count == size else {
        throw .fails("of a text of \(size) bytes smoke.kept returned \(value.brief)")
      }
    }
  }

  /// Keeps values, and has them read after the next launch.
  static func keepAndRead(_ values: [Value], _ smoke: Smoke) throws(SmokeFlaw) {
    let session = try smoke.launched()
    for (index, value) in values.enumerated() {
      let key = "smoke/\(index)"
      let turn = try session.call("smoke.keep", ["key": .string(key), "value": value])
      guard let text = session.storage.disk[key]?.string else {
        throw .fails(
          "smoke.keep stored nothing on disk under '\(key)'" + session.told(turn),
          fix: "write {\"see\":\"store\",\"disk\":{key: text}} in the turn of the change")
      }
      guard let kept = try? Value(json: text) else {
        throw .fails("smoke.keep stored \(Value.string(text).brief), which is no JSON")
      }
      try demand(kept, value, "in storage")
    }
    let next = try smoke.relaunched(session, session.storage)
    for (index, value) in values.enumerated() {
      let got = try next.result("smoke.kept", ["key": .string("smoke/\(index)")])
      try demand(got, value, "kept over a launch")
    }
  }

  private static var exact: SmokeCheck {
    SmokeCheck(
      "storage is what the launch says it is",
      fix: "keep all keys and texts of 'storage' as they are, and nothing from elsewhere"
    ) { smoke throws(SmokeFlaw) in
      try keepAndRead(texts.map { .string($0) } + ["", " x ", ["a": [1, .null]]], smoke)
      // Keys of any spelling, and texts that no launch before has written.
      var disk = Object()
      for text in texts where !text.isEmpty { disk["smoke/\(text)"] = "[1, 2]" }
      let session = try smoke.launched(Storage(disk: disk))
      for pair in disk {
        let got = try session.result("smoke.kept", ["key": .string(pair.key)])
        try demand(got, [1, 2], "under the key \(Value.string(pair.key).brief)")
      }
    }
  }

  private static var nothingShared: SmokeCheck {
    SmokeCheck(
      "two launches share nothing",
      fix: "make all anew at launch: SDK, storage, timers, open requests; let go of the old ones"
    ) { smoke throws(SmokeFlaw) in
      let session = try smoke.launched()
      let timers = session.timers.count
      let turns = try [
        session.take(.call(id: "k", member: "smoke.keep", with: ["key": "smoke/k", "value": 1])),
        session.take(
          .call(
            id: "w", member: "smoke.wait",
            with: ["milliseconds": 1000, "completion": SmokeSession.completion])),
      ]
      let isTried = turns.contains { turn in
        !turn.effects.contains { if case .unsupported = $0 { true } else { false } }
      }
      guard isTried else { throw .lacks("smoke.keep") }
      let next = try smoke.relaunched(session, Storage())
      guard next.timers.count == timers else {
        throw .fails("a timer of the launch before is named by the new one")
      }
      let kept = try next.take(.call(id: "k", member: "smoke.kept", with: ["key": "smoke/k"]))
      if case .returned(_, let value)? = kept.effects.first {
        try demand(value, .null, "as what a launch without storage has kept")
      }
      let turn = try next.tick(at: next.now + 1000)
      guard turn.completions(of: "w").isEmpty else {
        throw .fails("a timer of the launch before fired in the new one")
      }
    }
  }
}
