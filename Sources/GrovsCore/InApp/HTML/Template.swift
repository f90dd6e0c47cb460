package import JSON

/// A project's own page, read once: what it holds as it is, and where fields are written.
///
/// Placeholders count in text, a title's and a textarea's too, and in the values of `alt`,
/// `title`, `value`, `placeholder`, `aria-…` and `data-…`. What is no placeholder goes into the
/// page byte for byte.
///
/// ```swift
/// let page = try Template("<p>Hi {{user.name}}</p>").page(user: ["name": "Ann"], event: [:])
/// ```
package struct Template: Sendable {
  private enum Piece: Sendable {
    case markup(Range<Int>)
    case field(Placeholder, Insertion)
  }

  private let bytes: [UInt8]
  private let pieces: [Piece]

  package init(_ html: String) {
    var reader = HTMLReader(html)
    var finder = PlaceholderFinder(bytes: reader.bytes)
    while let token = reader.next() { finder.take(token, reader.scanner) }
    bytes = reader.bytes
    var pieces: [Piece] = []
    var end = 0
    for found in finder.found {
      pieces.append(.markup(end..<found.range.lowerBound))
      pieces.append(.field(found.placeholder, found.insertion))
      end = found.range.upperBound
    }
    self.pieces = pieces + [.markup(end..<bytes.count)]
  }

  /// The page with the values of its fields, or the first field that has no value and no fallback.
  package func page(user: Object, event: Object) throws(MissingField) -> String {
    var page: [UInt8] = []
    page.reserveCapacity(bytes.count + 64 * pieces.count)
    for piece in pieces {
      switch piece {
      case .markup(let range): page.append(contentsOf: bytes[range])
      case .field(let placeholder, let insertion):
        let object = placeholder.source == .user ? user : event
        if let text = Self.text(of: object[placeholder.key]) {
          insertion.write(text, into: &page)
        } else if let fallback = placeholder.fallback {
          insertion.writeMarkup(fallback, into: &page)
        } else {
          throw MissingField(name: placeholder.field)
        }
      }
    }
    return String(decoding: page, as: UTF8.self)
  }

  // The text of a field that has a value.
  private static func text(of value: Value?) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): number.description
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object, nil: nil
    }
  }
}

/// A field without value and fallback, which keeps its message away.
package struct MissingField: Error, Hashable, Sendable {
  /// As it is written in the page, for example `user.first_name`.
  package var name: String
}
