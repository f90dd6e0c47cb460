import JSON

/// Durations as specs write them.
package enum DurationText {
  /// The shortest text of a duration in milliseconds, such as `5m 1ms`.
  package static func format(_ milliseconds: Int64) -> String {
    guard milliseconds != 0 else { return "0ms" }
    var rest = milliseconds.magnitude
    var parts: [String] = []
    for (unit, size) in [("d", 86_400_000 as UInt64), ("h", 3_600_000), ("m", 60_000)] {
      if rest >= size { parts.append("\(rest / size)\(unit)") }
      rest %= size
    }
    let (seconds, fraction) = (rest / 1000, rest % 1000)
    if seconds > 0, fraction > 0 {
      var digits = String(fraction + 1000).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      parts.append("\(seconds).\(digits)s")
    } else if seconds > 0 {
      parts.append("\(seconds)s")
    } else if fraction > 0 {
      parts.append("\(fraction)ms")
    }
    return (milliseconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}

extension DurationText {
  /// What a text says as a duration, or why it says none.
  package enum Reading: Hashable, Sendable {
    case milliseconds(Int64)
    /// It has not the form of a duration.
    case malformed
    /// Its units do not fall, or one stands twice.
    case unordered
    case tooFine
    /// It is longer than a hundred years of 365 days.
    case tooLong
  }

  /// Reads a duration as specs write it, in milliseconds; nil where the text is none.
  package static func parse(_ text: String) -> Int64? {
    if case .milliseconds(let value) = read(text) { value } else { nil }
  }

  /// Reads a duration: numbers with falling units, joined by one space.
  package static func read(_ text: String) -> Reading {
    var total: Int64 = 0
    var above = Int64.max
    for part in text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let part = Array(part)
      let end = part.firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? part.count
      let name = String(decoding: part[end...], as: UTF8.self)
      guard let unit = units.first(where: { $0.name.isSame(as: name) }) else { return .malformed }
      guard unit.size < above else { return .unordered }
      above = unit.size
      let amount = amount(part[..<end], unit.size)
      guard case .milliseconds(let value) = amount else { return amount }
      total += value
    }
    return total <= limit ? .milliseconds(total) : .tooLong
  }

  private static let units: [(name: String, size: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]
  private static let limit: Int64 = 36_500 * 86_400_000

  // Exact: digits are counted, never rounded through a double.
  private static func amount(_ digits: ArraySlice<UInt8>, _ size: Int64) -> Reading {
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else {
      return .malformed
    }
    guard parts[0].count <= 15 else { return .tooLong }
    let whole = parts[0].reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    guard whole <= limit / size else { return .tooLong }
    var decimals = parts.count == 2 ? Array(parts[1]) : []
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    // No unit holds more than ten factors of two, so more decimals never come out whole.
    guard decimals.count <= 10 else { return .tooFine }
    var scale: Int64 = 1
    var share: Int64 = 0
    for digit in decimals {
      scale *= 10
      share = share * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    share *= size
    guard share % scale == 0 else { return .tooFine }
    return .milliseconds(whole * size + share / scale)
  }
}
