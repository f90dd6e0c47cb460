import Conformance
import Synchronization

/// The lines between runner and testee, kept to be shown or to be played without a runner.
final class Dialogue: Sendable {
  private let lines = Mutex<[(side: Nursery.Side, bytes: [UInt8])]>([])

  /// Keeps a line.
  func hear(_ side: Nursery.Side, _ bytes: [UInt8]) {
    lines.withLock { $0.append((side, bytes)) }
  }

  /// Each line with an arrow that tells who wrote it; what is no UTF-8 is replaced, as are controls.
  var told: [String] {
    lines.withLock { lines in
      lines.map { side, bytes in
        let arrow =
          switch side {
          case .runner: "→ "
          case .testee: "← "
          }
        let end = bytes.last == UInt8(ascii: "\n") ? 1 : 0
        return arrow + EntryText.escaped(String(decoding: bytes.dropLast(end), as: UTF8.self))
      }
    }
  }

  /// The runner's lines alone, each with its end.
  var inputLines: [[UInt8]] {
    lines.withLock { lines in lines.filter { $0.side == .runner }.map(\.bytes) }
  }

  /// The runner's lines alone in one text, as they were sent; they are ASCII.
  var inputs: String {
    inputLines.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
