#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A day of the calendar, without a zone.
package struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  /// The day of a text such as `2026-03-01`; nil where it names none.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(isDigit) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int(Substring($0)) }
    guard numbers.count == 3, (1...12).contains(numbers[1]),
      (1...Self.length(of: numbers[1], numbers[0])).contains(numbers[2])
    else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
  }

  /// The day that the system's clock shows, in UTC; nil where it shows none.
  package static var today: Day? {
    var now = time(nil)
    var parts = tm()
    guard gmtime_r(&now, &parts) != nil else { return nil }
    return Day(
      [(Int(parts.tm_year) + 1900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2)]
        .map { padded($0, to: $1) }.joined(separator: "-"))
  }

  package static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  package var description: String {
    [(year, 4), (month, 2), (day, 2)].map { Self.padded($0, to: $1) }.joined(separator: "-")
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
