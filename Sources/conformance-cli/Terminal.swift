import Conformance

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where a command writes: its results on one side, progress and complaints on the other.
struct Terminal {
  /// Whether colours may be used: on a terminal, and never with `NO_COLOR`.
  let hasColour: Bool
  /// Whether progress may be shown.
  let hasProgress: Bool
  private var pending: [UInt8] = []
  private var isOpen = true
  /// Why results could not be written, such as a full disk; nil also for a reader that went away.
  private(set) var problem: String?
  private var showsProgress = false

  init() {
    self.init(showsResults: isatty(1) == 1, showsComplaints: isatty(2) == 1) { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  /// Whether a person sees either side, and what the environment asks for.
  init(showsResults: Bool, showsComplaints: Bool, _ environment: (String) -> String?) {
    let isDumb = environment("TERM") == "dumb"
    let refusesColour = !(environment("NO_COLOR") ?? "").isEmpty
    hasColour = showsResults && !isDumb && !refusesColour
    hasProgress = showsComplaints && !isDumb
  }

  /// Writes a line of results.
  mutating func print(_ line: String) {
    clearProgress()
    pending.append(contentsOf: line.utf8)
    pending.append(10)
    if pending.count > 32 << 10 { flush() }
  }

  /// Writes a complaint at once, behind all results so far.
  mutating func complain(_ line: String) {
    flush()
    clearProgress()
    _ = Self.write(Array((line + "\n").utf8), to: 2)
  }

  /// Shows how far long work has come; nothing where no person looks on.
  mutating func progress(_ text: String) {
    guard hasProgress else { return }
    showsProgress = true
    _ = Self.write(Array("\r\u{1B}[2K\(text)".utf8), to: 2)
  }

  mutating func clearProgress() {
    guard showsProgress else { return }
    showsProgress = false
    _ = Self.write(Array("\r\u{1B}[2K".utf8), to: 2)
  }

  /// Writes out what waits.
  ///
  /// A reader that is gone is no error: the rest is dropped.
  mutating func flush() {
    if isOpen, !pending.isEmpty {
      isOpen = Self.write(pending, to: 1)
      if !isOpen, errno != EPIPE { problem = String(cString: strerror(errno)) }
    }
    pending = []
  }

  func red(_ text: String) -> String { hasColour ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
  func green(_ text: String) -> String { hasColour ? "\u{1B}[32m\(text)\u{1B}[0m" : text }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var from = 0
      while from < buffer.count {
        let count = Descriptor.write(buffer, from: from, to: descriptor)
        guard count > 0 else { return false }
        from += count
      }
      return true
    }
  }
}
