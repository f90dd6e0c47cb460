import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Names the run at hand when a testee in this process traps or loops, and ends the command.
///
/// Each thread keeps the text of its run in memory of fixed address, so that a signal handler, in
/// which nothing may be allocated, can print it.
package enum RunGuard {
  private static let size = 1024
  private static let desks = 64
  /// One desk a thread: a clock, then the text of its run.
  ///
  /// The address is shared as a number.
  private static let memory = Atomic<UInt>(0)
  private static let taken = Atomic<Int>(0)
  private static let done = Atomic<Int>(0)
  private static let total = Atomic<Int>(0)
  private static let key = Atomic<UInt32>(0)

  /// Watches from now on; `limit` is how many seconds one run may take.
  package static func start(runs: Int, limit: Int) {
    total.store(runs, ordering: .relaxed)
    done.store(0, ordering: .relaxed)
    // All who sat here before have gone.
    taken.store(0, ordering: .relaxed)
    guard memory.load(ordering: .relaxed) == 0 else { return }
    let room = UnsafeMutableRawPointer.allocate(byteCount: size * desks, alignment: 16)
    room.initializeMemory(as: UInt8.self, repeating: 0, count: size * desks)
    memory.store(UInt(bitPattern: room), ordering: .releasing)
    var made = pthread_key_t()
    pthread_key_create(&made, nil)
    key.store(UInt32(made), ordering: .releasing)
    for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { handle(signal) }
    _ = Workers.spawn { watch(limit: limit) }
  }

  /// Sits this thread down at a desk of its own, with a stack on which a handler can run.
  package static func sit() {
    let room = memory.load(ordering: .acquiring)
    let desk = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    guard room != 0, desk < desks else { return }
    let place = UnsafeMutableRawPointer(bitPattern: room + UInt(desk * size))
    pthread_setspecific(pthread_key_t(key.load(ordering: .acquiring)), place)
    var stack = stack_t()
    stack.ss_size = 64 << 10
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: 64 << 10, alignment: 16)
    sigaltstack(&stack, nil)
  }

  /// Plays a run under its name.
  package static func during<Result>(_ run: Run, _ work: () -> Result) -> Result {
    begin(run)
    defer { end() }
    return work()
  }

  /// Says which run this thread is at.
  private static func begin(_ run: Run) {
    guard let desk = desk() else { return }
    var text = "\(run.mark): error: in \(run.rule)/\(run.name), "
    let text8 = desk.advanced(by: 16)
    text.withUTF8 { bytes in
      let count = min(bytes.count, size - 17)
      if let base = bytes.baseAddress { text8.copyMemory(from: base, byteCount: count) }
      text8.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    }
    desk.storeBytes(of: now(), as: Int.self)
  }

  /// Says that the run of this thread is over.
  private static func end() {
    desk()?.storeBytes(of: 0, as: Int.self)
    done.wrappingAdd(1, ordering: .relaxed)
  }

  private static func desk() -> UnsafeMutableRawPointer? {
    guard memory.load(ordering: .relaxed) != 0 else { return nil }
    return pthread_getspecific(pthread_key_t(key.load(ordering: .relaxed)))
  }

  private static func now() -> Int { Clock.milliseconds / 1000 }

  private static func handle(_ signal: Int32) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = { _ in RunGuard.trapped() }
    #else
      action.__sigaction_u.__sa_handler = { _ in RunGuard.trapped() }
    #endif
    action.sa_flags = Int32(SA_ONSTACK)
    sigaction(signal, &action, nil)
  }

  private static func trapped() {
    say(desk(), "the testee trapped")
    _exit(1)
  }

  private static func watch(limit: Int) {
    guard let room = UnsafeMutableRawPointer(bitPattern: memory.load(ordering: .acquiring)) else {
      return
    }
    while true {
      usleep(200_000)
      for index in 0..<min(desks, taken.load(ordering: .relaxed)) {
        let desk = room.advanced(by: index * size)
        let since = desk.load(as: Int.self)
        guard since != 0, now() - since > limit else { continue }
        say(desk, "the testee did not come to rest")
        _exit(1)
      }
    }
  }

  // Called from a signal handler: writes with nothing but what is there already.
  private static func say(_ desk: UnsafeMutableRawPointer?, _ what: StaticString) {
    if let text = desk?.advanced(by: 16) {
      var count = 0
      while text.load(fromByteOffset: count, as: UInt8.self) != 0 { count += 1 }
      write(2, text, count)
    }
    write(2, what.utf8Start, what.utf8CodeUnitCount)
    put("; runs not run or not finished: ")
    put(total.load(ordering: .relaxed) - done.load(ordering: .relaxed))
    put("\n")
  }

  private static func put(_ text: StaticString) {
    write(2, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func put(_ number: Int) {
    if number >= 10 { put(number / 10) }
    var digit = UInt8(48 + number % 10)
    write(2, &digit, 1)
  }
}
