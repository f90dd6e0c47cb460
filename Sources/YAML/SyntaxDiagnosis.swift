/// Says in plain words, and at the place of the cause, what libyaml found at the place it noticed.
struct SyntaxDiagnosis {
  let source: Source
  let failure: SyntaxFailure

  typealias Result = (Source.Place, Problem)

  var result: Result {
    let place = failure.place
    if let quote = failure.quote, quote.end.line == place.line, place.column >= quote.end.column {
      return (quote.start, .quoteOverLines(end: quote.end.line + 1))
    }
    switch failure.problem {
    case "found character that cannot start any token": return badStart
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return (tab(in: place.line) ?? place, .tab)
    case "mapping values are not allowed in this context": return strayColon
    case "could not find expected ':'": return missingColon
    case "did not find expected key", "did not find expected '-' indicator": return blockEnd
    case "did not find expected ',' or ']'": return bracketEnd("[")
    case "did not find expected ',' or '}'": return bracketEnd("{")
    case "found unexpected end of stream", "found unexpected document indicator":
      return (failure.contextPlace, .unclosedQuote)
    case "found unknown escape character": return (place, .unknownEscape(text(at: place, count: 2)))
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      let backslash = source.line(place.line).prefix(place.column).lastIndex(of: "\\")
      return (Source.Place(line: place.line, column: backslash ?? place.column), .badEscape)
    case "mapping keys are not allowed in this context": return (place, .badStart("?"))
    case "block sequence entries are not allowed in this context": return (place, .listOnKeyLine)
    case "did not find expected node content": return missingValue
    case "did not find expected comment or line break": return (place, .blockHeader)
    case "did not find expected <document start>": return textBehindDocument
    default: return byContext
    }
  }

  private var byContext: Result {
    switch failure.context {
    case "while scanning an anchor": (failure.contextPlace, .aliasSign("&"))
    case "while scanning an alias": (failure.contextPlace, .aliasSign("*"))
    case "while scanning a tag", "while parsing a tag", "while parsing a node":
      (failure.contextPlace, .tag("!"))
    case "while scanning a directive", "while scanning a %YAML directive",
      "while scanning a %TAG directive":
      (failure.contextPlace, .directive)
    default:
      failure.problem.hasSuffix("directive") || failure.problem.contains("YAML document")
        ? (failure.place, .directive) : (failure.place, .other(failure.problem))
    }
  }

  private var badStart: Result {
    guard let sign = scalar(at: failure.place) else { return (failure.place, .missingValue) }
    return (failure.place, sign == "\t" ? .tab : sign == "%" ? percent : .badStart(sign))
  }

  private var percent: Problem { failure.place.column == 0 ? .directive : .badStart("%") }

  /// A ':' where no key can end: too long a key, a second ':' or a line that is none of its map.
  private var strayColon: Result {
    let place = failure.place
    let line = source.line(place.line)
    let before = line.prefix(place.column)
    if before.count > 1024 {
      return (Source.Place(line: place.line, column: indentation(of: line)), .keyTooLong)
    }
    if let colon = tightColon(above: place.line) { return (colon, .missingSpace) }
    if let colon = valueColon(in: before), colon < place.column { return (place, .colonInText) }
    return (Source.Place(line: place.line, column: indentation(of: line)), .indentedBelowValue)
  }

  private var missingColon: Result {
    let start = failure.contextPlace
    let line = source.line(start.line)
    if line.count - start.column > 1024 { return (start, .keyTooLong) }
    if let column = tightColon(in: line[min(start.column, line.count)...]) {
      return (Source.Place(line: start.line, column: column), .missingSpace)
    }
    return (start, .missingColon)
  }

  private var blockEnd: Result {
    let place = failure.place
    let line = source.line(place.line)
    if let tab = tab(in: place.line), tab.column <= place.column { return (tab, .tab) }
    if scalar(at: place) == "," { return (place, .trailingComma) }
    if scalar(at: place) == ":" { return (place, .emptyKey) }
    guard place.column == indentation(of: line) else {
      let last = line.prefix(place.column).last { $0 != " " }
      return (place, last == "'" || last == "\"" ? .textBehindQuote : .textBehindValue)
    }
    if let comma = commaEnding(lineAbove: place.line) { return (comma, .trailingComma) }
    guard place.column == failure.contextPlace.column else { return (place, .badIndentation) }
    if failure.context == "while parsing a block collection" { return (place, .keyInList) }
    return (place, scalar(at: place) == "-" ? .itemInMap : .badIndentation)
  }

  private func bracketEnd(_ bracket: Character) -> Result {
    let place = failure.place
    let open = failure.contextPlace
    let line = source.line(place.line)
    if scalar(at: place) == ":", place.column - indentation(of: line) > 1024 {
      let before = line.prefix(place.column)
      let start = before.lastIndex { $0 == "{" } ?? 0
      let comma = before.indices.last { before[$0] == "," && line[$0 + 1] == " " } ?? 0
      let key = line[max(start, comma)...].firstIndex { !"{, ".unicodeScalars.contains($0) }
      return (Source.Place(line: place.line, column: key ?? 0), .keyTooLong)
    }
    // Where the text is at its end, or goes on in block style, the bracket itself is at fault.
    let goesOn = place.line > open.line && place.column <= indentation(of: source.line(open.line))
    if scalar(at: place) == nil || goesOn { return (open, .unclosedBracket(bracket)) }
    if scalar(at: place) == ":", place.line > open.line,
      place.column > 0, valueColon(in: line.prefix(place.column)) == nil,
      indentation(of: line) <= indentation(of: source.line(open.line))
    {
      return (open, .unclosedBracket(bracket))
    }
    return (place, .missingSeparator(bracket, line: open.line + 1))
  }

  private var missingValue: Result {
    if let sign = scalar(at: failure.place) {
      return (failure.place, sign == "]" || sign == "}" ? .strayBracket(sign) : .missingValue)
    }
    // At the end of the text it is the last bracket that misses its other half.
    let line = source.line(failure.contextPlace.line)
    for (column, sign) in line.enumerated().reversed() where sign == "[" || sign == "{" {
      let place = Source.Place(line: failure.contextPlace.line, column: column)
      return (place, .unclosedBracket(Character(sign)))
    }
    return (failure.place, .missingValue)
  }

  private var textBehindDocument: Result {
    let place = failure.place
    if let comma = commaEnding(lineAbove: place.line) { return (comma, .trailingComma) }
    if scalar(at: place) == "," { return (place, .trailingComma) }
    if source.line(place.line).first == "%" { return (place, .directive) }
    return (place, .textBehindDocument)
  }
}

extension SyntaxDiagnosis {
  private func scalar(at place: Source.Place) -> Unicode.Scalar? {
    let line = source.line(place.line)
    return line.indices.contains(place.column) ? line[place.column] : nil
  }

  private func text(at place: Source.Place, count: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source.line(place.line).dropFirst(place.column).prefix(count))
    return String(text)
  }

  private func indentation(of line: [Unicode.Scalar]) -> Int { line.prefix { $0 == " " }.count }

  private func tab(in line: Int) -> Source.Place? { source.leadingTabs.first { $0.line == line } }

  /// The column of the first ':' that ends a key.
  private func valueColon(in line: ArraySlice<Unicode.Scalar>) -> Int? {
    line.indices.first { line[$0] == ":" && $0 + 1 < line.endIndex && line[$0 + 1] == " " }
  }

  /// The column of the first ':' that has text close on both sides, if no ':' ends a key before.
  private func tightColon(in line: ArraySlice<Unicode.Scalar>) -> Int? {
    let colon = line.indices.first { line[$0] == ":" }
    guard let colon, colon > line.startIndex, colon + 1 < line.endIndex, line[colon + 1] != " ",
      line[colon + 1] != "/"
    else { return nil }
    return colon
  }

  private func tightColon(above number: Int) -> Source.Place? {
    guard number > 0 else { return nil }
    let line = source.line(number - 1)
    return tightColon(in: line[...]).map { Source.Place(line: number - 1, column: $0) }
  }

  private func commaEnding(lineAbove number: Int) -> Source.Place? {
    guard number > 0 else { return nil }
    let line = source.line(number - 1)
    guard let last = line.lastIndex(where: { $0 != " " }), line[last] == "," else { return nil }
    return Source.Place(line: number - 1, column: last)
  }
}
