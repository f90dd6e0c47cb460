import GrovsCore
import JSON

extension AppValue {
  /// Reads a value of the protocol, in which a `$` key says what no JSON can.
  init(tagged value: Value) {
    self = value.hasTags ? AppValue(walking: value) : .json(value)
  }

  private init(walking value: Value) {
    switch value {
    case .array(let items): self = .list(items.map { AppValue(tagged: $0) })
    case .object(let object):
      if let special = AppValue(tag: object) {
        self = special
        return
      }
      var map = AppMap()
      for pair in object {
        let key = pair.key.utf8.starts(with: "$$".utf8) ? String(pair.key.dropFirst()) : pair.key
        map[key] = AppValue(tagged: pair.value)
      }
      self = .map(map)
    default: self = .json(value)
    }
  }

  private init?(tag object: Object) {
    guard let pair = object.pairs.first, pair.key.isTag else { return nil }
    let text = pair.value.string ?? ""
    switch pair.key {
    case "$int": self = .json((try? Value(json: text)) ?? pair.value)
    case "$number": self = .notFinite(text == "nan" ? .nan : text == "inf" ? .infinity : -.infinity)
    case "$date": self = WallTime(iso: text).map { .date($0) } ?? .opaque(text)
    case "$data": self = .data([UInt8](hex: text))
    case "$url": self = .url(text)
    case "$uuid": self = .uuid(text)
    default: self = .opaque(text)
    }
  }

  /// The value as the protocol writes it.
  var tagged: Value {
    switch self {
    case .json(let value): value.escapingTags
    case .notFinite(let number):
      ["$number": .string(number.isNaN ? "nan" : number > 0 ? "inf" : "-inf")]
    case .date(let time): ["$date": .string(time.iso)]
    case .data(let bytes): ["$data": .string(bytes.lowerHex)]
    case .url(let text): ["$url": .string(text)]
    case .uuid(let text): ["$uuid": .string(text)]
    case .opaque(let text): ["$opaque": .string(text)]
    case .list(let items): .array(items.map(\.tagged))
    case .map(let map): map.tagged
    }
  }
}

extension AppMap {
  /// The map as the protocol writes it.
  var tagged: Value {
    .object(Object(pairs.map { ($0.key.escapingTag, $0.value.tagged) }))
  }
}

extension Value {
  fileprivate var hasTags: Bool {
    switch self {
    case .array(let items): items.contains(where: \.hasTags)
    case .object(let object):
      object.pairs.contains { $0.key.utf8.first == UInt8(ascii: "$") || $0.value.hasTags }
    default: false
    }
  }

  /// The value with a second `$` at each key that begins with one.
  var escapingTags: Value {
    guard hasTags else { return self }
    switch self {
    case .array(let items): return .array(items.map(\.escapingTags))
    case .object(let object):
      return .object(Object(object.map { ($0.key.escapingTag, $0.value.escapingTags) }))
    default: return self
    }
  }
}

extension String {
  fileprivate var isTag: Bool {
    utf8.first == UInt8(ascii: "$") && !utf8.starts(with: "$$".utf8)
  }

  fileprivate var escapingTag: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }
}

extension [UInt8] {
  fileprivate init(hex text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  var lowerHex: String {
    map { (byte: UInt8) in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }.joined()
  }
}
