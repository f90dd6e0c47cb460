import JSON

/// The words of a run: which its inputs bring, and which must stay as they are.
struct RunWords {
  /// The words that a testee is given, in no order.
  private(set) var given: Set<String> = []
  /// Words that keep their meaning, in lower case.
  private(set) var kept: Set<String> = []
  /// Whether a text or a number seems to hold a date in a form of its own.
  private(set) var holdsDates = false
  /// Kept words of which a testee may say a part, or which it may join from parts.
  private var whole: Set<String> = []
  /// Words that the testee is expected to say.
  private var said: Set<String> = []
  private let vary: Vocabulary.Vary

  init(_ vocabulary: Vocabulary) {
    vary = vocabulary.vary
    keep(vocabulary)
  }

  private init(vary: Vocabulary.Vary) { self.vary = vary }

  /// The same words with those of one run.
  func adding(_ run: Run, _ vocabulary: Vocabulary) -> RunWords {
    var words = self
    for act in run.acts {
      words.add(act.act)
      for step in act.groups.flatMap(\.steps) {
        words.add(step.kind)
        if let reply = step.reply { words.give(reply) }
      }
    }
    for ignore in run.ignores {
      words.give(ignore.reply)
      words.say(ignore.request)
    }
    // What no input brings is the SDK's own word, or one that it makes out of a given one.
    for word in words.said where !words.given.contains(word) {
      words.keep(word: word)
      words.whole.insert(word)
    }
    return words
  }

  /// The given words that others may stand for, in order.
  var free: [String] {
    let words = given.filter { word in
      (2...64).contains(word.utf8.count) && word.utf8.contains(where: \.isLetter)
        && !word.isHex && !isKept(word)
    }
    let pieces = whole.flatMap { word in
      word.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.map { Array($0) }
    }
    let parts = words.filter { word in pieces.contains { $0.holds(word) } }
    // Where a part stays, so does what holds it: a testee may look for the one in the other.
    return words.filter { word in
      !parts.contains(word) && !parts.contains { Array(word.utf8).holds($0) }
    }.sorted { $0.precedes($1) }
  }

  func isKept(_ word: String) -> Bool {
    let plain = word.lowercased()
    return kept.contains(plain) || vary.keep.contains { Pattern.text(plain, fits: $0) }
  }

  mutating func keep(word: String) { kept.insert(word.lowercased()) }
}

// MARK: - What a run gives

extension RunWords {
  private mutating func add(_ act: ActStep.Act) {
    switch act {
    case .call(_, let with, let returns, _):
      give(with.value)
      if let returns { say(returns) }
    case .set(_, let value): give(value.value)
    case .get(_, let returns): say(returns)
    case .reply(_, let reply): give(reply)
    case .app("launch", let with): keep(with.value)
    case .app(_, let with), .user(_, let with): give(with.value)
    case .device(let with, _): keepFacts(with.value)
    case .advance: break
    }
  }

  mutating func give(_ reply: Reply) {
    switch reply {
    case .fails: break
    case .answer(let value): give(value.value)
    case .response(_, let headers, let body):
      for header in headers { keep(text: header.value) }
      switch body {
      case .none, .bytes: break
      case .json(let value): give(value.value)
      case .text(let text):
        if let value = try? Value(json: text) { give(value) } else { keep(text: text) }
      }
    }
  }

  mutating func give(_ value: Value) {
    switch value {
    case .string(let text): give(text: text)
    case .array(let items): for item in items { give(item) }
    case .object(let object):
      if object["$object"] != nil { return give(described: object) }
      for pair in object {
        keep(text: pair.key)
        if isKeeping(pair.key) { keepWhole(pair.value) } else { give(pair.value) }
      }
    case .number(let number): note(number)
    case .null, .bool: break
    }
  }

  private mutating func give(described object: Object) {
    for pair in object["returns"]?.object ?? Object() { give(pair.value) }
    for method in object["calls"]?.object ?? Object() {
      for call in method.value.array ?? [] { if let with = call["with"] { give(with) } }
    }
  }

  private mutating func give(text: String) {
    // A page, or a text that is JSON itself, has a grammar of its own.
    if text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 < 0x20 }) {
      return keep(text: text)
    }
    if let inner = text.innerJSON { return give(inner) }
    for part in text.fixedParts { keep(text: part) }
    for word in text.words(dates: &holdsDates) { given.insert(word) }
  }
}

// MARK: - What stays

extension RunWords {
  private static let keptTags = ["$data", "$uuid", "$number", "$opaque", "$closure", "$time"]

  private func isKeeping(_ key: String) -> Bool {
    Self.keptTags.contains { $0.isSame(as: key) } || vary.under.contains { $0.isSame(as: key) }
  }

  private mutating func keep(text: String) {
    for word in text.words(dates: &holdsDates) { kept.insert(word.lowercased()) }
  }

  private mutating func keep(_ value: Value) {
    switch value {
    case .string(let text): keep(text: text)
    case .array(let items): for item in items { keep(item) }
    case .object(let object):
      for pair in object {
        keep(text: pair.key)
        keep(pair.value)
      }
    case .number(let number): note(number)
    case .null, .bool: break
    }
  }

  private mutating func keepWhole(_ value: Value) {
    keep(value)
    var words = RunWords(vary: vary)
    words.give(value)
    whole.formUnion(words.given)
  }

  /// Facts of the device may be told in part, such as the language alone.
  private mutating func keepFacts(_ value: Value) {
    keep(value)
    var words = RunWords(vary: vary)
    words.give(value)
    for word in words.given {
      for piece in word.split(whereSeparator: { $0 == "-" || $0 == "_" }) {
        keep(word: String(piece))
      }
    }
  }

  private mutating func note(_ number: Number) {
    // Seconds or milliseconds of our years look like nothing else that a spec holds.
    guard let value = number.int else { return }
    let years = 1_600_000_000...2_000_000_000
    if years.contains(value) || years.contains(value / 1000) { holdsDates = true }
  }

  private mutating func keep(_ vocabulary: Vocabulary) {
    keep(text: vocabulary.base)
    keepFacts(.object(vocabulary.deviceDefaults))
    var types: [Vocabulary.ValueType] = []
    for member in vocabulary.members.values {
      keep(text: member.name)
      types += member.arguments.map(\.type)
    }
    for property in vocabulary.properties.values { keep(text: property.name) }
    for callback in vocabulary.callbacks.values {
      keep(text: callback.name)
      types += callback.arguments.map(\.type)
    }
    for path in vocabulary.endpoints.keys { keep(text: path) }
    for effect in vocabulary.effects.values {
      keep(text: effect.kind)
      for name in effect.names.keys { keep(text: name) }
      types += effect.arguments.map(\.type) + effect.names.values.compactMap(\.self)
      if let reply = effect.reply { types.append(reply) }
    }
    for arguments in Array(vocabulary.app.values) + Array(vocabulary.user.values) {
      types += arguments.map(\.type)
    }
    for type in types + vocabulary.device.map(\.type) {
      if case .oneOf(let texts) = type.base { for text in texts { keep(text: text) } }
    }
    for endpoint in vocabulary.endpoints.values {
      if let reply = endpoint.reply { give(reply) }
    }
  }
}

// MARK: - What is expected

extension RunWords {
  private mutating func add(_ kind: Expectation.Kind) {
    switch kind {
    case .request(let request): say(request)
    case .cancel: break
    case .callback(let member, let with, _):
      keep(text: member)
      say(with)
    case .completion(_, let with): if let with { say(with) }
    case .log(_, let text): if let text { say(text) }
    case .other(let kind, let name, let with):
      keep(text: kind)
      say(text: name)
      say(with)
    }
  }

  private mutating func say(_ request: RequestPattern) {
    say(text: request.url)
    for header in request.headers {
      keep(text: header.name)
      say(header.value)
    }
    if let body = request.body { say(body) }
  }

  private mutating func say(_ pattern: Pattern) {
    switch pattern {
    case .exact(let value): say(value)
    case .object(let fields, _):
      for field in fields {
        keep(text: field.key)
        say(field.pattern)
      }
    case .list(let items), .set(let items): for item in items { say(item) }
    case .all(let inner), .optional(let inner), .json(let inner): say(inner)
    case .like(let pieces): for piece in pieces { say(text: piece) }
    case .any, .absent, .bind, .new, .time, .range, .same: break
    }
  }

  private mutating func say(_ value: Value) {
    switch value {
    case .string(let text): say(text: text)
    case .array(let items): for item in items { say(item) }
    case .object(let object):
      for pair in object {
        keep(text: pair.key)
        say(pair.value)
      }
    case .number(let number): note(number)
    case .null, .bool: break
    }
  }

  private mutating func say(text: String) {
    for part in text.fixedParts { keep(text: part) }
    for word in text.words(dates: &holdsDates) { said.insert(word) }
  }
}

extension [UInt8] {
  /// Whether a shorter text stands inside this one.
  fileprivate func holds(_ part: String) -> Bool {
    let size = part.utf8.count
    guard size < count else { return false }
    return (0...(count - size)).contains { self[$0..<($0 + size)].elementsEqual(part.utf8) }
  }
}

extension String {
  /// Whether the text may well be bytes, two digits each.
  fileprivate var isHex: Bool {
    utf8.count >= 8 && utf8.count % 2 == 0
      && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The object or list that the text writes as JSON.
  var innerJSON: Value? {
    guard let first = utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    return try? Value(json: self)
  }

  /// Of an address what names its place: scheme, host and the names of its query.
  fileprivate var fixedParts: [String] {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")),
      utf8[..<colon].allSatisfy({ $0.isLetter })
    else { return [] }
    let rest = utf8[colon...].dropFirst()
    let slash = UInt8(ascii: "/")
    guard rest.starts(with: [slash, slash]) else { return [String(Substring(utf8[..<colon]))] }
    let ends = [slash, UInt8(ascii: "?"), UInt8(ascii: "#")]
    let end = rest.dropFirst(2).firstIndex { ends.contains($0) } ?? utf8.endIndex
    let query = utf8[end...].drop { $0 != UInt8(ascii: "?") }.dropFirst()
    let names = query.split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }.map { pair in
      String(Substring(pair.prefix { $0 != UInt8(ascii: "=") }))
    }
    return [String(Substring(utf8[..<end]))] + names
  }

  /// The words of the text; sets `dates` where it seems to hold a date in a form of its own.
  fileprivate func words(dates: inout Bool) -> [String] {
    guard utf8.count <= Variation.longest else { return [] }
    let bytes = Array(utf8)
    return TextWords(bytes, forms: formRanges).found.map { word in
      for piece in word.pieces where piece.count == 4 && bytes[piece].starts(with: [50, 48]) {
        if bytes[piece].allSatisfy({ (48...57).contains($0) }) { dates = true }
      }
      return String(decoding: bytes[word.range], as: UTF8.self)
    }
  }

  /// Where texts in the form of a UUID or of an instant stand, by bytes.
  var formRanges: [Range<Int>] {
    TextForms(self).map { form in
      utf8.distance(
        from: utf8.startIndex, to: form.range.lowerBound)..<utf8.distance(
          from: utf8.startIndex, to: form.range.upperBound)
    }
  }
}
