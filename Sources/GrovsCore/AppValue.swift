public import JSON

/// A value that the app hands over: JSON, or what an app may put in its place.
public indirect enum AppValue: Equatable, Sendable {
  case json(Value)
  /// NaN and the infinities.
  case notFinite(Double)
  case date(WallTime)
  case data([UInt8])
  case url(String)
  case uuid(String)
  /// An object that no JSON can hold, under a name for readers.
  case opaque(String)
  /// A list that holds something else than JSON.
  case list([AppValue])
  /// A map that holds something else than JSON.
  case map(AppMap)
}

/// A map of the app: pairs sorted by the UTF-8 bytes of their keys, each key once.
public struct AppMap: Equatable, Sendable {
  /// One key and its value.
  public struct Pair: Equatable, Sendable {
    public let key: String
    public var value: AppValue

    public init(key: String, value: AppValue) {
      self.key = key
      self.value = value
    }
  }

  public private(set) var pairs: [Pair] = []

  public init() {}

  /// Makes a map of what a JSON object holds.
  public init(_ object: Object) {
    pairs = object.pairs.map { Pair(key: $0.key, value: .json($0.value)) }
  }

  /// The value under a key; setting `nil` removes the key.
  public subscript(key: String) -> AppValue? {
    get { pairs.first { $0.key.isSame(as: key) }?.value }
    set {
      let place = pairs.firstIndex { !$0.key.precedes(key) } ?? pairs.count
      let isThere = place < pairs.count && pairs[place].key.isSame(as: key)
      switch (newValue, isThere) {
      case (let value?, true): pairs[place].value = value
      case (let value?, false): pairs.insert(Pair(key: key, value: value), at: place)
      case (nil, true): pairs.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// The map with another's pairs laid over it, whole value by whole value.
  func overlaid(by other: AppMap) -> AppMap {
    var result = self
    for pair in other.pairs { result[pair.key] = pair.value }
    return result
  }
}

// MARK: - JSON

extension AppValue {
  /// The text, if it is one.
  var text: String? { if case .json(.string(let text)) = self { text } else { nil } }

  /// The value where JSON can hold all of it.
  var jsonValue: Value? {
    switch self {
    case .json(let value): return value
    case .notFinite, .date, .data, .url, .uuid, .opaque: return nil
    case .list(let items):
      let values = items.compactMap(\.jsonValue)
      return values.count == items.count ? .array(values) : nil
    case .map(let map):
      let values = map.pairs.compactMap { pair in pair.value.jsonValue.map { (pair.key, $0) } }
      return values.count == map.pairs.count ? .object(Object(values)) : nil
    }
  }

  /// What is sent of the value, or `nil` where nothing can be.
  ///
  /// In a map the keys that hold such a value are left out and added to `dropped`; a list that
  /// holds one cannot be sent.
  func wireValue(dropped: inout [String]) -> Value? {
    switch self {
    case .json(let value): return value
    case .date(let time): return .string(time.iso)
    case .url(let text), .uuid(let text): return .string(text)
    case .notFinite, .data, .opaque: return nil
    case .list(let items):
      var values: [Value] = []
      for item in items {
        guard let value = item.wireValue(dropped: &dropped) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .map(let map): return .object(map.wireObject(dropped: &dropped))
    }
  }
}

extension AppMap {
  /// What is sent of the map; the keys that are left out are added to `dropped`.
  func wireObject(dropped: inout [String]) -> Object {
    var object = Object()
    for pair in pairs {
      if let value = pair.value.wireValue(dropped: &dropped) {
        object[pair.key] = value
      } else {
        dropped.append(pair.key)
      }
    }
    return object
  }
}
