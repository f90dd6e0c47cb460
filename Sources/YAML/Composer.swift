internal import CYAML
internal import JSON

/// Builds the tree from libyaml's events, and goes on after what is refused but understood.
struct Composer: ~Copyable {
  private(set) var errors: [YAMLError] = []

  private let source: Source
  private let start: Mark
  private var reader: EventReader
  private var depth = 0
  /// The hashes of the keys of all open maps, so that no key is compared in vain.
  private var hashes: [UInt64] = []
  private var tabsLeft: ArraySlice<Source.Place>

  /// Ends the reading; the error has been noted.
  private struct Halt: Error {}

  init(_ source: Source) {
    self.source = source
    start = source.start
    reader = EventReader(source.bytes)
    tabsLeft = source.leadingTabs[...]
  }

  /// Reads the one document, or gives `nil` when it cannot be read to its end.
  mutating func document() -> Node? {
    do throws(Halt) {
      try advance()
      try advance()
      guard reader.event.pointee.type == YAML_DOCUMENT_START_EVENT else {
        note(.emptyDocument, at: Source.Place(line: 0, column: 0))
        return nil
      }
      noteDirectives()
      try advance()
      let root = try node()
      try advance()
      try advance()
      if reader.event.pointee.type == YAML_DOCUMENT_START_EVENT {
        note(.secondDocument, at: place)
      }
      return root
    } catch {
      return nil
    }
  }

  private mutating func noteDirectives() {
    let start = reader.event.pointee.data.document_start
    guard start.version_directive != nil || start.tag_directives.start != start.tag_directives.end
    else { return }
    note(.directive, at: place)
  }

  /// Builds the node that begins with the event at hand, up to its last event.
  private mutating func node() throws(Halt) -> Node {
    let mark = mark
    if !tabsLeft.isEmpty { noteTab() }
    switch reader.event.pointee.type {
    case YAML_SCALAR_EVENT:
      noteProperties(
        anchor: reader.event.pointee.data.scalar.anchor, tag: reader.event.pointee.data.scalar.tag)
      return Node(mark: mark, content: scalar())
    case YAML_SEQUENCE_START_EVENT:
      let start = reader.event.pointee.data.sequence_start
      noteProperties(anchor: start.anchor, tag: start.tag)
      return Node(mark: mark, content: .sequence(try items()))
    case YAML_MAPPING_START_EVENT:
      let start = reader.event.pointee.data.mapping_start
      noteProperties(anchor: start.anchor, tag: start.tag)
      return Node(mark: mark, content: .mapping(try entries()))
    default:
      // An alias: no other event can stand where a node is due.
      noteAlias()
      return Node(mark: mark, content: .scalar(.null, quoted: true))
    }
  }

  private mutating func items() throws(Halt) -> [Node] {
    try open()
    var items: [Node] = []
    try advance()
    while reader.event.pointee.type != YAML_SEQUENCE_END_EVENT {
      items.append(try node())
      try advance()
    }
    depth -= 1
    return items
  }

  private mutating func entries() throws(Halt) -> [Node.Entry] {
    try open()
    var entries: [Node.Entry] = []
    var keys = MapKeys(base: hashes.count)
    try advance()
    while reader.event.pointee.type != YAML_MAPPING_END_EVENT {
      let mark = mark
      let key = try key()
      var isNew = key != nil
      if let key, let first = keys.add(key.text, hash: key.hash, entries, &hashes) {
        errors.append(YAMLError(mark, .duplicateKey(key.text, firstLine: first.line)))
        isNew = false
      }
      try advance()
      if let key, key.isPlain, noteMissingSpace(in: key.text, at: mark) {
        try advance()
        continue
      }
      let value = try node()
      if isNew, let key { entries.append(Node.Entry(key: key.text, mark: mark, value: value)) }
      try advance()
    }
    hashes.removeSubrange(keys.base...)
    depth -= 1
    return entries
  }

  private struct Key {
    var text: String
    var hash: UInt64
    var isPlain: Bool
  }

  /// Reads a key, or notes why there is none and passes over what stands there.
  private mutating func key() throws(Halt) -> Key? {
    if !tabsLeft.isEmpty { noteTab() }
    guard reader.event.pointee.type == YAML_SCALAR_EVENT else {
      if reader.event.pointee.type == YAML_ALIAS_EVENT {
        noteAlias()
      } else {
        note(.complexKey, at: place)
        _ = try node()
      }
      return nil
    }
    let scalar = reader.event.pointee.data.scalar
    noteProperties(anchor: scalar.anchor, tag: scalar.tag)
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let text = String(decoding: bytes, as: UTF8.self)
    if scalar.style == YAML_PLAIN_SCALAR_STYLE {
      if bytes.count == 2, bytes[0] == UInt8(ascii: "<"), bytes[1] == UInt8(ascii: "<") {
        note(.mergeKey, at: place)
        return nil
      }
      switch PlainScalar(bytes) {
      case .text: break
      case .refused(.byteOrderMark, _): note(.byteOrderMark, at: place)
      case .refused(.emptyValue, _): note(.emptyKey, at: place)
      case .literal, .refused: note(.typedKey(text), at: place)
      }
    }
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    return Key(text: text, hash: MapKeys.hash(bytes), isPlain: isPlain)
  }

  private mutating func scalar() -> Node.Content {
    let scalar = reader.event.pointee.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    guard scalar.style == YAML_PLAIN_SCALAR_STYLE else {
      return .scalar(.string(String(decoding: bytes, as: UTF8.self)), quoted: true)
    }
    switch PlainScalar(bytes) {
    case .text: return .scalar(.string(String(decoding: bytes, as: UTF8.self)), quoted: false)
    case .literal(let value): return .scalar(value, quoted: false)
    case .refused(let problem, let value):
      // A second error for one empty value would be no help.
      let isNoted = bytes.isEmpty && (scalar.tag != nil || scalar.anchor != nil)
      if !isNoted { note(problem, at: place) }
      return .scalar(value, quoted: false)
    }
  }
}

extension Composer {
  private var place: Source.Place { Source.Place(reader.event.pointee.start_mark) }

  private var mark: Mark {
    let mark = reader.event.pointee.start_mark
    return start.at(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private mutating func note(_ problem: Problem, at place: Source.Place) {
    errors.append(YAMLError(source.mark(place), problem))
  }

  private mutating func advance() throws(Halt) {
    if reader.advance() { return }
    let failure = reader.failure
    let (place, problem) = SyntaxDiagnosis(source: source, failure: failure).result
    // What libyaml took for an empty value in front of what it does not understand is none.
    let noticed = source.mark(failure.place)
    errors.removeAll { $0 == YAMLError(noticed, .emptyValue) }
    note(problem, at: place)
    throw Halt()
  }

  // Checked at each start: libyaml has no limit, and its time grows with the depth's square.
  private mutating func open() throws(Halt) {
    depth += 1
    guard depth > YAMLFile.maximumDepth else { return }
    note(.tooDeep, at: place)
    throw Halt()
  }

  /// Notes a key such as `a:1` in a flow map, which has an empty value because of it.
  private mutating func noteMissingSpace(in key: String, at mark: Mark) -> Bool {
    guard reader.event.pointee.type == YAML_SCALAR_EVENT,
      reader.event.pointee.data.scalar.length == 0,
      reader.event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
    else { return false }
    let before = key.unicodeScalars.prefix { $0 != ":" }.count
    guard before < key.unicodeScalars.count else { return false }
    note(.missingSpace, at: Source.Place(line: mark.line - 1, column: mark.column - 1 + before))
    return true
  }

  private mutating func noteProperties(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?
  ) {
    if let anchor { note(.anchor(String(cString: anchor)), at: place) }
    if let tag { note(.tag(String(cString: tag)), at: place) }
  }

  private mutating func noteAlias() {
    guard let anchor = reader.event.pointee.data.alias.anchor else { return }
    note(.alias(String(cString: anchor)), at: place)
  }

  /// Notes a tab in front of the event at hand; libyaml lets them stand in flow collections.
  private mutating func noteTab() {
    let place = place
    tabsLeft = tabsLeft.drop { $0.line < place.line }
    guard let tab = tabsLeft.first, tab.line == place.line, tab.column < place.column else {
      return
    }
    note(.tab, at: tab)
    tabsLeft.removeFirst()
  }
}
