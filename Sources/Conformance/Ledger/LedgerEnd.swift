import JSON

/// When an entry of a ledger stops counting: on a day, or with a version of the SDK.
package struct LedgerEnd: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let kind: Kind

  private enum Kind: Hashable, Sendable {
    case day(Day)
    case version([Int])
  }

  /// The end of a text such as `2026-03-01` or `3.2.0`; nil where it is neither.
  package init?(_ text: String) {
    self.text = text
    if let day = Day(text) {
      kind = .day(day)
    } else if let version = Self.version(text), version.rest.isEmpty {
      kind = .version(version.numbers)
    } else {
      return nil
    }
  }

  /// Whether it is a day, which YAML takes for a text without quotes.
  package var isDay: Bool { if case .day = kind { true } else { false } }

  /// Whether the end has come; nil where it is a version and the SDK tells none.
  package func isReached(_ moment: LedgerMoment) -> Bool? {
    switch kind {
    case .day(let day): return day <= moment.today
    case .version(let end):
      guard let sdk = moment.sdk.flatMap({ Self.version($0)?.numbers }) else { return nil }
      let count = max(end.count, sdk.count)
      func padded(_ numbers: [Int]) -> [Int] {
        numbers + Array(repeating: 0, count: count - numbers.count)
      }
      return !padded(sdk).lexicographicallyPrecedes(padded(end))
    }
  }

  /// The numbers in front, and what stands behind them, such as `-beta`; nil without a dot.
  private static func version(_ text: String) -> (numbers: [Int], rest: String)? {
    let core = text.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let parts = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int(Substring($0)) }
    guard numbers.count == parts.count, (2...4).contains(numbers.count) else { return nil }
    return (numbers, String(text.utf8.dropFirst(core.count)) ?? "")
  }
}

/// When a ledger is read, and of which SDK it speaks.
package struct LedgerMoment: Hashable, Sendable {
  package var today: Day
  /// The version of the SDK, where the testee tells one.
  package var sdk: String?

  package init(today: Day, sdk: String?) {
    self.today = today
    self.sdk = sdk
  }
}
