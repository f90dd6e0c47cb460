import JSON

/// A value or a pattern line by line, as a spec would write it, with a place in it marked.
struct Outline {
  struct Line: Hashable {
    /// How deep it stands, from 0.
    var depth: Int
    var text: String
    var isMarked: Bool
  }

  private(set) var lines: [Line] = []

  typealias Path = ArraySlice<Difference.Part>

  /// The most lines that are told; beyond it those far from the mark are left out.
  static let limit = 60

  /// Outlines a value, or nothing at all.
  ///
  /// A nil path marks nothing.
  init(_ value: Value?, at path: [Difference.Part]?) {
    if let value {
      add("", value, path.map { $0[...] }, 0)
    } else {
      lines = [Line(depth: 0, text: "nothing", isMarked: path != nil)]
    }
    cut()
  }

  /// Outlines a pattern; `instead` is what it came to mean at the marked place.
  init(_ pattern: Pattern, at path: [Difference.Part]?, instead: Pattern? = nil) {
    add("", pattern, path.map { $0[...] }, 0, instead)
    cut()
  }

  private mutating func line(_ depth: Int, _ told: String, _ path: Path?) {
    // The label of what follows on lines of its own has nothing behind it.
    let text = told.hasSuffix(" ") ? String(told.dropLast()) : told
    lines.append(
      Line(
        depth: depth, text: EntryText.shortened(text, to: 600), isMarked: path?.isEmpty ?? false))
  }

  private mutating func add(_ label: String, _ value: Value, _ path: Path?, _ depth: Int) {
    let inner = label.isEmpty ? depth : depth + 1
    let marked: Path? = path?.isEmpty == true ? path : nil
    switch value {
    case .object(let object) where !object.isEmpty && depth < 40:
      if !label.isEmpty { line(depth, label, marked) }
      for pair in object {
        add(pair.key + ": ", pair.value, marked ?? path?.below(.key(pair.key)), inner)
      }
      if case .key(let key)? = path?.only, object[key] == nil {
        line(inner, "\(key): nothing", [])
      }
    case .array(let items) where !items.isEmpty && depth < 40:
      if !label.isEmpty { line(depth, label, marked) }
      for (index, item) in items.enumerated() {
        add("- ", item, marked ?? path?.below(.index(index)), inner)
      }
      if path?.only == .index(items.count) { line(inner, "- nothing", []) }
    case .string(let text) where path?.first == .json:
      line(depth, label + "text holding JSON", nil)
      if let held = try? Value(json: text) { add("", held, path?.below(.json), depth + 1) }
    default:
      line(depth, label + value.canonicalText, path?.isEmpty == true ? path : nil)
    }
  }

  private mutating func add(
    _ label: String, _ pattern: Pattern, _ path: Path?, _ depth: Int, _ instead: Pattern?
  ) {
    if path?.isEmpty == true, let instead {
      return add(label, instead, path, depth, nil)
    }
    let inner = label.isEmpty ? depth : depth + 1
    let marked: Path? = path?.isEmpty == true ? path : nil
    switch pattern {
    case .exact(let value): add(label, value, path, depth)
    case .object(let fields, let open) where !(fields.isEmpty && !open):
      if !label.isEmpty { line(depth, label, marked) }
      add(fields, path, inner, instead)
      if open { line(inner, "… and any other key", marked) }
    case .list(let items) where !items.isEmpty:
      if !label.isEmpty { line(depth, label, marked) }
      for (index, item) in items.enumerated() {
        add("- ", item, marked ?? path?.below(.index(index)), inner, instead)
      }
      if path?.only == .index(items.count) { line(inner, "- nothing", []) }
    case .all(let item):
      line(depth, label + "a list, each item:", marked)
      add("", item, marked ?? path?.dropFirst(), depth + 1, instead)
    case .set(let items):
      line(depth, label + "in any order:", marked)
      for item in items { add("- ", item, marked, depth + 1, nil) }
    case .json(let held):
      line(depth, label + "text holding JSON", marked)
      add("", held, marked ?? path?.below(.json), depth + 1, instead)
    case .optional(let wanted) where path?.isEmpty == false:
      add(label, wanted, path, depth, instead)
    default: line(depth, label + pattern.text, path?.isEmpty == true ? path : nil)
    }
  }

  private mutating func add(
    _ fields: [Pattern.Field], _ path: Path?, _ depth: Int, _ instead: Pattern?
  ) {
    let marked: Path? = path?.isEmpty == true ? path : nil
    var isFound = false
    for field in fields {
      let below = path?.below(.key(field.key))
      isFound = isFound || below != nil
      // Of what must not be there a reader misses no word, unless it is there.
      guard below != nil || !field.pattern.isOfNothing else { continue }
      add(field.key + ": ", field.pattern, marked ?? below, depth, instead)
    }
    if case .key(let key)? = path?.only, !isFound { line(depth, "\(key): nothing", []) }
  }

  /// Leaves out what stands far from the mark, with the number of lines.
  private mutating func cut() {
    guard lines.count > Self.limit else { return }
    let first = lines.firstIndex(where: \.isMarked) ?? 0
    let from = max(0, min(first - 12, lines.count - Self.limit))
    let to = min(lines.count, from + Self.limit)
    var kept = Array(lines[from..<to])
    if from > 0 { kept.insert(Self.gap(from), at: 0) }
    if to < lines.count { kept.append(Self.gap(lines.count - to)) }
    lines = kept
  }

  private static func gap(_ count: Int) -> Line {
    Line(depth: 0, text: count == 1 ? "… 1 line" : "… \(count) lines", isMarked: false)
  }
}

extension Outline.Path {
  /// What is left of the path below a part, or nil where it leads elsewhere.
  fileprivate func below(_ part: Difference.Part) -> Self? {
    guard let first else { return nil }
    let isSame =
      switch (first, part) {
      case (.key(let a), .key(let b)): a.isSame(as: b)
      default: first == part
      }
    return isSame ? dropFirst() : nil
  }

  /// The part of a path of one.
  fileprivate var only: Difference.Part? { count == 1 ? first : nil }
}
