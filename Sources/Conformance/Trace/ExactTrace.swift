import JSON

/// A trace as a recording holds it: one canonical JSON line an entry, ids and instants named.
///
/// A text in the form of a UUID that stood in no earlier input becomes `id-1`, `id-2`, … in order
/// of appearance; one in the form of an instant becomes `@` and its milliseconds since the run's
/// first. Inside longer texts (what is stored) the same holds, so that a seed or a date of the
/// runner's own never shows.
package struct ExactTrace {
  package private(set) var lines: [String] = []
  private var names: [(id: String, name: String)] = []
  private var literals: [String] = []
  private let epoch: Int64

  /// `epoch`: the run's first instant, in milliseconds since 1970 UTC.
  package init(epoch: Int64) { self.epoch = epoch }

  /// The lines of a whole trace; notes leave none.
  package static func lines(of trace: [TraceEntry], epoch: Int64) -> [String] {
    var exact = ExactTrace(epoch: epoch)
    for entry in trace { exact.append(entry) }
    return exact.lines
  }

  /// Appends an entry; gives whether it has a line.
  @discardableResult
  package mutating func append(_ entry: TraceEntry) -> Bool {
    guard var object = named(entry) else { return false }
    object["at"] = .number(Number(entry.at))
    lines.append(Value.object(object).canonicalText)
    return true
  }

  /// The next entry as an object without its time, ids and instants named; nil for a note.
  mutating func named(_ entry: TraceEntry) -> Object? {
    guard let object = Self.object(of: entry.event) else { return nil }
    guard case .effect = entry.event else {
      learn(.object(object))
      return object
    }
    return named(.object(object)).object ?? object
  }

  private mutating func learn(_ value: Value) {
    switch value {
    case .string(let text):
      for token in Tokens(text) { literals.append(String(text.utf8[token.range]) ?? "") }
    case .array(let items): for item in items { learn(item) }
    case .object(let object): for pair in object { learn(pair.value) }
    default: break
    }
  }

  private mutating func named(_ value: Value) -> Value {
    switch value {
    case .string(let text): return .string(named(text))
    case .array(let items):
      var result: [Value] = []
      result.reserveCapacity(items.count)
      for item in items { result.append(named(item)) }
      return .array(result)
    case .object(let object):
      var result = Object()
      for pair in object { result[named(pair.key)] = named(pair.value) }
      return .object(result)
    default: return value
    }
  }

  private mutating func named(_ text: String) -> String {
    let tokens = Tokens(text)
    guard !tokens.isEmpty else { return text }
    var result = ""
    var from = text.utf8.startIndex
    for token in tokens {
      let raw = String(text.utf8[token.range]) ?? ""
      guard !literals.contains(where: { $0.isSame(as: raw) }) else { continue }
      result += String(text.utf8[from..<token.range.lowerBound]) ?? ""
      switch token.kind {
      case .uuid: result += name(of: raw)
      case .instant(let wall): result += "@\(wall - epoch)"
      }
      from = token.range.upperBound
    }
    return result + (String(text.utf8[from...]) ?? "")
  }

  private mutating func name(of id: String) -> String {
    if let known = names.first(where: { $0.id.isSame(as: id) }) { return known.name }
    let name = "id-\(names.count + 1)"
    names.append((id, name))
    return name
  }
}

extension ExactTrace {
  /// An entry as an object without its time, or nil for what no trace holds.
  private static func object(of event: TraceEntry.Event) -> Object? {
    switch event {
    case .input(let act): act.object
    case .advance(let time, let quiet):
      ["do": "advance", "for": .number(Number(time)), "quiet": .bool(quiet)]
    case .world(let what, let with):
      ["do": "world", "what": .string(what), "with": .object(with)]
    case .clock(let wall): ["do": "clock", "wall": .number(Number(wall))]
    case .effect(let effect): effect.object
    }
  }
}

/// The places in a text that have the form of a UUID or of an instant.
private struct Tokens: Sequence {
  enum Kind {
    case uuid
    case instant(Int64)
  }

  private var found: [(range: Range<String.Index>, kind: Kind)] = []

  var isEmpty: Bool { found.isEmpty }

  init(_ text: String) {
    guard text.utf8.count >= 24 else { return }
    var copy = text
    let places = copy.withUTF8 { Self.places(in: $0) }
    guard !places.isEmpty else { return }
    for (start, count, kind) in places {
      let from = text.utf8.index(text.utf8.startIndex, offsetBy: start)
      found.append((from..<text.utf8.index(from, offsetBy: count), kind))
    }
  }

  func makeIterator() -> IndexingIterator<[(range: Range<String.Index>, kind: Kind)]> {
    found.makeIterator()
  }

  private static func places(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> [(start: Int, count: Int, kind: Kind)] {
    var places: [(Int, Int, Kind)] = []
    var index = 0
    while index + 24 <= bytes.count {
      // Both forms have a dash early, at places that no other text often has.
      if index + 36 <= bytes.count, bytes[index + 8] == 45,
        Pattern.AnyType.isUUID(bytes[index..<index + 36])
      {
        places.append((index, 36, .uuid))
        index += 36
      } else if bytes[index + 4] == 45, bytes[index + 23] == 90,
        let instant = InstantText.parse(bytes: .init(rebasing: bytes[index..<index + 24]))
      {
        places.append((index, 24, .instant(instant)))
        index += 24
      } else {
        index += 1
      }
    }
    return places
  }
}
