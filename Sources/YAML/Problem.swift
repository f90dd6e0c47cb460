/// What can be wrong with a YAML file; the words of each stand here and nowhere else.
enum Problem: Hashable, Sendable {
  // The file.
  case unreadable(String)
  case folder
  case tooLarge
  case emptyFile
  case emptyDocument
  case secondDocument
  case directive
  // Bytes.
  case utf16(String)
  case byteOrderMark
  case invalidUTF8
  case controlCharacter(UInt32)
  case lineBreak(String)
  // What YAML has and specs have not.
  case tooDeep
  case anchor(String)
  case alias(String)
  case aliasSign(Character)
  case tag(String)
  case mergeKey
  case complexKey
  // Keys and scalars.
  case duplicateKey(String, firstLine: Int)
  case typedKey(String)
  case emptyKey
  case emptyValue
  case otherLiteral(String, String)
  case notFinite(String)
  case integerOutOfRange(String)
  case numberTooLarge(String)
  // Syntax.
  case tab
  case badStart(Unicode.Scalar)
  case unclosedQuote
  case unclosedBracket(Character)
  case missingSeparator(Character, line: Int)
  case unknownEscape(String)
  case badEscape
  case trailingComma
  case textBehindValue
  case textBehindQuote
  case quoteOverLines(end: Int)
  case strayBracket(Unicode.Scalar)
  case keyInList
  case badIndentation
  case indentedBelowValue
  case itemInMap
  case colonInText
  case missingSpace
  case missingColon
  case keyTooLong
  case listOnKeyLine
  case missingValue
  case blockHeader
  case textBehindDocument
  case other(String)
}

extension Problem {
  /// What is wrong, and what to write instead.
  var message: String {
    aboutFile ?? aboutFeature ?? aboutScalar ?? aboutSyntax
  }

  private var aboutFile: String? {
    switch self {
    case .unreadable(let reason): "the file cannot be read: \(reason)"
    case .folder: "this is a folder; name a file in it"
    case .tooLarge: "the file is larger than 1 MiB; split it"
    case .emptyFile: "the file is empty; write a document"
    case .emptyDocument: "the file holds no document but comments; write one"
    case .secondDocument: "a second document begins here; give it a file of its own"
    case .directive: "directives are not supported; begin with the document itself"
    case .utf16(let order): "the file is UTF-16, \(order); save it as UTF-8"
    case .byteOrderMark:
      "a byte order mark stands inside the text, as when files are joined; take it out"
    case .invalidUTF8: "this byte is not UTF-8; save the file as UTF-8"
    case .controlCharacter(let scalar):
      "a control character stands here; write \"\(Self.escape(scalar))\" in double quotes"
    case .lineBreak(let escape):
      "this character ends a line for YAML but not for editors; write \"\(escape)\" in double quotes"
    default: nil
    }
  }

  private var aboutFeature: String? {
    switch self {
    case .tooDeep: "nested deeper than \(YAMLFile.maximumDepth) levels; write it flatter"
    case .anchor(let name):
      "anchors are not supported; take '&\(Self.shown(name))' out, or quote a text that begins with '&'"
    case .alias(let name):
      "aliases are not supported; write out what '*\(Self.shown(name))' stands for, or quote the text"
    case .aliasSign(let sign): "a plain text cannot begin with '\(sign)'; quote the text"
    case .tag(let tag):
      "tags are not supported; take '\(Self.short(tag))' out, or quote a text that begins with '!'"
    case .mergeKey: "merge keys are not supported; write the keys out, or quote '<<'"
    case .complexKey: "a key must be a text, not a list or a map"
    default: nil
    }
  }

  private var aboutScalar: String? {
    switch self {
    case .duplicateKey(let key, let line):
      "'\(Self.shown(key))' is given twice; the first is at line \(line)"
    case .typedKey(let key): "a key must be a text; quote it: \"\(Self.shown(key))\""
    case .emptyKey: "a key is missing in front of ':'; write it, or quote an empty one: \"\""
    case .emptyValue: "the value is missing; write it, or null, or \"\""
    case .otherLiteral(let found, let literal):
      "'\(found)' could mean a text or \(literal); write \(literal), or quote it: \"\(found)\""
    case .notFinite(let found):
      "'\(found)' is no JSON number; quote it if it is a text: \"\(found)\""
    case .integerOutOfRange(let found):
      "\(Self.shown(found)) is no 64-bit integer (-9223372036854775808 to 18446744073709551615); "
        + "quote it if it is a text"
    case .numberTooLarge(let found):
      "\(Self.shown(found)) is too large for a 64-bit floating-point number; quote it if it is a text"
    default: nil
    }
  }

  private var aboutSyntax: String {
    switch self {
    case .tab: "a tab stands where text is indented; use spaces"
    case .badStart(let sign): "a plain text cannot begin with '\(sign)'; quote the text"
    case .unclosedQuote: "this quote is never closed; write the closing quote"
    case .unclosedBracket(let bracket):
      "this '\(bracket)' is never closed; write '\(Self.closing(bracket))'"
    case .missingSeparator(let bracket, let line):
      "expected ',' or '\(Self.closing(bracket))' in the '\(bracket)' of line \(line); "
        + "quote a text that holds signs of YAML"
    case .unknownEscape(let found):
      "'\(found)' is no escape; write '\\\\' for a backslash, or use single quotes"
    case .badEscape:
      "the escape names no character; write the character itself, or \\UXXXXXXXX with its number"
    case .trailingComma: "a comma ends this line; take it out, or put the whole into '{' and '}'"
    case .textBehindValue: "more text follows the value; quote the whole text, or begin a new line"
    case .textBehindQuote:
      "more text follows the closing quote; quote the whole text, and write a single quote in it twice"
    case .quoteOverLines(let end):
      "this quote is closed only in line \(end), where more text follows; close it where the text ends"
    case .strayBracket(let bracket): "this '\(bracket)' closes nothing; quote a text that holds it"
    case .keyInList: "a key stands between the items of a list; indent it below an item"
    case .badIndentation: "the indentation fits no line above; align it with what it belongs to"
    case .indentedBelowValue:
      "the line is indented below a key that has a value already; align it, or take the value out"
    case .itemInMap: "a list item stands between the keys of a map; indent it below its key"
    case .colonInText: "': ' stands inside a plain text; quote the text, or begin a new line"
    case .missingSpace: "a space is missing after ':'; write it, or quote the text"
    case .missingColon: "this line is neither 'key: value' nor a list item; write ':' after the key"
    case .keyTooLong: "a key is longer than 1,024 characters, which YAML cannot read; shorten it"
    case .listOnKeyLine: "a list cannot begin on the line of its key; begin a new line"
    case .missingValue: "a value is missing in front of this; write it, or null, or \"\""
    case .blockHeader:
      "the text of a block begins on the line below its '|' or '>'; begin a new line"
    case .textBehindDocument:
      "the document has ended above; align this with what it belongs to, or give it its own file"
    case .other(let words): "this is not YAML: \(words)"
    default: ""
    }
  }

  private static func short(_ tag: String) -> String {
    let prefix = "tag:yaml.org,2002:"
    return tag.hasPrefix(prefix) ? "!!" + shown(String(tag.dropFirst(prefix.count))) : shown(tag)
  }

  /// A user's text in one line of a bearable length.
  private static func shown(_ text: String) -> String {
    var shown = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == 60 { return shown + "…" }
      if scalar.value < 0x20 || scalar.value == 0x7F {
        shown += escape(scalar.value)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func escape(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }

  private static func closing(_ bracket: Character) -> Character { bracket == "[" ? "]" : "}" }
}
