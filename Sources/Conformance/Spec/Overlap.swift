import JSON

extension RequestPattern {
  /// Whether one request can fit both; where that cannot be told, it can.
  func overlaps(_ other: RequestPattern) -> Bool {
    guard url.isSame(as: other.url), method.isSame(as: other.method) else { return false }
    guard let body, let otherBody = other.body else { return body == nil && other.body == nil }
    return body.overlaps(otherBody)
  }
}

extension Pattern {
  /// Whether one value can fit both patterns of a body; where that cannot be told, it can.
  func overlaps(_ other: Pattern) -> Bool {
    switch (self, other) {
    case (.optional(let inner), _): inner.overlaps(other) || other.mayBeMissing
    case (_, .optional(let inner)): overlaps(inner) || mayBeMissing
    case (.absent, _): other.mayBeMissing
    case (_, .absent): mayBeMissing
    case (.exact(let left), .exact(let right)): left == right
    case (.exact(.object(let object)), .object): Pattern.spelled(object).overlaps(other)
    case (.object, .exact(.object(let object))): overlaps(Pattern.spelled(object))
    case (.exact(.array(let items)), .list), (.exact(.array(let items)), .all),
      (.exact(.array(let items)), .set):
      Pattern.list(items.map { .exact($0) }).overlaps(other)
    case (.list, .exact(.array(let items))), (.all, .exact(.array(let items))),
      (.set, .exact(.array(let items))):
      overlaps(.list(items.map { .exact($0) }))
    case (.object(let left, let leftOpen), .object(let right, let rightOpen)):
      Pattern.overlap(left, leftOpen, right, rightOpen)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.overlaps($1) }
    case (.all(let item), .list(let items)), (.list(let items), .all(let item)):
      items.allSatisfy { $0.overlaps(item) }
    case (.all(let item), .set(let items)), (.set(let items), .all(let item)):
      items.allSatisfy { $0.overlaps(item) }
    case (.set(let left), .list(let right)), (.list(let left), .set(let right)),
      (.set(let left), .set(let right)):
      left.count == right.count
    case (.like(let parts), .exact(.string(let text))),
      (.exact(.string(let text)), .like(let parts)):
      Pattern.text(text, fits: parts)
    case (.json(let left), .json(let right)): left.overlaps(right)
    default: sort.isDisjoint(with: other.sort) == false
    }
  }

  private var mayBeMissing: Bool {
    switch self {
    case .absent, .optional, .exact(.null): true
    default: false
    }
  }

  private static func spelled(_ object: Object) -> Pattern {
    .object(object.map { Field(key: $0.key, pattern: .exact($0.value)) }, open: false)
  }

  private static func overlap(
    _ left: [Field], _ leftOpen: Bool, _ right: [Field], _ rightOpen: Bool
  ) -> Bool {
    let inLeft = left.allSatisfy { field in
      guard let other = right.first(where: { $0.key.isSame(as: field.key) }) else {
        return rightOpen || field.pattern.mayBeMissing
      }
      return field.pattern.overlaps(other.pattern)
    }
    return inLeft
      && right.allSatisfy { field in
        left.contains { $0.key.isSame(as: field.key) } || leftOpen || field.pattern.mayBeMissing
      }
  }

  /// The kinds of value that a pattern can match.
  private var sort: Sort {
    switch self {
    case .exact(let value): Sort(value)
    case .object: .map
    case .list, .all, .set: .list
    case .any(let type):
      switch type {
      case .any: .all
      case .string, .uuid, .instant: .text
      case .bool: .bool
      case .integer, .number: .number
      case .list: .list
      case .map: .map
      }
    case .like, .json, .time: .text
    case .range: .number
    case .bind, .new, .same: .all
    case .absent, .optional: []
    }
  }

  private struct Sort: OptionSet {
    let rawValue: Int

    static let null = Sort(rawValue: 1)
    static let bool = Sort(rawValue: 2)
    static let number = Sort(rawValue: 4)
    static let text = Sort(rawValue: 8)
    static let list = Sort(rawValue: 16)
    static let map = Sort(rawValue: 32)
    /// Everything but null.
    static let all: Sort = [.bool, .number, .text, .list, .map]

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ value: Value) {
      switch value {
      case .null: self = .null
      case .bool: self = .bool
      case .number: self = .number
      case .string: self = .text
      case .array: self = .list
      case .object: self = .map
      }
    }
  }
}
