internal import CYAML

/// libyaml's events over bytes that outlive it, one at a time.
struct EventReader: ~Copyable {
  // The parser keeps pointers into itself, so that it must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The event read last, to be looked at before the next is read.
  let event: UnsafeMutablePointer<yaml_event_t>
  /// The last quoted scalar that goes on over lines: its end may be another text's opening quote.
  private var quote: (start: yaml_mark_t, end: yaml_mark_t)?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    guard yaml_parser_initialize(parser) == 1 else { fatalError("no memory for a parser") }
    // Told, libyaml does not guess, and takes no byte order mark for one.
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Reads the next event, or tells that the text is not YAML.
  mutating func advance() -> Bool {
    if event.pointee.type == YAML_SCALAR_EVENT,
      event.pointee.start_mark.line != event.pointee.end_mark.line, isQuoted
    {
      quote = (event.pointee.start_mark, event.pointee.end_mark)
    }
    yaml_event_delete(event)
    return yaml_parser_parse(parser, event) == 1
  }

  private var isQuoted: Bool {
    let style = event.pointee.data.scalar.style
    return style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
  }

  /// What libyaml says once `advance` has failed.
  var failure: SyntaxFailure {
    let parser = parser.pointee
    return SyntaxFailure(
      problem: parser.problem.map { String(cString: $0) } ?? "no memory is left",
      place: Source.Place(parser.problem_mark),
      context: parser.context.map { String(cString: $0) } ?? "",
      contextPlace: Source.Place(parser.context_mark),
      quote: quote.map { (Source.Place($0.start), Source.Place($0.end)) })
  }
}

/// A syntax error in libyaml's own words.
struct SyntaxFailure {
  var problem: String
  var place: Source.Place
  var context: String
  var contextPlace: Source.Place
  /// The last quoted scalar before it that goes on over lines.
  var quote: (start: Source.Place, end: Source.Place)?
}

extension Source.Place {
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line), column: Int(mark.column))
  }
}
