import JSON
import YAML

/// TABLE and VALUES: what `for` and `each` run over.
enum Tables {
  struct Row {
    var kind: Scope.Frame.Kind
    var entries: [Node.Entry]

    subscript(key: String) -> Node? { entries.first { $0.key.isSame(as: key) }?.value }
  }

  private static let limit = 10_000

  /// The rows of a table, in order.
  static func rows(_ table: Node, _ scope: Scope, _ problems: Problems) -> [Row]? {
    if let entries = table.entries { return combinations(entries, table.mark, scope, problems) }
    if let items = table.items { return rows(items, table.mark, .row, problems) }
    guard table.string?.utf8.first == UInt8(ascii: "$"),
      let filled = Filler.fill(table, scope, problems)
    else {
      if table.string?.utf8.first != UInt8(ascii: "$") {
        problems.expected("a table: a list of rows, or a map of names to values", table)
      }
      return nil
    }
    guard let items = problems.list(filled, "a list of rows") else { return nil }
    return rows(items, table.mark, .filled, problems)
  }

  private static func rows(
    _ items: [Node], _ mark: Mark, _ kind: Scope.Frame.Kind, _ problems: Problems
  ) -> [Row]? {
    guard !items.isEmpty else {
      problems.add(mark, "a table needs at least one row")
      return nil
    }
    let before = problems.count
    var rows: [Row] = []
    rows.reserveCapacity(items.count)
    for item in items {
      guard let entries = problems.map(item, "a row: a map of names to values") else { continue }
      let row = Row(kind: kind, entries: problems.names(entries))
      if let first = rows.first { compare(row, first, item.mark, problems) }
      rows.append(row)
    }
    return problems.count == before ? rows : nil
  }

  private static func compare(_ row: Row, _ first: Row, _ mark: Mark, _ problems: Problems) {
    // Nearly always the keys also stand in the same order.
    let inOrder =
      row.entries.count == first.entries.count
      && row.entries.indices.allSatisfy { row.entries[$0].key.isSame(as: first.entries[$0].key) }
    guard !inOrder else { return }
    for entry in first.entries where row[entry.key] == nil {
      problems.add(mark, "every row of a table has the same keys; this one lacks '\(entry.key)'")
    }
    for entry in row.entries where first[entry.key] == nil {
      problems.add(
        entry.mark, "every row of a table has the same keys; the first row lacks '\(entry.key)'")
    }
  }

  /// Every combination, the last name turning fastest.
  private static func combinations(
    _ entries: [Node.Entry], _ mark: Mark, _ scope: Scope, _ problems: Problems
  ) -> [Row]? {
    guard !entries.isEmpty else {
      problems.add(mark, "a table needs at least one name")
      return nil
    }
    var rows = [Row(kind: .filled, entries: [])]
    for entry in entries {
      guard problems.name(entry), let values = values(entry.value, scope, problems) else {
        return nil
      }
      guard rows.count * values.count <= limit else {
        problems.add(mark, "more than \(limit) rows")
        return nil
      }
      var longer: [Row] = []
      longer.reserveCapacity(rows.count * values.count)
      for row in rows {
        for value in values {
          let cell = Node.Entry(key: entry.key, mark: entry.mark, value: value)
          longer.append(
            Row(kind: .filled, entries: row.entries.isEmpty ? [cell] : row.entries + [cell]))
        }
      }
      rows = longer
    }
    return rows
  }

  /// VALUES: a list, or `A..B`, the integers from A to B.
  static func values(_ node: Node, _ scope: Scope, _ problems: Problems) -> [Node]? {
    guard let filled = Filler.fill(node, scope, problems) else { return nil }
    if let items = filled.items {
      if items.isEmpty {
        problems.add(node.mark, "expected at least one value, found an empty list")
      }
      return items.isEmpty ? nil : items
    }
    guard let (first, last) = filled.string?.aroundDots, let low = integer(first),
      let high = integer(last)
    else {
      problems.expected("values: a list, or integers such as 1..50", filled)
      return nil
    }
    guard low <= high else {
      problems.add(node.mark, "'\(low)..\(high)' ends before it begins")
      return nil
    }
    guard high - low < limit else {
      problems.add(node.mark, "more than \(limit) rows")
      return nil
    }
    return (low...high).map {
      Node(mark: node.mark, content: .scalar(.int($0), quoted: false))
    }
  }

  private static func integer(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard (1...9).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }
}
