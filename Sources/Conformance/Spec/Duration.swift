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
        "expected an instant such as 'now', 'start' or 'label + 5s', found '\(text.shortened.printable)'"
      )
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
    let told = text.shortened.printable
    switch DurationText.read(text) {
    case .milliseconds(let value): return value
    case .malformed:
      add(mark, "expected a duration such as '5s', '2.001s' or '5m 1ms', found '\(told)'")
    case .unordered:
      add(
        mark,
        "the units of '\(told)' do not fall; write d, h, m, s, ms in this order, each once")
    case .tooFine: add(mark, "'\(told)' is finer than 1 ms")
    case .tooLong: add(mark, "'\(told)' is longer than 36500d")
    }
    return nil
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
