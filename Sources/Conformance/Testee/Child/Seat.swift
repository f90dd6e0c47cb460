#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processor that a thread shares with its children, where the system lets that be said.
///
/// A child that runs where its runner does is woken without crossing over: a turn costs a fourth.
struct Seat {
  /// Where the thread might run before it sat down, a bit a processor; nil while it stands.
  private var before: [UInt8]?
  private var mine: [UInt8]?

  /// Keeps this thread to the processor of a number, counted round and round.
  mutating func take(_ number: () -> Int) {
    guard before == nil, let allowed = Affinity.allowed else { return }
    let all = (0..<allowed.count * 8).filter { allowed[$0 / 8] & (1 << ($0 % 8)) != 0 }
    guard !all.isEmpty else { return }
    let one = all[number() % all.count]
    var mine = [UInt8](repeating: 0, count: allowed.count)
    mine[one / 8] = 1 << (one % 8)
    before = allowed
    self.mine = mine
    Affinity.keep(0, to: mine)
  }

  /// Keeps a child to the same processor; those started since inherit it.
  func share(with child: ChildProcess) {
    if let mine { Affinity.keep(child.id, to: mine) }
  }

  /// Lets this thread run where it might before.
  mutating func leave() {
    if let before { Affinity.keep(0, to: before) }
    (before, mine) = (nil, nil)
  }
}

/// Linux's calls, looked up by name: its headers hide them from Swift, other systems lack them.
private enum Affinity {
  private typealias Call = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32

  /// Room for 1,024 processors, as the C library has it.
  private static let size = 128

  /// The processors that this thread may use.
  static var allowed: [UInt8]? {
    guard let get = call("sched_getaffinity") else { return nil }
    var set = [UInt8](repeating: 0, count: size)
    return get(0, size, &set) == 0 ? set : nil
  }

  /// Keeps a process, or with 0 this thread, to these processors.
  static func keep(_ id: pid_t, to set: [UInt8]) {
    var set = set
    _ = call("sched_setaffinity")?(id, size, &set)
  }

  private static func call(_ name: String) -> Call? {
    guard let program = dlopen(nil, RTLD_LAZY) else { return nil }
    defer { dlclose(program) }
    return dlsym(program, name).map { unsafeBitCast($0, to: Call.self) }
  }
}
