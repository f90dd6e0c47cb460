import JSON

/// Makes pages and values of pieces that parsers are known to stumble over.
struct HTMLGrammar {
  /// A page, what the person and the event have, and the same fields with harmless values.
  struct Sample {
    var html: String
    var nasty: Object
    var plain: Object
  }

  static let keys = ["a", "b", "c", "d"]

  var dice: Dice

  mutating func sample() -> Sample {
    var html = ""
    for _ in 0...dice.roll(14) { html += piece() }
    var nasty = Object()
    var plain = Object()
    for (index, key) in Self.keys.enumerated() {
      var text = dice.pick(Self.values)
      for _ in 0..<dice.roll(4) { text += dice.pick(Self.values) }
      nasty[key] = .string(text)
      plain[key] = .string("Qz\(index)Q")
    }
    return Sample(html: html, nasty: nasty, plain: plain)
  }

  private mutating func piece() -> String {
    switch dice.roll(10) {
    case 0...3: tag()
    case 4: "</\(dice.pick(Self.names))\(dice.pick(Self.tagEnds))"
    case 5...6: dice.pick(Self.fragments)
    case 7: dice.pick(Self.texts) + placeholder(quote: "\"") + dice.pick(Self.texts)
    default: placeholder(quote: "\"")
    }
  }

  private mutating func tag() -> String {
    var text = "<" + dice.pick(Self.names)
    for _ in 0..<dice.roll(3) {
      text += dice.pick(Self.spaces) + dice.pick(Self.attributes)
      switch dice.roll(5) {
      case 0: text += ""
      case 1: text += "=" + value(quote: "\"")
      case 2: text += "='" + value(quote: "\"") + "'"
      case 3: text += " = \"" + value(quote: "&quot;") + "\""
      default: text += "=\"" + value(quote: "&#34;") + "\""
      }
    }
    return text + dice.pick(Self.tagEnds)
  }

  private mutating func value(quote: String) -> String {
    var text = ""
    for _ in 0..<dice.roll(3) {
      text += dice.roll(2) == 0 ? placeholder(quote: quote) : dice.pick(Self.texts)
    }
    return text
  }

  private mutating func placeholder(quote: String) -> String {
    let field = dice.pick(["user.", "event."]) + dice.pick(Self.keys)
    switch dice.roll(8) {
    case 0: return "{{\(field)|default:\(quote)\(dice.pick(Self.texts))\(quote)}}"
    case 1: return "{{user.none|default:\(quote)\(dice.pick(Self.texts))\(quote)}}"
    case 2: return "{{ user.none | default: \(quote)\(dice.pick(Self.texts))\(quote) }}"
    case 3: return "{{user.none|default:\(quote)\(quote)}}"
    case 4:
      return dice.pick(["{{{\(field)}}}", "{{ \(field)", "{{\(field) |}}", "{{ \(field)\n}}"])
    default: return "{{\(field)}}"
    }
  }

  // MARK: - Pieces

  private static let names = [
    "p", "a", "b", "div", "script", "style", "title", "textarea", "svg", "math", "select", "option",
    "noscript", "iframe", "xmp", "plaintext", "template", "table", "tr", "td", "foreignObject",
    "desc", "mi", "annotation-xml", "input", "br", "SCRIPT", "Title", "titl", "scriptx", "frameset",
    "svg", "svg", "desc", "style", "title", "mtext", "body", "head", "font", "form", "x-é", "a<b",
    "image", "noembed", "noframes", "li", "button",
  ]
  private static let tagEnds = [">", ">", ">", ">", ">", "/>", " >", "\n>", "", "/", " /x>", "<"]
  private static let spaces = [" ", "\n", "\t", "\u{C}", "/", "\r\n", ""]
  private static let attributes = [
    "alt", "title", "value", "placeholder", "aria-label", "data-x", "TITLE", "data-", "href", "src",
    "style", "onclick", "titles", "xvalue", "=", "srcdoc", "color", "encoding", "\"", "é", "aria",
  ]
  private static let fragments = [
    "<", "</", "<!", "<!--", "-->", "--!>", "<!-", "<!-->", "<!--->", "<![CDATA[", "]]>", "<?",
    "?>",
    "<!doctype html>", "<!DOCTYPE", ">", "\"", "'", "=", "&", "&#", "&#x", "&lt", "&amp", "&l",
    "</ ",
    "</titl", "</title", "</script", "<script", "<!--<script", "</textarea x", "{{", "}}", "\0",
    "\r",
    "\u{FEFF}", "é", "</>", "<a b='", "<a b=\"", "--", "-", "`", "/", "&not", "&notin;", "&copy",
  ]
  private static let texts = [
    "", " ", "x", "lt;", "t;", "&", "&l", "&#", "&#3", "&#x3c;", "&lt;", "&amp", "<", "</", "<!",
    "a=b",
    ">", "'", "é", "#", ";", "titl", "</titl", "script", "--", "]]", "\n", "x y", "}}", "{{", "b=",
  ]
  private static let values = [
    "<", ">", "\"", "'", "&", "=", "`", " ", "/", "\n", "\t", "\r", "\0", "<script>", "</script>",
    "</title>",
    "</textarea>", "<!--", "-->", "--!>", "]]>", "<![CDATA[", "lt;", "#60;", "x3c;", "amp;", "b",
    "script",
    "title>", "/title>", "e", ";", "onload=x", "javascript:1", "{{user.b}}", "}}", "{{", "é",
    "\u{2028}",
    "\u{FEFF}", "</", "<b", "!--", "?", "\u{C}", "%3C", "\\", "💥", "e\u{301}", "p>", "notin;",
    "&lt;",
  ]
}
