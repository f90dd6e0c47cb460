/// Takes the marks of Markdown out of prose, so that only what it says is compared.
enum Markup {
  /// The text without emphasis, code marks, link targets and tags, its spaces made single.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    append(Array(text.unicodeScalars)[...], to: &plain)
    return plain.split(whereSeparator: \.properties.isWhitespace).map { String(Substring($0)) }
      .joined(separator: " ")
  }

  /// The anchor that GitHub gives a heading: small letters, digits and hyphens for spaces.
  static func anchor(of heading: String) -> String {
    var anchor = String.UnicodeScalarView()
    for scalar in plain(heading).lowercased().unicodeScalars {
      switch scalar {
      case " ": anchor.append("-")
      case "-", "_": anchor.append(scalar)
      case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        anchor.append(scalar)
      default: break
      }
    }
    return String(anchor)
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func append(_ scalars: Scalars, to plain: inout String.UnicodeScalarView) {
    var rest = scalars
    while let scalar = rest.first {
      if let span = codeSpan(rest) {
        plain.append(contentsOf: span.inner)
        rest = span.rest
      } else if let link = link(rest) {
        append(link.inner, to: &plain)
        rest = link.rest
      } else if let behind = behindTag(rest, plain.last) {
        rest = behind
      } else {
        rest = rest.dropFirst()
        append(scalar, next: rest.first, to: &plain, &rest)
      }
    }
  }

  private static func append(
    _ scalar: Unicode.Scalar, next: Unicode.Scalar?, to plain: inout String.UnicodeScalarView,
    _ rest: inout Scalars
  ) {
    switch scalar {
    case "\\":
      guard let next, !next.isWordly, !next.properties.isWhitespace else { return }
      plain.append(next)
      rest = rest.dropFirst()
    case "*", "`": break
    // Inside a name it belongs to the name.
    case "_":
      let behind = rest.first { $0 != "_" }
      if plain.last?.isWordly ?? false, behind?.isWordly ?? false { plain.append(scalar) }
    case "\u{2018}", "\u{2019}": plain.append("'")
    case "\u{201C}", "\u{201D}": plain.append("\"")
    default: plain.append(scalar)
    }
  }

  /// A span between two equal runs of backticks, which stands as it is written.
  private static func codeSpan(_ scalars: Scalars) -> (inner: Scalars, rest: Scalars)? {
    let length = scalars.prefix { $0 == "`" }.count
    guard length > 0 else { return nil }
    var index = scalars.startIndex + length
    let start = index
    while index < scalars.endIndex {
      let run = scalars[index...].prefix { $0 == "`" }.count
      if run == length { return (scalars[start..<index], scalars[(index + run)...]) }
      index += max(1, run)
    }
    return nil
  }

  /// The text of a link or picture at the front, and what stands behind its target.
  private static func link(_ scalars: Scalars) -> (inner: Scalars, rest: Scalars)? {
    let isPicture = scalars.starts(with: ["!", "["])
    let open = scalars.startIndex + (isPicture ? 1 : 0)
    guard let text = bracketed(scalars[open...], "[", "]"),
      let target = bracketed(text.rest, "(", ")")
    else { return nil }
    return (text.inner, target.rest)
  }

  private static func bracketed(
    _ scalars: Scalars, _ open: Unicode.Scalar, _ close: Unicode.Scalar
  ) -> (inner: Scalars, rest: Scalars)? {
    guard scalars.first == open else { return nil }
    var depth = 0
    for index in scalars.indices {
      if scalars[index] == open { depth += 1 }
      if scalars[index] == close { depth -= 1 }
      if depth == 0 {
        return (scalars[(scalars.startIndex + 1)..<index], scalars[(index + 1)...])
      }
    }
    return nil
  }

  /// What stands behind an HTML tag at the front; `Set<Int>` has none.
  private static func behindTag(_ scalars: Scalars, _ before: Unicode.Scalar?) -> Scalars? {
    guard scalars.first == "<", scalars.dropFirst().first == "/" || !(before?.isWordly ?? false),
      let end = scalars.firstIndex(of: ">")
    else { return nil }
    let inner = scalars[(scalars.startIndex + 1)..<end]
    guard let first = inner.first(where: { $0 != "/" }), first.properties.isAlphabetic,
      !inner.contains("<")
    else { return nil }
    return scalars[(end + 1)...]
  }
}

extension Unicode.Scalar {
  /// Whether it can be part of a word.
  var isWordly: Bool { properties.isAlphabetic || properties.numericType != nil || self == "_" }
}
