import JSON

/// What a condition speaks of.
enum Field: Sendable {
  case user(String)
  case event(String)
  case language, permission, appVersion

  init?(_ text: String) {
    switch text {
    case "device.language": self = .language
    case "device.push_permission": self = .permission
    case "app.version": self = .appVersion
    default:
      let bytes = text.utf8
      if bytes.starts(with: "user.".utf8), bytes.count > 5 {
        self = .user(String(text.dropFirst(5)))
      } else if bytes.starts(with: "event.".utf8), bytes.count > 6 {
        self = .event(String(text.dropFirst(6)))
      } else {
        return nil
      }
    }
  }
}

/// What a field holds when an event comes.
enum Fact: Sendable {
  case missing
  case value(Value)
  case version(Version)

  /// Null is no value.
  init(_ value: Value?) {
    if let value, !value.isNull { self = .value(value) } else { self = .missing }
  }
}

/// A condition, ready to be tested: which of the campaigns' fields it looks at, and for what.
struct Condition: Sendable {
  /// Its place among the fields.
  let field: Int
  let test: Test

  /// What must hold of a field that has a value; a missing one fails all but `absent`.
  enum Test: Sendable {
    case equal(Value)
    case different(Value)
    case oneOf([Value])
    case number(Order, Number)
    case version(Order, Version)
    case oneOfVersions([Version])
    case contains(Value)
    case exists, absent
    /// Compares what has no order.
    case never
  }

  /// How two that have an order must stand to each other.
  enum Order: String, Sendable {
    case eq, ne, gt, gte, lt, lte

    @inline(__always)
    func holds<Item: Comparable>(_ left: Item, _ right: Item) -> Bool {
      switch self {
      case .eq: left == right
      case .ne: left != right
      case .gt: left > right
      case .gte: left >= right
      case .lt: left < right
      case .lte: left <= right
      }
    }
  }

  func holds(_ facts: [Fact]) -> Bool {
    switch (facts[field], test) {
    case (.missing, .absent): true
    case (.missing, _), (_, .absent), (_, .never): false
    case (_, .exists): true
    case (.value(let value), .equal(let other)): value == other
    case (.value(let value), .different(let other)): value != other
    case (.value(let value), .oneOf(let others)): others.contains(value)
    case (.value(.number(let number)), .number(let order, let other)): order.holds(number, other)
    case (.value(.string(let text)), .contains(.string(let part))): text.contains(bytesOf: part)
    case (.value(.array(let items)), .contains(let item)): items.contains(item)
    case (.version(let version), .version(let order, let other)): order.holds(version, other)
    case (.version(let version), .oneOfVersions(let others)): others.contains(version)
    default: false
    }
  }
}

extension Condition.Test {
  /// Reads an operator with its value, or gives `nil` where it has no meaning here.
  init?(_ op: String, _ value: Value, of field: Field) {
    switch op {
    case "exists": self = .exists
    case "absent": self = .absent
    case "contains": self = .contains(value)
    default:
      if case .appVersion = field { self.init(version: op, value) } else { self.init(op, value) }
    }
  }

  private init?(_ op: String, _ value: Value) {
    if op == "in" {
      guard let items = value.array else { return nil }
      self = .oneOf(items)
      return
    }
    switch Condition.Order(rawValue: op) {
    case nil: return nil
    case .eq: self = .equal(value)
    case .ne: self = .different(value)
    case let order?: self = value.number.map { .number(order, $0) } ?? .never
    }
  }

  private init?(version op: String, _ value: Value) {
    if op == "in" {
      guard let items = value.array else { return nil }
      self = .oneOfVersions(items.compactMap { $0.string.map { Version($0) } })
    } else {
      guard let order = Condition.Order(rawValue: op) else { return nil }
      self = value.string.map { .version(order, Version($0)) } ?? .never
    }
  }
}

extension String {
  fileprivate func contains(bytesOf part: String) -> Bool {
    let bytes = Array(utf8)
    let wanted = Array(part.utf8)
    guard wanted.count <= bytes.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
