/// Reads a Markdown text whose lines ran together and were wrapped anew.
///
/// Its marks still stand between the words. A heading ends where its words make a known anchor, a
/// row of a table has as many cells as the header, and a bare address ends a sentence.
struct RunTogether {
  private let words: [Word]
  private var index = 0
  private var prose: [Word] = []
  private var spans = Spans()

  init(_ words: [Word]) { self.words = words }

  mutating func read(into document: inout Document) {
    while index < words.count {
      let word = words[index]
      if spans.isCodeOpen || !readMark(word, into: &document) {
        prose.append(word)
        spans.pass(word.text)
        index += 1
        if word.text.hasPrefix("https://") || word.text.hasPrefix("http://") { flush(&document) }
      }
    }
    flush(&document)
  }

  private mutating func flush(_ document: inout Document) {
    document.add(prose: prose)
    prose = []
    spans = Spans()
  }

  /// Reads the block that a mark begins; false when the word is none.
  private mutating func readMark(_ word: Word, into document: inout Document) -> Bool {
    if word.isHeadingMark { return readHeading(into: &document) }
    if word.isBullet || word.text == ">" {
      flush(&document)
      index += 1
      return true
    }
    if word.text.hasPrefix("```"), !word.text.dropFirst(3).contains("`") {
      flush(&document)
      readCode(into: &document)
      return true
    }
    if word.isBar, let table = table {
      flush(&document)
      for (number, row) in table.rows.enumerated() {
        document.add(cells: row, isHeader: number == 0)
      }
      index = table.end
      return true
    }
    return false
  }

  private mutating func readHeading(into document: inout Document) -> Bool {
    let first = index + 1
    for end in stride(from: min(words.count, first + 12), to: first, by: -1) {
      let heading = Array(words[first..<end]).joined
      guard document.knows(Markup.anchor(of: heading)) else { continue }
      flush(&document)
      document.add(heading: heading)
      index = end
      return true
    }
    return false
  }

  private mutating func readCode(into document: inout Document) {
    let start = index + 1
    let end = words[start...].firstIndex { $0.text == "```" } ?? words.count
    document.add(runTogetherCode: Array(words[start..<end]))
    index = min(words.count, end + 1)
  }

  /// The rows of the table that begins here, without the line under its header.
  private var table: (rows: [[[Word]]], end: Int)? {
    var place = index
    guard let header = row(at: &place, cells: nil),
      let ruler = row(at: &place, cells: header.count),
      ruler.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isRuler) })
    else { return nil }
    var rows = [header]
    while let row = row(at: &place, cells: header.count) { rows.append(row) }
    return (rows, place)
  }

  /// A row of so many cells; without a number it ends where the next begins.
  private func row(at place: inout Int, cells count: Int?) -> [[Word]]? {
    guard place < words.count, words[place].isBar else { return nil }
    var cells: [[Word]] = [[]]
    var spans = Spans()
    for next in words.indices[(place + 1)...] {
      let word = words[next]
      guard word.isBar, !spans.isCodeOpen else {
        spans.pass(word.text)
        cells[cells.count - 1].append(word)
        continue
      }
      let isLast = next + 1 < words.count && words[next + 1].isBar
      if count.map({ $0 == cells.count }) ?? isLast {
        place = next + 1
        return cells
      }
      cells.append([])
    }
    return nil
  }
}

extension Word {
  fileprivate var isRuler: Bool { text.allSatisfy { $0 == "-" || $0 == ":" } }
}
