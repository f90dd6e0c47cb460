#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What goes to a child and what comes from it; whoever writes first, nobody waits for the other.
struct ChildPipes {
  /// The longest line that a testee may write, in bytes without its end.
  static let lineLimit = 8 << 20

  private let child: ChildProcess
  /// What was read of stdout and is no line yet; lines begin at `start`.
  private var read: [UInt8] = []
  private var start = 0
  /// Up to where no line end was found.
  private var searched = 0
  private var isOutputOpen = true
  private var areErrorsOpen = true
  var errors = ErrorRing()
  /// What a pipe gave last: so many bytes of the room.
  private var room = [UInt8](repeating: 0, count: 64 << 10)
  private var taken = 0
  /// Whether the child no longer reads.
  private(set) var isDeaf = false

  init(_ child: ChildProcess) { self.child = child }

  /// What reading came to.
  enum Outcome: Hashable {
    /// A line, by its place among the bytes that were read.
    case line(Range<Int>)
    /// No line within the limit.
    case late
    /// The line is longer than it may be.
    case tooLong
    /// The child has closed its output or ended.
    case over(ChildProcess.Ending?)
  }

  /// The last lines of stderr, marked as such.
  var lastErrors: [String] { errors.lines(8).map { "stderr: \($0)" } }

  /// Bytes of stdout that no line has taken yet.
  var pending: ArraySlice<UInt8> { read[start...] }

  /// Does something with the bytes of a line.
  func withLine<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    read.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  func bytes(_ range: Range<Int>) -> [UInt8] { Array(read[range]) }

  /// Writes bytes, reading all the while, until they are gone or `deadline` is past.
  mutating func write(_ bytes: [UInt8], by deadline: Int?) -> Bool {
    var from = put(bytes, 0)
    while from < bytes.count, !isDeaf {
      guard wait(writing: true, by: deadline) else { return false }
      from = put(bytes, from)
    }
    return true
  }

  private mutating func put(_ bytes: [UInt8], _ from: Int) -> Int {
    var from = from
    while from < bytes.count {
      let count = bytes.withUnsafeBytes { Descriptor.write($0, from: from, to: child.input) }
      if count < 0, errno == EAGAIN { return from }
      guard count > 0 else {
        isDeaf = true
        return from
      }
      from += count
    }
    return from
  }

  /// The next line of stdout.
  mutating func line(by deadline: Int?) -> Outcome {
    while true {
      if let line = cut() {
        return line.count > Self.lineLimit ? .tooLong : .line(line)
      }
      if read.count - start > Self.lineLimit { return .tooLong }
      guard isOutputOpen else { return .over(child.waitForEnding(200)) }
      // A grandchild may hold the pipe open long after the child's end: then no end of file comes.
      let slice = Clock.milliseconds + 50
      if wait(writing: false, by: deadline.map { min($0, slice) } ?? slice) { continue }
      if let ending = child.ending, !drain() { return .over(ending) }
      if let deadline, Clock.milliseconds >= deadline { return .late }
    }
  }

  /// Whether anything comes within so many milliseconds, or is there already.
  mutating func stirs(within milliseconds: Int) -> Bool {
    let deadline = Clock.milliseconds + milliseconds
    while start == read.count, isOutputOpen, Clock.milliseconds <= deadline {
      guard wait(writing: false, by: deadline) else { break }
    }
    return start < read.count
  }

  /// Reads what is there; tells whether any of it was stdout's.
  mutating func drain() -> Bool {
    let before = read.count
    while wait(writing: false, by: 0) {}
    return read.count > before
  }

  // A line up to its end, without it and without a CR in front of it.
  private mutating func cut() -> Range<Int>? {
    let end = read.withUnsafeBufferPointer { bytes -> Int? in
      guard searched < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + searched, 10, bytes.count - searched).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(base)
      }
    }
    guard let end else {
      searched = read.count
      return nil
    }
    let line = start..<end
    start = end + 1
    searched = start
    return line
  }

  // What lies before `start` is given up once all of it is read: lines are used at once.
  private mutating func compact() {
    if start == read.count {
      read.removeAll(keepingCapacity: true)
      (start, searched) = (0, 0)
    } else if start > 1 << 20 {
      read.removeSubrange(..<start)
      searched -= start
      start = 0
    }
  }

  /// Waits until there is something to do and does it; false when the time is over or all closed.
  private mutating func wait(writing: Bool, by deadline: Int?) -> Bool {
    // A descriptor below zero is passed over.
    var waits = (
      pollfd(fd: isOutputOpen ? child.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: areErrorsOpen ? child.errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: writing && !isDeaf ? child.input : -1, events: Int16(POLLOUT), revents: 0)
    )
    let isReady = withUnsafeMutableBytes(of: &waits) { bytes in
      Self.poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 3, by: deadline)
    }
    guard isReady else { return false }
    if waits.0.revents != 0 {
      compact()
      isOutputOpen = take(child.output)
      read.append(contentsOf: room[..<taken])
    }
    if waits.1.revents != 0 {
      areErrorsOpen = take(child.errors)
      errors.append(room[..<taken])
    }
    // A pipe without a reader has an error to tell: the next write tells it.
    return true
  }

  // In slices, so that a stop sign is seen whichever thread the signal came to.
  private static func poll(
    _ waits: UnsafeMutablePointer<pollfd>?, _ number: nfds_t, by deadline: Int?
  ) -> Bool {
    let slice = 200
    while true {
      let left = deadline.map { max(0, $0 == 0 ? 0 : $0 - Clock.milliseconds) } ?? .max
      #if canImport(Glibc)
        let count = Glibc.poll(waits, number, Int32(min(left, slice)))
      #else
        let count = Darwin.poll(waits, number, Int32(min(left, slice)))
      #endif
      if count != 0 || left <= slice || StopSign.isUp { return count > 0 }
    }
  }

  /// Takes what a pipe holds into `room`; false at its end.
  private mutating func take(_ end: Int32) -> Bool {
    let count = room.withUnsafeMutableBytes { Descriptor.read(end, into: $0) }
    taken = max(0, count)
    return count > 0 || (count < 0 && errno == EAGAIN)
  }
}

/// The last of what a child wrote to stderr.
struct ErrorRing {
  private static let size = 16 << 10
  private var bytes: [UInt8] = []
  /// Where that of the run at hand begins.
  private var begin = 0

  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.append(contentsOf: more)
    guard bytes.count > 2 * Self.size else { return }
    let gone = bytes.count - Self.size
    bytes.removeFirst(gone)
    begin = max(0, begin - gone)
  }

  /// What comes from now on is another run's.
  mutating func beginRun() { begin = bytes.count }

  /// The last lines of the run at hand, or where it has none, of what came before it.
  func lines(_ count: Int) -> [String] {
    let own = bytes[begin...]
    return (own.isEmpty ? bytes[...] : own).suffix(Self.size).split(separator: 10).suffix(count)
      .map { EntryText.shortened(String(decoding: $0, as: UTF8.self), to: 160) }
  }
}
