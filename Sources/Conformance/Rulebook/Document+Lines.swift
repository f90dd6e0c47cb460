extension Document {
  /// Reads the whole text, by the form that it has.
  mutating func read(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
      .map { Line(number: $0 + 1, text: String($1)) }
    if lines.haveRunTogether {
      var words = RunTogether(lines.flatMap(\.words))
      words.read(into: &self)
    } else {
      var reader = LineReader(isMarked: lines.contains { $0.heading != nil })
      for line in lines { reader.read(line, into: &self) }
      reader.endParagraph(&self)
    }
  }
}

/// A line of a document.
private struct Line {
  var number: Int
  var text: String

  var words: [Word] { [Word](text, line: number) }
  /// The words behind the marks of a quotation.
  var unquoted: [Word] { Array(words.drop { $0.text == ">" }) }
  /// The same, without the mark of a list's item.
  var withoutItemMark: [Word] {
    let words = unquoted
    guard let first = words.first, first.isBullet || first.isNumbering else { return words }
    return Array(words.dropFirst())
  }
  var isIndented: Bool { text.hasPrefix("  ") || text.hasPrefix("\t") }

  /// The text of a heading that is marked as one.
  var heading: String? {
    let words = words
    guard let first = words.first, first.isHeadingMark, words.count > 1 else { return nil }
    return Array(words.dropFirst()).joined
  }

  /// Whether a block of code begins or ends here.
  var isFence: Bool {
    let trimmed = text.drop(while: \.isWhitespace)
    return (trimmed.hasPrefix("```") && !trimmed.dropFirst(3).drop { $0 == "`" }.contains("`"))
      || trimmed.hasPrefix("~~~")
  }

  /// Whether only a line is drawn here.
  var isRuler: Bool {
    let bare = text.filter { !$0.isWhitespace }
    guard let first = bare.first, bare.count >= 3, "-*_=".contains(first) else { return false }
    return bare.allSatisfy { $0 == first }
  }
}

extension Word {
  var isHeadingMark: Bool { text.count <= 6 && text.allSatisfy { $0 == "#" } }
  var isBullet: Bool { ["-", "*", "+", "•"].contains(text) }
  var isBar: Bool { text == "|" }
  /// `1.` or `1)`.
  var isNumbering: Bool {
    guard let last = text.last, last == "." || last == ")", text.count > 1 else { return false }
    return text.dropLast().allSatisfy { ("0"..."9").contains($0) }
  }
}

extension [Line] {
  /// Whether a heading's mark stands inside a line: the text lost where its lines ended.
  fileprivate var haveRunTogether: Bool {
    var isInCode = false
    for line in self {
      if line.isFence { isInCode.toggle() }
      guard !isInCode else { continue }
      let words = line.words
      if words.dropFirst().contains(where: { $0.isHeadingMark && $0.text.count > 1 }) {
        return true
      }
    }
    return false
  }
}

/// Reads a text whose lines stand as they were written.
private struct LineReader {
  /// Whether headings are marked; else one is a line of its own with a known anchor.
  let isMarked: Bool
  private var paragraph: [Line] = []
  private var isInCode = false
  private var rowsOfTable = 0

  init(isMarked: Bool) { self.isMarked = isMarked }

  mutating func read(_ line: Line, into document: inout Document) {
    if line.isFence {
      endParagraph(&document)
      isInCode.toggle()
    } else if isInCode {
      document.add(code: line.words)
    } else if line.words.first?.text.hasPrefix("|") ?? false {
      if rowsOfTable == 0 { endParagraph(&document) }
      add(row: line, &document)
    } else if line.words.isEmpty || line.isRuler {
      endParagraph(&document)
    } else if let heading = line.heading {
      endParagraph(&document)
      document.add(heading: heading)
    } else {
      rowsOfTable = 0
      if startsItem(line) { endParagraph(&document) }
      paragraph.append(line)
    }
  }

  // Inside a paragraph only the first of a list is one; elsewhere a number was wrapped there.
  private func startsItem(_ line: Line) -> Bool {
    guard let first = line.unquoted.first else { return false }
    let isInList = paragraph.first?.unquoted.first?.isNumbering ?? false
    return first.isBullet
      || first.isNumbering && (isInList || first.text.dropLast().elementsEqual("1"))
  }

  mutating func endParagraph(_ document: inout Document) {
    defer {
      paragraph = []
      rowsOfTable = 0
    }
    guard let first = paragraph.first else { return }
    if !isMarked {
      if paragraph.count == 1, document.knows(Markup.anchor(of: first.text)) {
        document.add(heading: first.text)
        return
      }
      if isCode {
        for line in paragraph { document.add(code: line.words) }
        return
      }
    }
    document.add(prose: first.withoutItemMark + paragraph.dropFirst().flatMap(\.unquoted))
  }

  // Without fences, lines that are indented or end in braces are code.
  private var isCode: Bool {
    paragraph.contains { line in
      let last = line.words.last?.text.last
      return line.isIndented || last == "{" || last == "}"
    }
  }

  private mutating func add(row line: Line, _ document: inout Document) {
    rowsOfTable += 1
    let cells = cells(of: line.text).map { [Word]($0, line: line.number) }
    let isRuler = cells.allSatisfy { $0.allSatisfy { $0.text.allSatisfy { "-:".contains($0) } } }
    if !isRuler { document.add(cells: cells, isHeader: rowsOfTable == 1) }
  }

  // A bar in code or behind a backslash is no border.
  private func cells(of text: String) -> [String] {
    var cells = [""]
    var isInCode = false
    var isEscaped = false
    for character in text.drop(while: \.isWhitespace).dropFirst() {
      if character == "`", !isEscaped { isInCode.toggle() }
      if character == "|", !isInCode, !isEscaped {
        cells.append("")
      } else {
        if character == "|", isEscaped { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells
  }
}
