import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program at the other end of three pipes, in a process group of its own.
///
/// A value, so that a child that one thread has started can be handed to another. It owns what it
/// names: whoever holds it last calls `end`.
struct ChildProcess: Sendable {
  let id: pid_t
  /// The runner's ends; all of them never block.
  let input: Int32
  let output: Int32
  let errors: Int32

  /// How a process ended.
  enum Ending: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// `exited with status 3`, `was killed by signal 9 (Killed)`.
    var text: String {
      switch self {
      case .exited(let status):
        "exited with status \(status)"
          + ((129...159).contains(status)
            ? ", as a shell tells of signal \(Self.name(status - 128))" : "")
      case .killed(let signal): "was killed by signal \(Self.name(signal))"
      }
    }

    private static func name(_ signal: Int32) -> String {
      "\(signal)" + (strsignal(signal).map { " (\(String(cString: $0)))" } ?? "")
    }
  }

  /// Starts `/bin/sh -c command` in this process's working directory.
  ///
  /// - Throws: what the system says when no process can be made.
  static func start(_ command: String, _ strays: Strays) throws(Files.Problem) -> ChildProcess {
    // One at a time: a pipe that is not yet marked must not reach another child.
    let started = lock.withLock { _ in
      Result { () throws(Files.Problem) in try startAlone(command, strays) }
    }
    return try started.get()
  }

  private static let lock = Mutex(())

  private static func startAlone(
    _ command: String, _ strays: Strays
  ) throws(Files.Problem) -> ChildProcess {
    let pipes = try (Pipe.make(), Pipe.make(), Pipe.make())
    var actions = FileActions.none
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes.0.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes.1.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes.2.writing, 2)
    var attributes = SpawnAttributes.none
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this process ignores or blocks, a child would inherit.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, signal) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var id = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] =
      [strdup("/bin/sh"), strdup("-c"), strdup(ShellCommand.tail(command)), nil]
    let environment = strays.environment
    defer { for word in words + environment { free(word) } }
    let status = posix_spawn(&id, "/bin/sh", &actions, &attributes, words, environment)
    for end in [pipes.0.reading, pipes.1.writing, pipes.2.writing] { close(end) }
    let child = ChildProcess(
      id: id, input: pipes.0.writing, output: pipes.1.reading, errors: pipes.2.reading)
    guard status == 0 else {
      child.closePipes()
      throw Files.Problem(description: "/bin/sh: " + String(cString: strerror(status)))
    }
    for end in [child.input, child.output, child.errors] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    Children.add(id)
    return child
  }

  /// How it ended, if it has; it is not yet buried, so its group's number is still its own.
  var ending: Ending? {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo != 0
    else { return nil }
    return info.si_code == CLD_EXITED ? .exited(info.status) : .killed(signal: info.status)
  }

  /// Waits for its end; nil when it lives on after so many milliseconds.
  func waitForEnding(_ milliseconds: Int) -> Ending? {
    let end = Clock.milliseconds + milliseconds
    var pause: UInt32 = 200
    while true {
      if let ending { return ending }
      guard Clock.milliseconds < end else { return nil }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  /// Kills what is left of its group and gives all back: pipes, process, number.
  func bury() {
    close(input)
    buryDeaf()
  }

  /// The same for one whose input is closed already.
  func buryDeaf() {
    kill(-id, SIGKILL)
    close(output)
    close(errors)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    Children.remove(id)
  }

  /// Tells it that nothing more comes; who does so must bury it deaf.
  func closeInput() { close(input) }

  /// Asks it to end, and makes it end: TERM, then after so many milliseconds KILL.
  func stop(grace milliseconds: Int) {
    terminate(grace: milliseconds)
    bury()
  }

  /// Asks its group to end, and makes it end after so many milliseconds; it is not yet buried.
  func terminate(grace milliseconds: Int) {
    kill(-id, SIGTERM)
    // A stopped process hears nothing until it goes on.
    kill(-id, SIGCONT)
    _ = waitForEnding(milliseconds)
    kill(-id, SIGKILL)
  }

  /// Closes its input, waits two seconds for its end, and makes it end where it does not.
  ///
  /// Gives how it ended by itself, or nil for one that had to be made to.
  func sayGoodbye() -> Ending? {
    var pipes = ChildPipes(self)
    close(input)
    let deadline = Clock.milliseconds + 2000
    var pause: UInt32 = 100
    while ending == nil, Clock.milliseconds < deadline {
      _ = pipes.drain()
      usleep(pause)
      pause = min(pause * 2, 5000)
    }
    let ending = ending
    if ending == nil {
      kill(-id, SIGTERM)
      _ = waitForEnding(200)
    }
    buryDeaf()
    return ending
  }

  private func closePipes() {
    for end in [input, output, errors] { close(end) }
  }
}

/// The two ends of a pipe that no other child inherits.
private struct Pipe {
  var reading: Int32
  var writing: Int32

  static func make() throws(Files.Problem) -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Files.Problem(description: "a pipe: " + String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return Pipe(reading: ends[0], writing: ends[1])
  }
}

// The two systems give these types as a struct and as a pointer.
private enum FileActions {
  #if canImport(Glibc)
    static var none: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
  #else
    static var none: posix_spawn_file_actions_t? { nil }
  #endif
}

private enum SpawnAttributes {
  #if canImport(Glibc)
    static var none: posix_spawnattr_t { posix_spawnattr_t() }
  #else
    static var none: posix_spawnattr_t? { nil }
  #endif
}

extension siginfo_t {
  fileprivate var status: Int32 {
    #if canImport(Glibc)
      _sifields._sigchld.si_status
    #else
      si_status
    #endif
  }
}

/// Wall time, for limits alone.
enum Clock {
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
