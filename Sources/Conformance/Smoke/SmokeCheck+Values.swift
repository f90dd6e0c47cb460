import JSON

extension SmokeCheck {
  /// How values travel.
  static var values: [SmokeCheck] {
    [plain, unicode, wideInCall, wideInBody, wideInStorage, notNumbers, tags]
  }

  /// Throws unless what came back is what was sent.
  static func demand(_ got: Value, _ sent: Value, _ how: String) throws(SmokeFlaw) {
    guard got != sent else { return }
    if let a = got.number, let b = sent.number, b.isInteger, a.double == b.double {
      throw .fails("\(sent.brief) \(how) came back as \(got.brief): it was read as a double")
    }
    throw .fails("\(sent.brief) \(how) came back as \(got.brief)")
  }

  private static func echo(
    _ values: [Value], _ smoke: Smoke, _ how: String
  ) throws(SmokeFlaw) {
    let session = try smoke.launched()
    for value in values {
      try demand(try session.result("smoke.echo", ["value": value]), value, how)
    }
  }

  private static var plain: SmokeCheck {
    SmokeCheck(
      "JSON comes back from a call as it went",
      fix: "hand values on as they are: null, numbers, lists, objects; a key $$x is the key $x"
    ) { smoke throws(SmokeFlaw) in
      let values: [Value] = [
        .null, true, false, 0, -1, .number(Number(0.1) ?? Number(0)),
        .number(Number(-2.5e-8) ?? Number(0)), .number(Number(1e300) ?? Number(0)), "", "null",
        [], [:], [[], [.null]], ["a": .null, "b": ["": [1, "1", true]]], ["$$price": 1],
      ]
      try echo(values, smoke, "through a call")
    }
  }

  /// Accents apart, pairs of surrogates, a joined family, U+0000, rare line ends, both directions.
  static let texts = [
    "Grüße", "e\u{301}\u{E9}", "\u{1F600}\u{10FFFF}", "👩‍👩‍👧", "a\u{0}b", "x\u{2028}y\u{2029}z\u{85}",
    "\"\\/\u{8}\u{C}\n\r\t\u{7F}", "\u{FEFF}مرحبا\u{200F}", "\u{FFFD}\u{FFFF}",
  ]

  private static var unicode: SmokeCheck {
    SmokeCheck(
      "every text comes back as it went",
      fix: "join \\uD83D\\uDE00 to one character, normalise nothing, write UTF-8 or escapes"
    ) { smoke throws(SmokeFlaw) in
      try echo(texts.map { .string($0) } + texts.map { [$0: 1] }, smoke, "through a call")
    }
  }

  /// 2^53+1, 2^64−1 and −2^63.
  static let wide: [Value] = [
    .number(Number(Int64(1) << 53 + 1)), .number(Number(UInt64.max)), .number(Number(Int64.min)),
  ]

  private static let wideFix =
    "read and write whole numbers from -2^63 to 2^64-1 exactly, not as doubles"

  private static var wideInCall: SmokeCheck {
    SmokeCheck("2^53+1 and 2^64-1 pass through a call", fix: wideFix + "; they travel as $int") {
      smoke throws(SmokeFlaw) in
      try echo(wide + [["a": [wide[0]]]], smoke, "through a call")
    }
  }

  private static var wideInBody: SmokeCheck {
    SmokeCheck(
      "2^53+1 and 2^64-1 pass through a body", fix: wideFix + "; in bodies they have no tag"
    ) { smoke throws(SmokeFlaw) in
      try sendAndReceive(wide, smoke.launched())
    }
  }

  private static var wideInStorage: SmokeCheck {
    SmokeCheck("2^53+1 and 2^64-1 pass through storage", fix: wideFix + "; kept as JSON text") {
      smoke throws(SmokeFlaw) in
      try keepAndRead(wide, smoke)
    }
  }

  private static var notNumbers: SmokeCheck {
    SmokeCheck(
      "NaN and the infinities pass through a call",
      fix: "read and write them as {\"$number\":\"nan\"}, \"inf\" and \"-inf\""
    ) { smoke throws(SmokeFlaw) in
      try echo(
        [["$number": "nan"], ["$number": "inf"], [["$number": "-inf"]]], smoke, "through a call")
    }
  }

  private static var tags: SmokeCheck {
    SmokeCheck(
      "dates, bytes, URLs and UUIDs pass through a call",
      fix: "read and write $date, $data, $url and $uuid as the language's own types"
    ) { smoke throws(SmokeFlaw) in
      try echo(
        [
          ["$date": "2026-01-01T00:00:00.000Z"], ["$date": "1999-12-31T23:59:59.999Z"],
          ["$data": "00ff7f"], ["$data": ""], ["$url": "https://a.test/b?c=%20d"],
          ["$uuid": "0f0e0d0c-0b0a-4908-8706-050403020100"],
        ], smoke, "through a call")
    }
  }
}
