import JSON

/// What is wrong with a line of the protocol: a part of a sentence.
package struct WireFault: Error, Hashable, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// The fields of one line, each taken once; what nobody took is refused.
struct LineFields {
  private let object: Object
  private var taken: [String] = []
  /// How many of the fields that are there were taken; no key is taken twice.
  private var found = 0
  /// What the fields are of, as messages name it, such as `request`.
  let what: String

  init(_ object: Object, of what: String) {
    self.object = object
    self.what = what
    taken.reserveCapacity(8)
  }

  mutating func take(_ key: String) -> Value? {
    taken.append(key)
    guard let value = object[key] else { return nil }
    found += 1
    return value
  }

  mutating func text(_ key: String) throws(WireFault) -> String {
    guard let text = try optionalText(key) else { throw missing(key) }
    return text
  }

  mutating func optionalText(_ key: String) throws(WireFault) -> String? {
    guard let value = take(key) else { return nil }
    guard let text = value.string else { throw fault(key, value, "a string") }
    return text
  }

  mutating func optionalObject(_ key: String) throws(WireFault) -> Object? {
    guard let value = take(key) else { return nil }
    guard let object = value.object else { throw fault(key, value, "an object") }
    return object
  }

  mutating func integer(_ key: String) throws(WireFault) -> Int {
    guard let value = take(key) else { throw missing(key) }
    guard let integer = value.int else { throw fault(key, value, "a whole number") }
    return integer
  }

  /// An id: 1 to 64 letters, digits, `.`, `_`, `-`.
  mutating func id(_ key: String) throws(WireFault) -> String {
    guard let id = try optionalID(key) else { throw missing(key) }
    return id
  }

  mutating func optionalID(_ key: String) throws(WireFault) -> String? {
    guard let text = try optionalText(key) else { return nil }
    guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(\.isOfID) else {
      throw fault(key, .string(text), "an id of 1 to 64 letters, digits, '.', '_' or '-'")
    }
    return text
  }

  /// A value whose tags are read; nil where the field is not there.
  mutating func value(_ key: String) throws(WireFault) -> Value? {
    guard let value = take(key) else { return nil }
    guard let arrived = value.arrived else {
      throw fault(key, value, "a value whose $int is an integer and whose $number nan, inf or -inf")
    }
    return arrived
  }

  mutating func arguments(_ key: String) throws(WireFault) -> Object {
    guard let value = try value(key) else { return Object() }
    guard let object = value.object else { throw fault(key, value, "an object") }
    return object
  }

  mutating func headers() throws(WireFault) -> [Header] {
    var headers: [Header] = []
    for pair in try optionalObject("headers") ?? Object() {
      let values = pair.value.array ?? [pair.value]
      for value in values {
        guard let text = value.string else { throw fault("headers.\(pair.key)", value, "a string") }
        headers.append(Header(name: pair.key, value: text))
      }
    }
    return headers
  }

  mutating func body() throws(WireFault) -> Body {
    let text = try optionalText("text")
    guard let coded = try optionalText("base64") else { return text.map { .text($0) } ?? .none }
    guard text == nil else { throw WireFault("\(what) has both text and base64") }
    guard let bytes = Base64.bytes(of: coded) else {
      throw fault("base64", .string(coded), "bytes in padded base 64")
    }
    return .bytes(bytes)
  }

  /// Refuses every field that nobody took.
  func end() throws(WireFault) {
    guard found < object.count else { return }
    for pair in object where !taken.contains(where: { $0.isSame(as: pair.key) }) {
      throw WireFault(
        "\(what) has an unknown field '\(pair.key)'\(suggestion(for: pair.key, among: taken))")
    }
  }

  /// The field is not there; one that nobody takes and that reads alike is what was meant.
  func missing(_ key: String) -> WireFault {
    let unknown = object.pairs.map(\.key).filter { name in !taken.contains { $0.isSame(as: name) } }
    guard let slip = Nearest.name(to: key, among: unknown) else {
      return WireFault("\(what) lacks '\(key)'")
    }
    return WireFault("\(what) has an unknown field '\(slip)'; did you mean '\(key)'?")
  }

  func fault(_ key: String, _ value: Value, _ wanted: String) -> WireFault {
    WireFault("'\(key)' of \(what) is \(value.brief), not \(wanted)")
  }
}

extension Value {
  /// The canonical text, cut where it is long.
  var brief: String { EntryText.shortened(canonicalText, to: 60) }
}

extension UInt8 {
  fileprivate var isOfID: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
