/// A JSON object: pairs sorted by the UTF-8 bytes of their keys, each key once.
///
/// Sorting at entry makes equality, text and iteration the same everywhere, whatever order a
/// writer used.
public struct Object: Hashable, Sendable {
  /// One key and its value.
  public struct Pair: Hashable, Sendable {
    public let key: String
    public var value: Value

    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }

    public static func == (left: Pair, right: Pair) -> Bool {
      left.key.isSame(as: right.key) && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
      key.hashBytes(into: &hasher)
      hasher.combine(value)
    }
  }

  /// The pairs, in the order of their keys' bytes.
  public private(set) var pairs: [Pair] = []

  public init() {}

  /// Makes an object of pairs in any order; of a key that comes twice the last pair counts.
  public init(_ pairs: some Sequence<(String, Value)>) {
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes pairs that are in order already and hold each key once.
  init(sorted pairs: [Pair]) { self.pairs = pairs }

  public var isEmpty: Bool { pairs.isEmpty }
  public var count: Int { pairs.count }
  public var keys: [String] { pairs.map(\.key) }

  /// The value under a key; setting `nil` removes the key.
  public subscript(key: String) -> Value? {
    get {
      // In a few keys a look at each is quicker than at halves: most are told apart by length.
      if pairs.count <= 12 {
        for index in pairs.indices where pairs[index].key.isSame(as: key) {
          return pairs[index].value
        }
        return nil
      }
      let place = place(of: key)
      return place.found ? pairs[place.index].value : nil
    }
    set {
      let place = place(of: key)
      switch (newValue, place.found) {
      case (let value?, true): pairs[place.index].value = value
      case (let value?, false): pairs.insert(Pair(key: key, value: value), at: place.index)
      case (nil, true): pairs.remove(at: place.index)
      case (nil, false): break
      }
    }
  }

  /// Adds a pair unless its key is there already, and tells whether it did.
  public mutating func insert(_ key: String, _ value: Value) -> Bool {
    let place = place(of: key)
    guard !place.found else { return false }
    pairs.insert(Pair(key: key, value: value), at: place.index)
    return true
  }

  // Objects hold tens of keys and are mostly built in order, so the end is tried first.
  private func place(of key: String) -> (index: Int, found: Bool) {
    var low = 0
    var high = pairs.count
    if high > 0, pairs[high - 1].key.precedes(key) { return (high, false) }
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle].key.precedes(key) { low = middle + 1 } else { high = middle }
    }
    return (low, low < pairs.count && pairs[low].key.isSame(as: key))
  }
}

extension Object: Sequence {
  public func makeIterator() -> IndexingIterator<[Pair]> { pairs.makeIterator() }
}

extension Object: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral pairs: (String, Value)...) { self.init(pairs) }
}
