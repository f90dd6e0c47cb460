import JSON
import YAML

// DURATION, WINDOW and INSTANT, all in whole milliseconds.
extension Problems {
  /// A DURATION in milliseconds.
  func duration(_ node: Node) -> Int64? {
    guard let text = text(node, "a duration such as '5s'") else { return nil }
    return duration(text, node.mark)
  }

  /// A WINDOW in milliseconds; one DURATION is a window of one instant.
  func window(_ node: Node) -> ClosedRange<Int64>? {
    guard let text = text(node, "a duration such as '5s' or a window such as '2s..3s'") else {
      return nil
    }
    guard let (first, last) = text.aroundDots else {
      return duration(text, node.mark).map { $0...$0 }
    }
    guard let low = duration(first, node.mark), let high = duration(last, node.mark) else {
      return nil
    }
    guard low <= high else {
      add(node.mark, "the window '\(text.printable)' ends before it begins")
      return nil
    }
    return low...high
  }

  /// An INSTANT: `now`, `start` or a label, then perhaps a distance.
  func instant(_ text: String, _ mark: Mark) -> InstantName? {
    var parts = text.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let name = parts.removeFirst()
    guard name.isLabel, parts.isEmpty || parts.count == 2 && ["+", "-"].contains(parts[0]) else {
      add(
        mark,
        "expected an instant such as 'now', 'start' or 'label + 5s', found '\(text.shortened.printable)'")
      return nil
    }
    var offset: Int64 = 0
    if parts.count == 2 {
      guard let distance = duration(parts[1], mark) else { return nil }
      offset = parts[0] == "-" ? -distance : distance
    }
    return InstantName(base: InstantName.Base(name), offset: offset)
  }

  private func duration(_ text: String, _ mark: Mark) -> Int64? {
    var total: Int64 = 0
    var last = DurationUnit.all.count + 1
    for part in text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      guard let (amount, unit) = DurationUnit.split(Array(part)) else {
        add(
          mark,
          "expected a duration such as '5s', '2.001s' or '5m 1ms', found '\(text.shortened.printable)'")
        return nil
      }
      guard unit.rank < last else {
        add(mark, "the units of '\(text.printable)' do not fall; write d, h, m, s, ms in this order, each once")
        return nil
      }
      last = unit.rank
      switch amount {
      case .tooFine:
        add(mark, "'\(text.shortened.printable)' is finer than 1 ms")
        return nil
      case .tooLong:
        add(mark, "'\(text.shortened.printable)' is longer than 36500d")
        return nil
      case .milliseconds(let value): total += value
      }
    }
    return total
  }
}

extension InstantName.Base {
  init(_ name: String) {
    if name.isSame(as: "now") {
      self = .now
    } else if name.isSame(as: "start") {
      self = .start
    } else {
      self = .label(name)
    }
  }
}

private struct DurationUnit {
  enum Amount {
    case milliseconds(Int64)
    case tooFine
    case tooLong
  }

  var name: [UInt8]
  var milliseconds: Int64
  var rank: Int

  static let all = [
    DurationUnit(name: Array("ms".utf8), milliseconds: 1, rank: 1),
    DurationUnit(name: Array("s".utf8), milliseconds: 1000, rank: 2),
    DurationUnit(name: Array("m".utf8), milliseconds: 60_000, rank: 3),
    DurationUnit(name: Array("h".utf8), milliseconds: 3_600_000, rank: 4),
    DurationUnit(name: Array("d".utf8), milliseconds: 86_400_000, rank: 5),
  ]
  static let limit: Int64 = 36_500 * 86_400_000

  /// Splits `2.001s` into its amount and its unit.
  static func split(_ part: [UInt8]) -> (Amount, DurationUnit)? {
    let end = part.firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? part.count
    guard let unit = all.first(where: { $0.name == Array(part[end...]) }) else { return nil }
    let digits = part[..<end].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(digits.count), digits.allSatisfy({ !$0.isEmpty }) else { return nil }
    guard digits[0].count <= 15 else { return (.tooLong, unit) }
    let whole = digits[0].reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    guard whole <= limit / unit.milliseconds else { return (.tooLong, unit) }
    var decimals = Array(digits.count == 2 ? digits[1] : [])
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    // No unit holds more than ten factors of two, so more decimals never come out whole.
    guard decimals.count <= 10 else { return (.tooFine, unit) }
    var parts: Int64 = 1
    var share: Int64 = 0
    for digit in decimals {
      parts *= 10
      share = share * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    share *= unit.milliseconds
    guard share % parts == 0 else { return (.tooFine, unit) }
    return (.milliseconds(whole * unit.milliseconds + share / parts), unit)
  }
}
