#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The machine's processors.
enum Processors {
  /// How many are on line, at least one.
  static var count: Int { max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
