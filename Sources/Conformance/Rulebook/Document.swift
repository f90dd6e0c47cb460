import JSON

/// A piece of a document that a rule can restate: a sentence, or a line of code.
package struct Sentence: Sendable {
  /// `document#section`.
  package var place: String
  /// Where it begins, from 1.
  package var line: Int
  /// In a table: what its row is about.
  package var row: String?
  /// Without the marks of Markdown.
  package var text: String
  package var pin: Pin

  /// The sentence with what its row is about.
  package var description: String { row.map { "\($0): \(text)" } ?? text }
}

/// A document by sections and sentences.
///
/// Sections are told apart by headings. In a text that lost its headings' marks, by copying or by
/// running its lines together, a heading is known by its anchor, which the caller names.
package struct Document: Sendable {
  /// The file's name without `.md`.
  package let name: String
  /// In the order of the text.
  package private(set) var sentences: [Sentence] = []
  /// Every `document#section`.
  package private(set) var places: [String] = []
  /// The anchors that may be looked for where headings are not marked.
  let known: [String]
  private var place: String
  // How often a text was seen in a place; by a hash of both.
  private var seen: [UInt64: Int] = [:]

  /// Reads a Markdown text; `places` names sections as `document#section`, others' too.
  package init(name: String, text: String, places: [String] = []) {
    self.name = name
    let front = name + "#"
    known = places.filter { $0.hasPrefix(front) }.map { String($0.dropFirst(front.count)) }
    place = name
    read(text)
  }

  func knows(_ anchor: String) -> Bool { known.contains { $0.isSame(as: anchor) } }

  /// Begins a section.
  mutating func add(heading: String) {
    let anchor = Markup.anchor(of: heading)
    var next = "\(name)#\(anchor)"
    var number = 0
    while places.contains(where: { $0.isSame(as: next) }) {
      number += 1
      next = "\(name)#\(anchor)-\(number)"
    }
    place = next
    places.append(next)
  }

  /// Adds every sentence of a paragraph, a list item or a cell.
  mutating func add(prose words: [Word], row: String? = nil) {
    for sentence in words.sentences { add(sentence, text: Markup.plain(sentence.joined), row: row) }
  }

  /// Adds a line of code.
  mutating func add(code words: [Word]) {
    for part in words.statements { add(part, text: part.joined, row: nil) }
  }

  /// Adds code whose lines ran together.
  mutating func add(runTogetherCode words: [Word]) {
    for part in words.runTogetherStatements { add(part, text: part.joined, row: nil) }
  }

  /// Adds a row of a table: a sentence is one of its row, which its first words name.
  mutating func add(cells: [[Word]], isHeader: Bool) {
    let filled = cells.filter { !$0.isEmpty }
    guard !isHeader, filled.count > 1 else {
      let words = filled.joined(separator: [Word(text: "|", line: filled.first?.first?.line ?? 0)])
      add(Array(words), text: Markup.plain(Array(words).joined), row: nil)
      return
    }
    let row = Markup.plain(filled[0].joined)
    for cell in filled.dropFirst() { add(prose: cell, row: row) }
  }

  // What has no letter and no digit says nothing.
  private mutating func add(_ words: [Word], text: String, row: String?) {
    guard let first = words.first, text.unicodeScalars.contains(where: \.isWordly) else { return }
    var print = Fingerprint()
    print.feed(place)
    print.feed(row)
    print.feed(text)
    let number = seen[print.hash, default: 0] + 1
    seen[print.hash] = number
    sentences.append(
      Sentence(
        place: place, line: first.line, row: row, text: text,
        pin: Pin(place: place, row: row, text: text, number: number)))
  }
}
