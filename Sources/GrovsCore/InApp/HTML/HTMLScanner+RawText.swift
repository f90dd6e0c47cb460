import JSON

/// How the contents of an element are read, where they are not read as markup.
enum HTMLContents: Sendable {
  /// Characters and references, as in a title.
  case textWithoutTags
  /// Characters alone, as in a style.
  case rawText
  /// Raw text in which comments may hide the end.
  case script
  /// Characters alone, up to the page's end.
  case plainText

  /// What the contents of an element of this name are; `nil` for markup.
  ///
  /// A message's page may run scripts, so that `noscript` is raw text.
  init?(ofElement name: String) {
    switch name {
    case "title", "textarea": self = .textWithoutTags
    case "style", "xmp", "iframe", "noembed", "noframes", "noscript": self = .rawText
    case "script": self = .script
    case "plaintext": self = .plainText
    default: return nil
    }
  }
}

extension HTMLScanner {
  /// Where the contents end that begin at a place: at their end tag, or with the page.
  func end(of contents: HTMLContents, of name: String, from start: Int) -> Int {
    switch contents {
    case .plainText: return bytes.count
    case .script: return scriptEnd(from: start)
    case .textWithoutTags, .rawText:
      var name = name
      return name.withUTF8 { name in
        var place = start
        while place < bytes.count {
          if bytes[place] == UInt8(ascii: "<"), isEndTag(of: name, at: place) { return place }
          place += 1
        }
        return bytes.count
      }
    }
  }

  private func isEndTag(of name: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    let end = place + 2 + name.count
    guard end < bytes.count, bytes[place + 1] == UInt8(ascii: "/"), bytes[end].endsTagName else {
      return false
    }
    for index in 0..<name.count where bytes[place + 2 + index].lowered != name[index] {
      return false
    }
    return true
  }

  // In a comment a script's end tag ends the script, unless a start tag of a script stands before
  // it in that comment.
  private func scriptEnd(from start: Int) -> Int {
    enum State { case script, escaped, doubleEscaped }

    var state = State.script
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "-") where state != .script && holds("-->", at: place):
        state = .script
        place += 3
      case UInt8(ascii: "<") where isTag("</script", at: place):
        guard state == .doubleEscaped else { return place }
        state = .escaped
        place += 8
      case UInt8(ascii: "<") where state == .script && holds("<!--", at: place):
        state = .escaped
        // The dashes may be those that end the comment.
        place += 2
      case UInt8(ascii: "<") where state == .escaped && isTag("<script", at: place):
        state = .doubleEscaped
        place += 7
      default: place += 1
      }
    }
    return bytes.count
  }

  private func isTag(_ text: StaticString, at place: Int) -> Bool {
    let end = place + text.utf8CodeUnitCount
    return end < bytes.count && bytes[end].endsTagName && holds(text, at: place)
  }
}
