import JSON

/// Values in two tables, each part of them once: what makes the traces of a suite fit on a page.
///
/// A node is a text, a boolean, null or a small integer as itself, or a list: `[shape, node…]` an
/// object, and with a number below zero in front one of `Kind`.
struct ValueTable {
  /// The nodes, in order of appearance.
  private(set) var nodes: [Value] = []
  /// The keys of objects, in order of appearance.
  private(set) var shapes: [Value] = []
  /// About how many bytes the nodes take as JSON.
  private(set) var size = 0
  private var nodePlaces: [Value: Int] = [:]
  private var shapePlaces: [Value: Int] = [:]

  /// What stands in front of a node that is neither an object nor itself.
  enum Kind: Int {
    /// `[-1, node…]`
    case list = -1
    /// `[-2, node]`: a text that holds this value as canonical JSON.
    case json = -2
    /// `[-3, text]`: a number that JavaScript cannot hold exactly.
    case number = -3
    /// `[-4, text, bytes]`: the head of a text of so many bytes.
    case cutText = -4
    /// `[-5, count, node…]`: the head of a list of so many items.
    case cutList = -5
    /// `[-6, count, node]`: the head of an object of so many keys.
    case cutObject = -6
  }

  // What a reader can still read; a testee may say more than a browser can hold.
  static let longestText = 8 << 10
  static let longestJSON = 256 << 10
  static let mostItems = 500
  static let deepest = 48

  /// The place of a value among the nodes.
  mutating func place(of value: Value, depth: Int = 0) -> Int {
    guard depth < Self.deepest else { return place(ofText: value.canonicalText) }
    switch value {
    case .null, .bool: return place(ofNode: value)
    case .number(let number):
      guard let int = number.int, int.magnitude <= 1 << 53 else {
        return place(ofNode: [Self.int(.number), .string(value.canonicalText)])
      }
      return place(ofNode: value)
    case .string(let text):
      guard let inner = text.canonicalJSON else { return place(ofText: text) }
      return place(ofNode: [Self.int(.json), .int(place(of: inner, depth: depth + 1))])
    case .array(let items):
      let places = items.prefix(Self.mostItems).map { Value.int(place(of: $0, depth: depth + 1)) }
      return places.count == items.count
        ? place(ofNode: .array([Self.int(.list)] + places))
        : place(ofNode: .array([Self.int(.cutList), .int(items.count)] + places))
    case .object(let object): return place(of: object, depth)
    }
  }

  private mutating func place(of object: Object, _ depth: Int) -> Int {
    let pairs = object.pairs.prefix(Self.mostItems)
    var node: [Value] = []
    node.reserveCapacity(pairs.count + 1)
    // A key is as free as a text: one that is very long is cut, too.
    node.append(.int(shape(.array(pairs.map { .string($0.key.head(Self.longestText)) }))))
    for pair in pairs { node.append(.int(place(of: pair.value, depth: depth + 1))) }
    let place = place(ofNode: .array(node))
    guard pairs.count < object.count else { return place }
    return self.place(ofNode: [Self.int(.cutObject), .int(object.count), .int(place)])
  }

  private mutating func place(ofText text: String) -> Int {
    let head = text.head(Self.longestText)
    guard head.utf8.count < text.utf8.count else { return place(ofNode: .string(text)) }
    return place(ofNode: [Self.int(.cutText), .string(head), .int(text.utf8.count)])
  }

  private mutating func place(ofNode node: Value) -> Int {
    if let place = nodePlaces[node] { return place }
    nodePlaces[node] = nodes.count
    nodes.append(node)
    size += node.roughSize
    return nodes.count - 1
  }

  private mutating func shape(_ keys: Value) -> Int {
    if let place = shapePlaces[keys] { return place }
    shapePlaces[keys] = shapes.count
    shapes.append(keys)
    size += keys.roughSize
    return shapes.count - 1
  }

  private static func int(_ kind: Kind) -> Value { .int(kind.rawValue) }
}

extension Value {
  fileprivate var roughSize: Int {
    switch self {
    case .string(let text): text.utf8.count + 3
    case .array(let items): items.reduce(2) { $0 + $1.roughSize }
    default: 6
    }
  }
}

extension String {
  /// The object or list that this text is the canonical JSON of.
  fileprivate var canonicalJSON: Value? {
    guard let first = utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      utf8.count > 8, utf8.count <= ValueTable.longestJSON,
      let value = try? Value(json: self), value.canonicalText.isSame(as: self)
    else { return nil }
    return value
  }

  /// The text up to so many bytes, whole characters of it.
  func head(_ limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(utf8[..<end]) ?? ""
  }
}
