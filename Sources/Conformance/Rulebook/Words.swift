import JSON

/// A word of a document, as it is written there.
struct Word {
  var text: String
  /// From 1.
  var line: Int
}

extension [Word] {
  /// The words of a line.
  init(_ text: String, line: Int) {
    self = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map { Word(text: String(Substring($0)), line: line) }
  }

  var joined: String { map(\.text).joined(separator: " ") }

  /// The words by sentence.
  ///
  /// A sentence ends with a word that ends in a full stop, a question or an exclamation mark, also
  /// with brackets or quotes behind it. Inside code and link texts, behind an abbreviation, a number
  /// with a full stop and a lead in bold (`**Note.**`) none ends.
  var sentences: [[Word]] {
    var sentences: [[Word]] = []
    var current: [Word] = []
    var spans = Spans()
    for word in self {
      current.append(word)
      spans.pass(word.text)
      if spans.areClosed, word.endsSentence {
        sentences.append(current)
        current = []
      }
    }
    if !current.isEmpty { sentences.append(current) }
    return sentences
  }

  /// A line of code by what it declares and what its comment says, sentence by sentence.
  var statements: [[Word]] {
    guard let comment = firstIndex(where: \.startsComment) else { return [self] }
    let code = Array(self[..<comment])
    return (code.isEmpty ? [] : [code]) + Array(self[comment...]).sentences
  }

  /// Code whose lines ran together: a part ends with a brace or a sentence, or before a comment.
  var runTogetherStatements: [[Word]] {
    var parts: [[Word]] = []
    var current: [Word] = []
    for word in self {
      if word.startsComment, !current.isEmpty {
        parts.append(current)
        current = []
      }
      current.append(word)
      // A question mark is Swift's as often as a reader's.
      if word.text.hasSuffix("."), word.endsSentence {
        parts.append(current)
        current = []
      } else if word.text.hasSuffix("{") || word.text.hasSuffix("}") {
        parts.append(current)
        current = []
      }
    }
    return current.isEmpty ? parts : parts + [current]
  }
}

extension Word {
  var startsComment: Bool { text.hasPrefix("//") }

  private static let abbreviations = ["e.g.", "i.e.", "etc.", "vs.", "cf."]

  /// Whether a sentence may end here.
  var endsSentence: Bool {
    var bare = text.unicodeScalars[...]
    while let last = bare.last, Self.closing.contains(last) { bare.removeLast() }
    guard let last = bare.last, last == "." || last == "!" || last == "?" else { return false }
    let isOrdinal = bare.dropLast().allSatisfy { ("0"..."9").contains($0) }
    let whole = String(Substring(bare.drop { "([\"'".unicodeScalars.contains($0) })).lowercased()
    return !isOrdinal && !Self.abbreviations.contains { whole.isSame(as: $0) }
  }

  // The backslash is Markdown's end of a line.
  private static let closing: [Unicode.Scalar] = [
    "\\", ")", "]", "\"", "'", "`", "\u{201D}", "\u{2019}",
  ]
}

/// Whether reading stands inside a code span or a link's text.
struct Spans {
  private var isInCode = false
  private var depth = 0

  var areClosed: Bool { !isInCode && depth <= 0 }
  var isCodeOpen: Bool { isInCode }

  mutating func pass(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar == "`" { isInCode.toggle() }
      guard !isInCode else { continue }
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
    }
  }
}
