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
    guard let object = entry.event.object else { return nil }
    guard case .effect = entry.event else {
      learn(.object(object))
      return object
    }
    return named(.object(object)).object ?? object
  }

  private mutating func learn(_ value: Value) {
    switch value {
    case .string(let text):
      for token in TextForms(text) { literals.append(String(text.utf8[token.range]) ?? "") }
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
    let tokens = TextForms(text)
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
