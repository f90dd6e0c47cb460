import JSON

/// The short hash of a sentence where it stands, as rules pin it: `3f0a/91c2d4e8`.
///
/// The first part stands for the place, so that a pin whose sentence is gone still tells where it
/// was; the second for the sentence. Neither can be read as a number of YAML.
package struct Pin: Hashable, Sendable, CustomStringConvertible {
  /// Of the text `document#section`.
  package var place: UInt16
  /// Of the place, the row of a table that it stands in, and the sentence.
  package var sentence: UInt32

  package init(place: UInt16, sentence: UInt32) {
    self.place = place
    self.sentence = sentence
  }

  /// Reads four and eight hex digits in lower case around a slash; nil for anything else.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 4, parts[1].count == 8,
      parts.allSatisfy({ $0.allSatisfy(isHexDigit) }),
      let place = UInt16(String(Substring(parts[0])), radix: 16),
      let sentence = UInt32(String(Substring(parts[1])), radix: 16)
    else { return nil }
    self.init(place: place, sentence: sentence)
  }

  /// The pin of the n-th sentence, from 1, that reads so in this row of this place.
  init(place: String, row: String?, text: String, number: Int) {
    var print = Fingerprint()
    print.feed(place)
    print.feed(row)
    print.feed(text)
    print.feed(Int64(number))
    let hash = print.hash
    self.init(
      place: Self.hash(ofPlace: place),
      sentence: UInt32(truncatingIfNeeded: hash ^ (hash >> 32)))
  }

  /// The part of a pin that stands for a place.
  static func hash(ofPlace place: String) -> UInt16 {
    var print = Fingerprint()
    print.feed(place)
    let hash = print.hash
    return UInt16(truncatingIfNeeded: hash ^ (hash >> 16) ^ (hash >> 32) ^ (hash >> 48))
  }

  package var description: String {
    func digits(_ value: some BinaryInteger, _ count: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: count - text.count) + text
    }
    return digits(place, 4) + "/" + digits(sentence, 8)
  }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
}
