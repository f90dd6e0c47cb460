import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The children that are alive, so that a command that ends at once leaves none behind.
///
/// Memory of fixed address, since a signal handler reads it.
package enum Children {
  private static let places = 128
  /// The address is shared as a number.
  private static let memory = Atomic<UInt>(0)
  private static let lock = Mutex(())

  static func add(_ id: pid_t) {
    lock.withLock { _ in
      let room = room()
      guard let free = (0..<places).first(where: { room[$0] == 0 }) else { return }
      room[free] = id
    }
  }

  static func remove(_ id: pid_t) {
    lock.withLock { _ in
      let room = room()
      for place in 0..<places where room[place] == id { room[place] = 0 }
    }
  }

  /// Kills every child with its group; safe in a signal handler.
  package static func killAll() {
    let address = memory.load(ordering: .acquiring)
    guard let room = UnsafePointer<pid_t>(bitPattern: address) else { return }
    for place in 0..<places where room[place] > 0 { kill(-room[place], SIGKILL) }
  }

  /// Lets no child outlive this process where it is interrupted or asked to end.
  package static func dieTogether() {
    StopSign.unblock()
    for number in [SIGINT, SIGTERM, SIGHUP] where !StopSign.isIgnored(number) {
      _ = signal(number) { Children.end(by: $0) }
    }
  }

  private static func end(by number: Int32) {
    killAll()
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func room() -> UnsafeMutablePointer<pid_t> {
    if let known = UnsafeMutablePointer<pid_t>(bitPattern: memory.load(ordering: .acquiring)) {
      return known
    }
    let made = UnsafeMutablePointer<pid_t>.allocate(capacity: places)
    made.initialize(repeating: 0, count: places)
    memory.store(UInt(bitPattern: made), ordering: .releasing)
    return made
  }
}
