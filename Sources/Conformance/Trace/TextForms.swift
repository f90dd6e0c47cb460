/// The places in a text that have the form of a UUID or of an instant.
struct TextForms: Sequence {
  enum Kind {
    case uuid
    case instant(Int64)
  }

  private var found: [(range: Range<String.Index>, kind: Kind)] = []

  var isEmpty: Bool { found.isEmpty }

  init(_ text: String) {
    guard text.utf8.count >= 24 else { return }
    var copy = text
    let places = copy.withUTF8 { Self.places(in: $0) }
    guard !places.isEmpty else { return }
    for (start, count, kind) in places {
      let from = text.utf8.index(text.utf8.startIndex, offsetBy: start)
      found.append((from..<text.utf8.index(from, offsetBy: count), kind))
    }
  }

  func makeIterator() -> IndexingIterator<[(range: Range<String.Index>, kind: Kind)]> {
    found.makeIterator()
  }

  private static func places(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> [(start: Int, count: Int, kind: Kind)] {
    var places: [(Int, Int, Kind)] = []
    var index = 0
    while index + 24 <= bytes.count {
      // Both forms have a dash early, at places that no other text often has.
      if index + 36 <= bytes.count, bytes[index + 8] == 45,
        Pattern.AnyType.isUUID(bytes[index..<index + 36])
      {
        places.append((index, 36, .uuid))
        index += 36
      } else if bytes[index + 4] == 45, bytes[index + 23] == 90,
        let instant = InstantText.parse(bytes: .init(rebasing: bytes[index..<index + 24]))
      {
        places.append((index, 24, .instant(instant)))
        index += 24
      } else {
        index += 1
      }
    }
    return places
  }
}
