/// What turns cost over the pipes alone: the yardstick of a turn with a testee.
package enum Echo {
  /// Sends lines one by one to a program that sends each back, and waits for it each time.
  ///
  /// The program shares this thread's processor, as a testee does. Tells whether all came back.
  package static func play(_ lines: [[UInt8]], with command: String) -> Bool {
    let strays = Strays()
    guard let child = try? ChildProcess.start(command, strays) else { return false }
    var seat = Seat()
    seat.take { 0 }
    seat.share(with: child)
    defer {
      seat.leave()
      child.bury()
    }
    var pipes = ChildPipes(child)
    for line in lines {
      guard pipes.write(line, by: nil), case .line = pipes.line(by: nil) else { return false }
    }
    return true
  }
}
