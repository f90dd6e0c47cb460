#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the process was started with beside its words.
enum Environment {
  /// A variable's value; nil where it is not set, or empty.
  static func value(_ name: String) -> String? {
    guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
    return text
  }
}
