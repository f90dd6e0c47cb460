#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures work by the machine's own steady clock.
enum Stopwatch {
  /// How long the work takes, in seconds.
  static func seconds(_ work: () -> Void) -> Double {
    let start = now()
    work()
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
