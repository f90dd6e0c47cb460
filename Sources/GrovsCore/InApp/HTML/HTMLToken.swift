/// A piece of a page as a browser's tokenizer cuts it; all pieces in a row are the page.
package enum HTMLToken: Hashable, Sendable {
  /// Characters that are shown; in `title` and `textarea` a `<` opens nothing but their end.
  case text(Range<Int>, isWithoutTags: Bool)
  case startTag(HTMLTag)
  case endTag(HTMLTag)
  case other(Other, Range<Int>)

  /// What never holds a placeholder.
  package enum Other: Hashable, Sendable {
    /// A real or a bogus comment.
    case comment
    case doctype
    /// A section of an embedded drawing or formula.
    case section
    /// The contents of a script, a style or another element of raw text.
    case rawText
    /// A tag that the page's end cuts off, which no parser emits.
    case cut
    /// What cannot be told without building the whole tree, up to the page's end.
    case unsettled
  }

  /// Where it stands in the page's bytes.
  package var range: Range<Int> {
    switch self {
    case .text(let range, _), .other(_, let range): range
    case .startTag(let tag), .endTag(let tag): tag.range
    }
  }
}

/// A whole tag.
package struct HTMLTag: Hashable, Sendable {
  package var range: Range<Int>
  /// The name, its ASCII letters in lower case.
  package var name: String
  package var attributes: [HTMLAttribute]
  package var isSelfClosing: Bool
}

/// An attribute of a tag, by its places in the page's bytes.
package struct HTMLAttribute: Hashable, Sendable {
  package enum Quoting: Hashable, Sendable {
    case double, single, unquoted
    /// There is a name alone, or no value behind the `=`.
    case none
  }

  package var name: Range<Int>
  /// The value without its quotes.
  package var value: Range<Int>
  package var quoting: Quoting
  /// Whether an earlier attribute of the tag has the same name; a parser drops this one.
  package var isDuplicate: Bool
}
