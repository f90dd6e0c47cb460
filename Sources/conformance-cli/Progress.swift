import Synchronization

/// A count that goes up while work is done on several threads, shown now and then.
final class Progress: Sendable {
  private let what: String
  private let total: Int
  private let done = Atomic<Int>(0)
  private let isShown: Bool
  private let terminal = Mutex(Terminal())

  /// Shows nothing where the terminal shows no progress.
  init(_ what: String, total: Int, _ terminal: Terminal) {
    self.what = what
    self.total = total
    isShown = terminal.hasProgress
  }

  /// One more is done.
  func step() {
    let count = done.wrappingAdd(1, ordering: .relaxed).newValue
    guard isShown, count % 32 == 0 || count == total else { return }
    terminal.withLock { $0.progress("\(what) \(bar(count)) \(count) of \(total)") }
  }

  private func bar(_ count: Int) -> String {
    let width = 20
    let full = width * min(count, total) / max(total, 1)
    return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
  }

  /// Takes the last count from the screen.
  func end() { terminal.withLock { $0.clearProgress() } }
}
