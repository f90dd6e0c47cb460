import JSON
import YAML

// Patterns: what a spec expects of a testee.
extension Terms {
  /// A pattern; `keyed` where it stands under a key that may also be missing.
  func pattern(_ node: Node, keyed: Bool = false) -> Pattern? {
    switch node.content {
    case .scalar(let value, _): return .exact(value)
    case .sequence(let items): return patterns(items).map { .list($0) }
    case .mapping:
      if let dollar = node.dollar { return special(dollar, keyed: keyed) }
      return fields(node).map { .object($0, open: false) }
    }
  }

  private func patterns(_ items: [Node]) -> [Pattern]? {
    let patterns = items.compactMap { pattern($0) }
    return patterns.count == items.count ? patterns : nil
  }

  /// The fields of a plain map, sorted by their keys.
  func fields(_ node: Node) -> [Pattern.Field]? {
    guard let entries = plain(node) else { return nil }
    var fields: [Pattern.Field] = []
    fields.reserveCapacity(entries.count)
    for entry in entries {
      guard let pattern = pattern(entry.value, keyed: true) else { continue }
      fields.append(Pattern.Field(key: entry.key, pattern: pattern))
    }
    guard fields.count == entries.count else { return nil }
    return fields.sorted { $0.key.precedes($1.key) }
  }

  private func special(_ entry: Node.Entry, keyed: Bool) -> Pattern? {
    let node = entry.value
    switch entry.key {
    case "$any":
      loose = loose ?? entry.key
      return problems.choice(node, Pattern.AnyType.allCases.map(\.rawValue))
        .flatMap { Pattern.AnyType(rawValue: $0) }.map { .any($0) }
    case "$like": return problems.text(node).map { .like($0.aroundStars) }
    case "$open":
      loose = loose ?? entry.key
      guard problems.map(node) != nil else { return nil }
      return fields(node).map { .object($0, open: true) }
    case "$absent": return absent(entry, keyed: keyed)
    case "$optional":
      guard isKeyed(entry, keyed) else { return nil }
      return pattern(node).map { .optional($0) }
    case "$bind": return bind(node)
    case "$new": return named(node).map { .new(class: $0) }
    case "$time": return time(node)
    case "$range": return range(node)
    case "$set": return problems.list(node).flatMap { patterns($0) }.map { .set($0) }
    case "$all": return pattern(node).map { .all($0) }
    case "$json": return at(.body) { pattern(node) }.map { .json($0) }
    case "$same": return same(node)
    case "$literal": return .exact(exactly(node))
    case "$repeat": return repeated(node).map { .exact(.string($0)) }
    case _ where place == .app && Terms.tags.contains(entry.key):
      return tag(entry).map { .exact($0) }
    default: return shape(entry)
    }
  }

  /// Numbers stay numbers here: a testee may write them either way.
  private func exactly(_ node: Node) -> Value {
    place == .body ? node.value : node.value.escaped
  }

  private func isKeyed(_ entry: Node.Entry, _ keyed: Bool) -> Bool {
    if !keyed { fail(entry.mark, "'\(entry.key)' stands under a key of a map only") }
    return keyed
  }

  private func absent(_ entry: Node.Entry, keyed: Bool) -> Pattern? {
    guard isKeyed(entry, keyed) else { return nil }
    if case .scalar(.bool(true), _) = entry.value.content { return .absent }
    problems.expected("true", entry.value)
    return nil
  }

  private func named(_ node: Node) -> String? {
    guard let text = problems.text(node, "a name") else { return nil }
    guard !text.isEmpty else {
      fail(node.mark, "expected a name, found an empty text")
      return nil
    }
    return text
  }

  private func bind(_ node: Node) -> Pattern? {
    guard let name = named(node) else { return nil }
    guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return .bind(name: name, class: nil)
    }
    let type = String(name[..<slash])
    guard !type.isEmpty, name.utf8.last != UInt8(ascii: "/") else {
      fail(node.mark, "expected a name such as 'event/first', found '\(name.printable)'")
      return nil
    }
    return .bind(name: name, class: type)
  }

  private func time(_ node: Node) -> Pattern? {
    guard let text = problems.text(node, "an instant such as 'now' or 'start..now'") else {
      return nil
    }
    let (first, last) = text.aroundDots ?? (text, text)
    guard let low = instant(first, node.mark) else { return nil }
    guard text.aroundDots != nil else { return .time(low, low) }
    return instant(last, node.mark).map { .time(low, $0) }
  }

  private func range(_ node: Node) -> Pattern? {
    let numbers = (node.items ?? []).compactMap { item -> Number? in
      if case .scalar(.number(let number), _) = item.content { number } else { nil }
    }
    guard numbers.count == 2, node.items?.count == 2 else {
      problems.expected("two numbers such as [1, 5]", node)
      return nil
    }
    guard !(numbers[1] < numbers[0]) else {
      fail(node.mark, "the range ends before it begins")
      return nil
    }
    ranged = true
    return .range(numbers[0], numbers[1])
  }

  private func same(_ node: Node) -> Pattern? {
    guard let label = problems.text(node, "the label of a request") else { return nil }
    uses.append(LabelUse(name: label, mark: node.mark, purpose: .body))
    return .same(label: label)
  }

  private func shape(_ entry: Node.Entry) -> Pattern? {
    let name = String(entry.key.dropFirst())
    guard shapes.nodes[name] != nil else {
      unknown(entry, in: place == .body ? "a body" : "a pattern")
      return nil
    }
    guard problems.map(entry.value, "a map of keys to lay over '\(name)'") != nil,
      let base = base(name, at: entry.mark), let own = fields(entry.value)
    else { return nil }
    ranged = ranged || base.ranged
    return .object(base.fields.overlaid(by: own), open: false)
  }

  /// The vocabulary's own fields of a shape, read once.
  private func base(_ name: String, at mark: Mark) -> Shapes.Base? {
    let key = Shapes.Key(name: name, place: place)
    if let known = shapes.bases[key] { return known }
    guard !shapes.open.contains(name), let node = shapes.nodes[name] else {
      fail(mark, "shape '\(name)' rests on itself")
      return nil
    }
    shapes.open.append(name)
    // What is loose in a shape is the vocabulary's doing, not the spec's.
    let (wasLoose, wasRanged) = (loose, ranged)
    ranged = false
    defer {
      shapes.open.removeLast()
      (loose, ranged) = (wasLoose, wasRanged)
    }
    guard case .object(let fields, _)? = pattern(node) else { return nil }
    let base = Shapes.Base(fields: fields, ranged: ranged)
    shapes.bases[key] = base
    return base
  }
}

extension [Pattern.Field] {
  /// These fields with others in place of those of the same key, and beside them.
  func overlaid(by own: [Pattern.Field]) -> [Pattern.Field] {
    guard !own.isEmpty else { return self }
    var merged: [Pattern.Field] = []
    merged.reserveCapacity(count + own.count)
    var (left, right) = (0, 0)
    while left < count || right < own.count {
      if right == own.count || left < count && self[left].key.precedes(own[right].key) {
        merged.append(self[left])
        left += 1
      } else {
        if left < count, self[left].key.isSame(as: own[right].key) { left += 1 }
        merged.append(own[right])
        right += 1
      }
    }
    return merged
  }
}

extension String {
  /// The texts between the stars.
  fileprivate var aroundStars: [String] {
    utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }
}

extension Value {
  /// With `$$` in place of each `$` that begins a key, as such keys travel.
  fileprivate var escaped: Value {
    switch self {
    case .array(let items): return .array(items.map(\.escaped))
    case .object(let object):
      return .object(
        Object(
          object.map {
            ($0.key.utf8.first == UInt8(ascii: "$") ? "$" + $0.key : $0.key, $0.value.escaped)
          }))
    default: return self
    }
  }
}
