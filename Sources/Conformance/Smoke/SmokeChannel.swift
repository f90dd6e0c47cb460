/// One testee as `conformance smoke` sees it: bytes in, lines out, and how it ends.
package protocol SmokeChannel: AnyObject {
  /// Writes bytes; false where the testee did not take them all in time.
  func write(_ bytes: [UInt8]) -> Bool
  /// Waits for the next line, so many milliseconds at most.
  func hear(within milliseconds: Int) -> SmokeHeard
  /// Closes the testee's input.
  func closeInput()
  /// How the testee has ended; nil when it lives on after so many milliseconds.
  func ending(within milliseconds: Int) -> SmokeEnding?
  /// The last line that it wrote to stderr.
  var lastError: String? { get }
  /// Makes an end of it.
  func stop()
}

/// What listening came to.
package enum SmokeHeard: Hashable, Sendable {
  /// A line without its end.
  case line([UInt8])
  /// Nothing in time, or a line without its end.
  case silence(pending: [UInt8])
  /// A line that is longer than it may be.
  case tooLong
  /// The output is closed.
  case end
}

/// How a testee has ended.
package enum SmokeEnding: Hashable, Sendable {
  /// With status 0.
  case well
  /// What became of it, such as `exited with status 1`.
  case badly(String)

  var text: String {
    switch self {
    case .well: "exited with status 0"
    case .badly(let text): text
    }
  }
}

/// A child process as a channel.
final class ChildChannel: SmokeChannel {
  private let child: ChildProcess
  private var pipes: ChildPipes
  private var isInputOpen = true
  private var isBuried = false

  init(_ child: ChildProcess) {
    self.child = child
    pipes = ChildPipes(child)
  }

  deinit { stop() }

  func write(_ bytes: [UInt8]) -> Bool {
    pipes.write(bytes, by: Clock.milliseconds + SmokeSession.longLimit) && !pipes.isDeaf
  }

  func hear(within milliseconds: Int) -> SmokeHeard {
    switch pipes.line(by: Clock.milliseconds + milliseconds) {
    case .line(let range): .line(pipes.bytes(range))
    case .late: .silence(pending: Array(pipes.pending))
    case .tooLong: .tooLong
    case .over: .end
    }
  }

  func closeInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    child.closeInput()
  }

  func ending(within milliseconds: Int) -> SmokeEnding? {
    let deadline = Clock.milliseconds + milliseconds
    // A child that cannot write does not end: its pipes are read on.
    repeat {
      _ = pipes.drain()
      guard let ending = child.waitForEnding(5) else { continue }
      return ending == .exited(0) ? .well : .badly(ending.text)
    } while Clock.milliseconds < deadline
    return nil
  }

  var lastError: String? {
    _ = pipes.drain()
    return pipes.errors.lines(1).first
  }

  func stop() {
    guard !isBuried else { return }
    isBuried = true
    if isInputOpen { child.bury() } else { child.buryDeaf() }
  }
}
