import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Processes that a testee started and that left its group, found by a mark in their environment.
struct Strays: Sendable {
  private static let name = "CONFORMANCE_RUNNER"
  private static let count = Atomic<Int>(0)
  private let mark: String
  /// What the names begin with that children do not get.
  private let hidden: String?

  /// A mark that no other command and no other testee of this one has.
  init() {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    mark = "\(Self.name)=\(getpid()).\(number)"
    hidden = nil
  }

  /// A mark that a later process has again, so that it finds what an earlier one left behind.
  ///
  /// `hidden`: children get no variable whose name begins so.
  init(named name: String, hiding hidden: String) {
    mark = "\(Self.name)=\(name)"
    self.hidden = hidden
  }

  /// The environment of every child: this process's own, and the mark.
  var environment: [UnsafeMutablePointer<CChar>?] {
    var words: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let word = place.pointee {
      let isOurs = strncmp(word, Self.name + "=", Self.name.utf8.count + 1) == 0
      let isHidden = hidden.map { strncmp(word, $0, $0.utf8.count) == 0 } ?? false
      if !isOurs, !isHidden { words.append(strdup(word)) }
      place += 1
    }
    return words + [strdup(mark), nil]
  }

  /// Kills every process with this mark; does nothing where the system shows none.
  func kill() {
    guard let folder = opendir("/proc") else { return }
    defer { closedir(folder) }
    let wanted = Array(mark.utf8)
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let id = pid_t(name), id != getpid(),
        let words = try? Files.bytes(of: "/proc/\(id)/environ"),
        words.split(separator: 0).contains(where: { $0.elementsEqual(wanted) })
      else { continue }
      _ = Self.end(id)
    }
  }

  private static func end(_ id: pid_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(id, SIGKILL)
    #else
      Darwin.kill(id, SIGKILL)
    #endif
  }
}
