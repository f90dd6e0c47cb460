/// The words of a text: letters and digits of ASCII, joined by `-` and `_`.
///
/// What is escaped (`%20`, `\n`) is no part of a word, nor is a text in the form of a UUID or of
/// an instant.
struct TextWords {
  /// Where each word stands, with the pieces between its joints.
  private(set) var found: [Word] = []

  struct Word {
    var pieces: [Range<Int>]

    var range: Range<Int> { (pieces.first?.lowerBound ?? 0)..<(pieces.last?.upperBound ?? 0) }
  }

  init(_ bytes: [UInt8], forms: [Range<Int>]) {
    var forms = forms[...]
    var index = 0
    while index < bytes.count {
      while let form = forms.first, form.lowerBound < index { forms.removeFirst() }
      if let form = forms.first, form.lowerBound == index {
        index = form.upperBound
        forms.removeFirst()
      } else if bytes[index].isOfWord {
        let end = forms.first?.lowerBound ?? bytes.count
        let word = Self.word(in: bytes, from: index, to: end)
        found.append(word)
        index = word.range.upperBound
      } else {
        index += Self.escape(in: bytes, at: index)
      }
    }
  }

  private static func word(in bytes: [UInt8], from start: Int, to end: Int) -> Word {
    var pieces: [Range<Int>] = []
    var from = start
    while true {
      var to = from
      while to < end, bytes[to].isOfWord { to += 1 }
      pieces.append(from..<to)
      var next = to
      while next < end, bytes[next].isJoint { next += 1 }
      guard next > to, next < end, bytes[next].isOfWord else { return Word(pieces: pieces) }
      from = next
    }
  }

  /// How many bytes to pass over at a byte that is of no word.
  private static func escape(in bytes: [UInt8], at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "%"): 3
    case UInt8(ascii: "\\"):
      index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2
    default: 1
    }
  }
}

extension UInt8 {
  fileprivate var isOfWord: Bool { isLetter || (48...57).contains(self) }
  fileprivate var isJoint: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }

  /// Whether it is an ASCII letter.
  var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}
