#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs commands to their end, each in a process group of its own that is gone afterwards.
package struct Program: Sendable {
  /// Finds what the commands started and left behind.
  let strays: Strays

  /// What became of a command.
  package struct Outcome: Sendable {
    /// What it wrote to stdout.
    package var output: [UInt8]
    /// The last lines of its stderr.
    package var errors: [String]
    /// How it ended; nil where its time was over.
    package var ending: Ending?

    package enum Ending: Hashable, Sendable {
      case exited(Int)
      case killed(String)
    }

    package var succeeded: Bool { ending == .exited(0) }
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// `exited with status 1`, `was killed by signal 9 (Killed)`, `was not done in time`.
    package var told: String {
      switch ending {
      case .exited(let status)?: "exited with status \(status)"
      case .killed(let text)?: text
      case nil: "was not done in time"
      }
    }
  }

  /// `name`: of the mark that everything it starts has, so that a later process finds it;
  /// `hidden`: children get no variable whose name begins so.
  package init(named name: String, hiding hidden: String) {
    strays = Strays(named: name, hiding: hidden)
  }

  /// Runs a command of the shell, in a folder or in this process's own, with input at its stdin.
  ///
  /// `limit`: seconds until it is ended, nil for never; `watch` is told each second how many it has
  /// run.
  ///
  /// - Throws: What the system says when no process can be made.
  package func run(
    _ command: String, in folder: String? = nil, input: [UInt8] = [], limit: Int? = nil,
    watch: (Int) -> Void = { _ in }
  ) throws(Files.Problem) -> Outcome {
    let whole = (folder.map { "cd \(ShellCommand.word($0)) && " } ?? "") + command
    let source = input.isEmpty ? "</dev/null" : ""
    let child = try ChildProcess.start("{ \(whole)\n} \(source)", strays)
    var rest = input[...]
    // Closed once all is written: the command sees its end.
    var input: Int32? = child.input
    defer { if input == nil { child.buryDeaf() } else { child.bury() } }
    let began = Clock.milliseconds
    var told = 0
    var outcome = Outcome(output: [], errors: [])
    var errors = ErrorRing()
    var isOpen = (output: true, errors: true)
    while true {
      // A grandchild may hold the pipes open after the child's end: then no end of file comes.
      let isOver = child.ending != nil
      if let end = input, !give(&rest, to: end) {
        close(end)
        input = nil
      }
      isOpen.output = isOpen.output && take(child.output) { outcome.output.append(contentsOf: $0) }
      isOpen.errors = isOpen.errors && take(child.errors) { errors.append(Array($0)[...]) }
      if isOver { break }
      let seconds = (Clock.milliseconds - began) / 1000
      if let limit, seconds >= limit { break }
      if seconds > told {
        told = seconds
        watch(seconds)
      }
      wait(
        isOpen.output ? child.output : -1, isOpen.errors ? child.errors : -1, writing: input ?? -1)
    }
    outcome.errors = errors.lines(8)
    switch child.ending {
    case .exited(let status)?: outcome.ending = .exited(Int(status))
    case .killed?: outcome.ending = .killed(child.ending?.text ?? "was killed")
    case nil: child.terminate(grace: 2000)
    }
    return outcome
  }

  /// Ends all that any command with the same mark left behind, also those of an earlier process.
  package func endStrays() { strays.kill() }

  /// Writes what the pipe takes; false once nothing is left or nobody reads.
  private func give(_ bytes: inout ArraySlice<UInt8>, to end: Int32) -> Bool {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Descriptor.write($0, to: end) }
      if count < 0, errno == EAGAIN { return true }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return false
  }

  private func wait(_ output: Int32, _ errors: Int32, writing input: Int32) {
    var ends = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    // Closed pipes end no wait: then the process is looked for soon.
    poll(&ends, 3, output < 0 && errors < 0 ? 2 : 20)
  }

  /// Takes all that a pipe holds; false at its end.
  private func take(_ end: Int32, _ use: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { room in
      while true {
        let count = Descriptor.read(end, into: UnsafeMutableRawBufferPointer(room))
        if count < 0 { return errno == EAGAIN }
        guard count > 0 else { return false }
        use(UnsafeBufferPointer(rebasing: room[..<count]))
      }
    }
  }
}
