import JSON
import YAML

/// Collects what is wrong while files are read, so that all of it is told at once.
final class Problems {
  private var errors: [SpecError] = []

  var count: Int { errors.count }

  func add(_ mark: Mark, _ message: String) { errors.append(SpecError(mark, message)) }

  func add(_ more: [SpecError]) { errors += more }

  /// What was collected so far, which is then forgotten.
  func taken() -> [SpecError] {
    defer { errors = [] }
    return errors
  }

  /// Each mistake once, by file and place: a table's rows meet the same one many times.
  var sorted: [SpecError] {
    var unique: [SpecError] = []
    var seen = Set<SpecError>()
    for error in errors where seen.insert(error).inserted { unique.append(error) }
    return unique.sorted { $0.precedes($1) }
  }
}

extension SpecError {
  /// By file, line, column and text.
  func precedes(_ other: SpecError) -> Bool {
    if !mark.isInSameFile(as: other.mark) { return mark.file.precedes(other.mark.file) }
    if mark.line != other.mark.line { return mark.line < other.mark.line }
    if mark.column != other.mark.column { return mark.column < other.mark.column }
    return message.precedes(other.message)
  }
}

// Every reader below gives nil after it has told what was expected and what was found.
extension Problems {
  func expected(_ what: String, _ node: Node) {
    add(node.mark, "expected \(what), found \(node.found)")
  }

  func text(_ node: Node, _ what: String) -> String? {
    if let text = node.string { return text }
    expected(what, node)
    return nil
  }

  /// Any text, which a number or a word of JSON becomes in quotes.
  func text(_ node: Node, orQuote what: String = "text") -> String? {
    if let text = node.string { return text }
    let advice = if case .scalar = node.content { "; quote it" } else { "" }
    add(node.mark, "expected \(what), found \(node.found)\(advice)")
    return nil
  }

  func list(_ node: Node, _ what: String = "a list") -> [Node]? {
    if let items = node.items { return items }
    expected(what, node)
    return nil
  }

  func map(_ node: Node, _ what: String = "a map") -> [Node.Entry]? {
    if let entries = node.entries { return entries }
    expected(what, node)
    return nil
  }

  func bool(_ node: Node) -> Bool? {
    if case .scalar(.bool(let value), _) = node.content { return value }
    expected("true or false", node)
    return nil
  }

  func integer(_ node: Node, _ range: ClosedRange<Int>) -> Int? {
    if case .scalar(.number(let number), _) = node.content, let value = number.int,
      range.contains(value)
    {
      return value
    }
    expected("a whole number from \(range.lowerBound) to \(range.upperBound)", node)
    return nil
  }

  /// One of a few texts.
  func choice(_ node: Node, _ choices: [String]) -> String? {
    guard let text = node.string else {
      expected("one of \(choices.joined(separator: ", "))", node)
      return nil
    }
    if choices.contains(where: { $0.isSame(as: text) }) { return text }
    add(
      node.mark,
      "expected one of \(choices.joined(separator: ", ")), found \(node.found)"
        + suggestion(for: text, among: choices))
    return nil
  }

  /// A map whose keys are all known.
  func fields(_ node: Node, of what: String, _ known: [String]) -> Fields? {
    guard let entries = map(node, "a map (\(known.joined(separator: ", ")))") else { return nil }
    check(entries, of: what, known)
    return Fields(mark: node.mark, entries: entries, what: what, problems: self)
  }

  /// Tells every key that is not known.
  func check(_ entries: [Node.Entry], of what: String, _ known: [String]) {
    for entry in entries where !known.holds(entry.key) {
      let near = suggestion(for: entry.key, among: known)
      let advice =
        !near.isEmpty
        ? near
        : known.isEmpty ? "; it has none" : "; its keys are \(known.joined(separator: ", "))"
      add(entry.mark, "unknown key '\(entry.key.printable)' of \(what)\(advice)")
    }
  }

  /// The version in front of every file, such as `spec: 1`.
  func version(_ root: Node, _ name: String) {
    guard let entries = map(root, "a map that begins with '\(name): 1'") else { return }
    guard let first = entries.first, first.key.isSame(as: name) else {
      add(entries.first?.mark ?? root.mark, "a file of this kind begins with '\(name): 1'")
      return
    }
    if case .scalar(.number(let number), _) = first.value.content, number.int == 1 { return }
    add(first.value.mark, "expected version 1 of '\(name)', found \(first.value.found)")
  }
}

/// The keys of one map, for readers.
struct Fields {
  let mark: Mark
  let entries: [Node.Entry]
  let what: String
  let problems: Problems

  subscript(key: String) -> Node? { entries.place(of: key).map { entries[$0].value } }

  func entry(_ key: String) -> Node.Entry? { entries.place(of: key).map { entries[$0] } }

  func required(_ key: String) -> Node? {
    if let node = self[key] { return node }
    problems.add(mark, "\(what) needs '\(key)'")
    return nil
  }
}
