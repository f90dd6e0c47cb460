import JSON
import YAML

/// The names that can be used at a place, innermost last.
struct Scope {
  struct Frame {
    enum Kind {
      /// Values with nothing left to fill in: parameters, and rows that came out of a name.
      case filled
      /// The row of a table as written: its values see the row itself and what is around it.
      case row
      /// `let`: its values see all that can be seen where the name is used.
      case lets
    }

    var kind: Kind
    var names: [Node.Entry]
  }

  var frames: [Frame] = []

  func adding(_ kind: Frame.Kind, _ names: [Node.Entry]) -> Scope {
    names.isEmpty ? self : Scope(frames: frames + [Frame(kind: kind, names: names)])
  }

  /// The same names around another row.
  mutating func change(_ row: [Node.Entry]) { frames[frames.count - 1].names = row }

  /// The innermost frame that has a name, and what stands there.
  func find(_ name: String) -> (frame: Int, value: Node)? {
    for index in frames.indices.reversed() {
      for entry in frames[index].names where entry.key.isSame(as: name) {
        return (index, entry.value)
      }
    }
    return nil
  }

  /// Every name that can be used, for suggestions.
  var allNames: [String] { frames.flatMap { $0.names.map(\.key) } }
}

/// Fills `$names` in, and spreads `$each` out.
struct Filler {
  let problems: Problems
  /// Guards against a `let` that grows without bound.
  private var budget = 200_000
  private var active: [(frame: Int, name: String)] = []

  init(_ problems: Problems) { self.problems = problems }

  /// The node with every name filled in, or nil when one could not be.
  static func fill(_ node: Node, _ scope: Scope, _ problems: Problems) -> Node? {
    var filler = Filler(problems)
    return filler.fill(node, scope, depth: 0).node(node)
  }

  /// What became of a node; most hold no name, and what is the same is not built again.
  private enum Filled {
    case same
    case other(Node)
    case failed

    func node(_ old: Node) -> Node? {
      switch self {
      case .same: old
      case .other(let node): node
      case .failed: nil
      }
    }
  }

  private mutating func fill(_ node: Node, _ scope: Scope, depth: Int) -> Filled {
    budget -= 1
    guard budget >= 0, depth <= 64 else {
      // Told once: whoever sees that it failed gives up.
      if budget >= -1 {
        problems.add(node.mark, "too large or too deep once its names are filled in")
      }
      return .failed
    }
    switch node.content {
    case .scalar(.string(let text), _):
      guard text.holdsDollar else { return .same }
      return fill(text, node.mark, scope, depth: depth).map { .other($0) } ?? .failed
    case .scalar: return .same
    case .sequence(let items): return fill(items, node.mark, scope, depth: depth)
    case .mapping(let entries): return fill(entries, node.mark, scope, depth: depth)
    }
  }

  private mutating func fill(
    _ entries: [Node.Entry], _ mark: Mark, _ scope: Scope, depth: Int
  ) -> Filled {
    var filled: [Node.Entry]?
    var failed = false
    for index in entries.indices {
      switch fill(entries[index].value, scope, depth: depth + 1) {
      case .same: continue
      case .failed: failed = true
      case .other(let value):
        if filled == nil { filled = entries }
        filled?[index].value = value
      }
    }
    if failed { return .failed }
    return filled.map { .other(Node(mark: mark, content: .mapping($0))) } ?? .same
  }

  private mutating func fill(
    _ items: [Node], _ mark: Mark, _ scope: Scope, depth: Int
  ) -> Filled {
    var filled: [Node]?
    var failed = false
    for (index, item) in items.enumerated() {
      if let dollar = item.dollar, dollar.key.isKnown("$each") {
        guard let spread = spread(dollar, scope, depth: depth + 1) else {
          failed = true
          continue
        }
        filled = (filled ?? Array(items[..<index])) + spread
        continue
      }
      switch fill(item, scope, depth: depth + 1) {
      case .same: filled?.append(item)
      case .failed: failed = true
      case .other(let value):
        if filled == nil { filled = Array(items[..<index]) }
        filled?.append(value)
      }
    }
    if failed { return .failed }
    return filled.map { .other(Node(mark: mark, content: .sequence($0))) } ?? .same
  }

  /// `{ $each: { NAME: VALUES, item: V } }`: V once for every value.
  private mutating func spread(_ each: Node.Entry, _ scope: Scope, depth: Int) -> [Node]? {
    guard let entries = problems.map(each.value, "a map { NAME: VALUES, item: V }") else {
      return nil
    }
    guard entries.count == 2, let item = each.value["item"],
      let name = entries.first(where: { !$0.key.isSame(as: "item") })
    else {
      problems.add(each.mark, "'$each' holds one NAME with its values, and 'item'")
      return nil
    }
    guard problems.name(name), let values = Tables.values(name.value, scope, problems) else {
      return nil
    }
    var items: [Node] = []
    for value in values {
      let row = [Node.Entry(key: name.key, mark: name.mark, value: value)]
      let filled = fill(item, scope.adding(.filled, row), depth: depth).node(item)
      guard let filled else { return nil }
      items.append(filled)
    }
    return items
  }

  /// A text: one name whole, or names and dollars inside.
  private mutating func fill(_ text: String, _ mark: Mark, _ scope: Scope, depth: Int) -> Node? {
    let bytes = Array(text.utf8)
    if bytes.count > 1, bytes[0] == UInt8(ascii: "$"), isSmall(bytes[1]),
      Filler.nameEnd(bytes, 1) == bytes.count
    {
      return value(of: String(text.dropFirst()), mark, scope, depth: depth)
    }
    var filled: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "$") else {
        filled.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "$") {
        filled.append(bytes[index])
        index += 1
        continue
      }
      guard index < bytes.count, isSmall(bytes[index]) else {
        problems.add(mark, "a '$' that begins no name; write '$$' for a dollar")
        return nil
      }
      let end = Filler.nameEnd(bytes, index)
      let name = String(decoding: bytes[index..<end], as: UTF8.self)
      guard let node = value(of: name, mark, scope, depth: depth) else { return nil }
      filled += node.written.utf8
      index = end
    }
    let whole = String(decoding: filled, as: UTF8.self)
    return Node(mark: mark, content: .scalar(.string(whole), quoted: true))
  }

  private mutating func value(of name: String, _ mark: Mark, _ scope: Scope, depth: Int) -> Node? {
    guard let (index, node) = scope.find(name) else {
      let near =
        Nearest.name(to: name, among: scope.allNames).map { "; did you mean '$\($0)'?" } ?? ""
      problems.add(mark, "unknown name '$\(name)'\(near)")
      return nil
    }
    let frame = scope.frames[index]
    guard frame.kind != .filled, node.holdsNames else { return node }
    guard !active.contains(where: { $0.frame == index && $0.name.isSame(as: name) }) else {
      problems.add(mark, "'$\(name)' stands in its own value")
      return nil
    }
    active.append((index, name))
    defer { active.removeLast() }
    let seen = frame.kind == .lets ? scope : Scope(frames: Array(scope.frames[...index]))
    return fill(node, seen, depth: depth + 1).node(node)
  }

  fileprivate static func nameEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = start
    while end < bytes.count,
      isSmall(bytes[end]) || isBig(bytes[end]) || isDigit(bytes[end])
        || bytes[end] == UInt8(ascii: "_")
    {
      end += 1
    }
    return end
  }
}

extension Node {
  /// What stands for the node inside a text: a string as it is, else JSON.
  fileprivate var written: String {
    switch content {
    case .scalar(.string(let text), _): text
    case .scalar(.number(let number), _): number.int.map { String($0) } ?? number.description
    default: repeated ?? value.canonicalText
    }
  }

  // A text that is written as `$repeat` is that text here, too.
  private var repeated: String? {
    guard let repetition = value["$repeat"], let text = repetition["text"]?.string,
      let times = repetition["times"]?.int, times >= 0, text.utf8.count * times <= 8_388_608
    else { return nil }
    return text.repeated(times)
  }
}

extension String {
  /// Every `$name` in the text.
  var namesWithin: [String] {
    guard holdsDollar else { return [] }
    let bytes = Array(utf8)
    var names: [String] = []
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "$") else {
        index += 1
        continue
      }
      let end = Filler.nameEnd(bytes, index + 1)
      if isSmall(bytes[index + 1]) {
        names.append(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
      }
      // Of two dollars, neither begins a name.
      index = max(end, index + 2)
    }
    return names
  }
}

extension Problems {
  /// Tells a key that cannot be a NAME.
  func name(_ entry: Node.Entry) -> Bool {
    if entry.key.isName { return true }
    add(
      entry.mark,
      "'\(entry.key.printable)' is no name; a name begins with a small letter, then letters, digits and '_'"
    )
    return false
  }

  func names(_ entries: [Node.Entry]) -> [Node.Entry] { entries.filter { name($0) } }
}
