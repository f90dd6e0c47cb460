import JSON

/// Knows where a page's text may belong to an embedded drawing or formula, or to a select.
///
/// There a browser's tree builder decides how a tag's contents are read, which tags alone do not
/// tell. What this says is never less than what a browser makes of the page: it may take a place
/// for doubtful that is not.
struct HTMLNesting: Sendable {
  private struct Entry: Sendable {
    enum Kind: Sendable {
      case foreign
      /// Belongs to the drawing or formula, but holds HTML.
      case integration
      case html
    }

    var name: String
    var kind: Kind
    var isDrawing: Bool
  }

  private var entries: [Entry] = []
  private var isInSelect = false
  /// Whether the nesting is too muddled to say where it ends.
  private var isLost = false

  /// Whether tags alone do not tell how the next contents are read.
  var isDoubtful: Bool { isLost || isInSelect || !entries.isEmpty }

  mutating func open(_ tag: HTMLTag, in scanner: HTMLScanner) {
    guard !isLost else { return }
    if let top = entries.last, top.kind == .foreign {
      guard Self.breakouts.contains(tag.name) || isBreakoutFont(tag, in: scanner) else {
        openForeign(tag, isDrawing: top.isDrawing)
        return
      }
      leaveForeign()
    }
    switch tag.name {
    case "svg", "math":
      isLost = isInSelect
      let isDrawing = tag.name.isSame(as: "svg")
      push(Entry(name: tag.name, kind: .foreign, isDrawing: isDrawing), unless: tag.isSelfClosing)
    case "mglyph", "malignmark": isLost = !entries.isEmpty
    case "select": isInSelect = true
    default:
      guard !entries.isEmpty else { return }
      let isVoid = Self.voids.contains(tag.name)
      push(Entry(name: tag.name, kind: .html, isDrawing: false), unless: isVoid)
    }
  }

  mutating func close(_ tag: HTMLTag) {
    guard !isLost else { return }
    if isInSelect, tag.name.isSame(as: "select") {
      isInSelect = false
      return
    }
    guard let top = entries.last else { return }
    guard top.kind != .html else {
      isLost = !top.name.isSame(as: tag.name)
      entries.removeLast()
      return
    }
    // A stray end of a paragraph leaves the drawing in newer browsers, in older ones it does not.
    let place = entries.lastIndex { $0.kind == .html || $0.name.isSame(as: tag.name) }
    guard let place, entries[place].kind != .html else {
      isLost = true
      return
    }
    entries.removeSubrange(place...)
  }

  private mutating func openForeign(_ tag: HTMLTag, isDrawing: Bool) {
    // Whether its contents are HTML depends on an attribute.
    isLost = !isDrawing && tag.name.isSame(as: "annotation-xml")
    let holders = isDrawing ? Self.drawingHolders : Self.formulaHolders
    let kind: Entry.Kind = holders.contains(tag.name) ? .integration : .foreign
    push(Entry(name: tag.name, kind: kind, isDrawing: isDrawing), unless: tag.isSelfClosing)
  }

  private mutating func push(_ entry: Entry, unless isEmpty: Bool) {
    if !isEmpty { entries.append(entry) }
  }

  private mutating func leaveForeign() {
    while let top = entries.last, top.kind == .foreign { entries.removeLast() }
  }

  private func isBreakoutFont(_ tag: HTMLTag, in scanner: HTMLScanner) -> Bool {
    tag.name.isSame(as: "font")
      && tag.attributes.contains { attribute in
        ["color", "face", "size"].contains { scanner.isNamed(attribute, $0) }
      }
  }

  // The names are ASCII, in which no two texts are equal but for their bytes.
  private static let breakouts: [String] = [
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
    "embed", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu",
    "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub",
    "sup", "table", "tt", "u", "ul", "var",
  ]
  private static let voids: [String] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img",
    "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
  ]
  private static let drawingHolders: [String] = ["foreignobject", "desc", "title"]
  private static let formulaHolders: [String] = ["mi", "mo", "mn", "ms", "mtext"]
}
