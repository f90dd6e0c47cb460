import JSON
import YAML

/// The text of a ledger, changed in as few lines as can be.
package struct LedgerText {
  private let file: YAMLFile
  private let ledger: Ledger
  private let vocabulary: Vocabulary
  private let lines: [[Unicode.Scalar]]
  private var edits: [Edit] = []

  /// Lines, counted from 0, in whose place others stand.
  private struct Edit {
    var range: Range<Int>
    var lines: [String]
  }

  /// Why a text is not changed: how it is written is not known here.
  package struct Refusal: Error, Hashable, Sendable {
    package var message: String
  }

  /// The text of a new ledger.
  package static func new(_ change: LedgerChange) -> String {
    let claims = "claims: [\(change.claims.joined(separator: ", "))]"
    let known =
      change.added.isEmpty
      ? ["known: []"] : ["known:"] + change.added.flatMap { entry($0, indent: "  ") }
    return (["ledger: 1", claims] + known).map { $0 + "\n" }.joined()
  }

  package init(_ text: String, _ ledger: Ledger, _ vocabulary: Vocabulary) {
    self.ledger = ledger
    self.vocabulary = vocabulary
    file = YAMLFile(text, path: ledger.path)
    lines = Array(text.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// The text after a change; every other line keeps its bytes.
  package func changed(by change: LedgerChange) throws(Refusal) -> String {
    var text = self
    for place in change.removed { try text.remove(ledger.known[place]) }
    try text.add(change.added, left: ledger.known.count - change.removed.count)
    try text.claim(change.claims)
    let result = text.edited
    try check(result, change)
    return result
  }

  private var edited: String {
    var lines = lines.map { line in
      var text = ""
      text.unicodeScalars.append(contentsOf: line)
      return text
    }
    // From the end, so that the numbers of the lines above stay good; what is put behind removed
    // lines begins where they end.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      lines.replaceSubrange(edit.range, with: edit.lines)
    }
    return lines.joined(separator: "\n")
  }

  // The change was made in the text alone, so what it says now is read again.
  private func check(_ text: String, _ change: LedgerChange) throws(Refusal) {
    let now = Ledger.read(YAMLFile(text, path: ledger.path), path: ledger.path, vocabulary)
    let kept = ledger.known.indices.filter { !change.removed.contains($0) }
    let known = kept.map { ledger.known[$0] } + change.added
    let isMeant =
      now.errors.isEmpty && now.withdrawn.count == ledger.withdrawn.count
      && now.claims.map(\.capability) == ledger.claims.map(\.capability) + change.claims
      && now.known.map(\.run) == known.map(\.run)
      && now.known.map(\.excuse) == known.map(\.excuse)
    guard isMeant else { throw refusal }
  }

  private var refusal: Refusal {
    Refusal(
      message: "\(ledger.path): error: this ledger is laid out in a way that cannot be changed "
        + "here; write each entry of 'known' as '- run: …', with its keys below")
  }
}

// MARK: - Entries

extension LedgerText {
  private mutating func remove(_ entry: Ledger.Entry) throws(Refusal) {
    guard dash(of: entry.mark.line, entry.mark.column) != nil else { throw refusal }
    edits.append(Edit(range: entry.mark.line - 1..<end(of: entry), lines: []))
  }

  private mutating func add(_ entries: [Ledger.Entry], left: Int) throws(Refusal) {
    guard !entries.isEmpty || left == 0 && !ledger.known.isEmpty else { return }
    if let last = ledger.known.last {
      guard let indent = dash(of: last.mark.line, last.mark.column) else { throw refusal }
      let end = end(of: last)
      edits.append(Edit(range: end..<end, lines: text(entries, indent)))
      if entries.isEmpty { try empty() }
      return
    }
    guard let key = key("known") else {
      // Behind the last line that says anything.
      let end = (lines.lastIndex { !$0.allSatisfy { $0 == " " } } ?? -1) + 1
      edits.append(Edit(range: end..<end, lines: ["known:"] + text(entries, "  ")))
      return
    }
    // `known: []`
    let row = key.value.mark.line - 1
    let before = lines[row].prefix(key.value.mark.column - 1)
    guard let close = lines[row].firstIndex(of: "]"), close >= before.count else { throw refusal }
    let after = Array(lines[row][(close + 1)...])
    let head = (before.last == " " ? before.dropLast() : before) + after
    edits.append(Edit(range: row..<row + 1, lines: [string(head)] + text(entries, "  ")))
  }

  /// Writes `[]` behind a key under which nothing is left.
  private mutating func empty() throws(Refusal) {
    guard let key = key("known") else { throw refusal }
    let row = key.mark.line - 1
    guard let colon = lines[row].firstIndex(of: ":") else { throw refusal }
    let line = string(lines[row][...colon]) + " []" + string(lines[row][(colon + 1)...])
    edits.append(Edit(range: row..<row + 1, lines: [line]))
  }

  private func text(_ entries: [Ledger.Entry], _ indent: String) -> [String] {
    entries.flatMap { Self.entry($0, indent: indent) }
  }

  private static func entry(_ entry: Ledger.Entry, indent: String) -> [String] {
    func quoted(_ text: String) -> String { Value.string(text).canonicalText }
    let until = entry.until.isDay ? entry.until.text : quoted(entry.until.text)
    return [
      "\(indent)- run: \(quoted(entry.run))",
      "\(indent)  diverges: \(quoted(entry.diverges))",
      "\(indent)  reason: \(quoted(entry.reason))",
      "\(indent)  until: \(until)",
    ]
  }

  /// The line behind an entry, without the comments that stand over what follows.
  private func end(of entry: Ledger.Entry) -> Int {
    let starts =
      ledger.known.map(\.mark.line) + (file.root?.entries ?? []).map(\.mark.line)
    var end = starts.filter { $0 > entry.mark.line }.min().map { $0 - 1 } ?? lines.count
    while end > entry.mark.line, isRemark(lines[end - 1]) { end -= 1 }
    return end
  }

  private func isRemark(_ line: [Unicode.Scalar]) -> Bool {
    let rest = line.drop { $0 == " " || $0 == "\r" }
    return rest.isEmpty || rest.first == "#"
  }
}

// MARK: - Claims

extension LedgerText {
  private mutating func claim(_ names: [String]) throws(Refusal) {
    guard !names.isEmpty else { return }
    guard let last = ledger.claims.last else {
      // `claims: []`
      guard let key = key("claims") else { throw refusal }
      return try insert(names.joined(separator: ", "), key.value.mark.line, key.value.mark.column)
    }
    if let indent = dash(of: last.mark.line, last.mark.column) {
      let row = last.mark.line
      edits.append(Edit(range: row..<row, lines: names.map { "\(indent)- \($0)" }))
      return
    }
    let row = last.mark.line - 1
    let isQuoted = lines[row][last.mark.column - 1] != last.capability.unicodeScalars.first
    let length = last.capability.unicodeScalars.count + (isQuoted ? 2 : 0)
    let more = names.map { ", \($0)" }.joined()
    try insert(more, last.mark.line, last.mark.column + length - 1)
  }

  /// Puts a text behind the first so many scalars of a line, counted from 1.
  private mutating func insert(_ text: String, _ line: Int, _ count: Int) throws(Refusal) {
    let row = lines[line - 1]
    guard count <= row.count else { throw refusal }
    let changed = string(row[..<count]) + text + string(row[count...])
    edits.append(Edit(range: line - 1..<line, lines: [changed]))
  }

  // MARK: - Lines

  private func key(_ name: String) -> Node.Entry? {
    file.root?.entries?.first { $0.key.isSame(as: name) }
  }

  /// The spaces before an item's dash; nil where only other things stand before it.
  private func dash(of line: Int, _ column: Int) -> String? {
    let before = lines[line - 1].prefix(column - 1)
    let indent = before.prefix { $0 == " " }
    let rest = before.dropFirst(indent.count)
    guard rest.first == "-", rest.dropFirst().allSatisfy({ $0 == " " }) else { return nil }
    return string(indent)
  }

  private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }
}
