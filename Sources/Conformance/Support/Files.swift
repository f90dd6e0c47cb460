import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files and folders, by the system's own calls.
package enum Files {
  /// Why a file could not be read or written: `path: what the system says`.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }

  /// The bytes of a file.
  package static func bytes(of path: String) throws(Problem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { Descriptor.read(descriptor, into: $0) }
      guard count >= 0 else { throw problem(path) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// The text of a file, or nil when there is none.
  package static func text(of path: String) throws(Problem) -> String? {
    guard exists(path) else { return nil }
    return String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// Replaces a whole file by a rename, so that no reader ever sees half of it.
  ///
  /// What is no file, such as a pipe, is written into.
  package static func write(_ text: String, to path: String) throws(Problem) {
    if exists(path), !isFile(path) {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw problem(path) }
      defer { close(descriptor) }
      return try write(text, to: descriptor, path)
    }
    let temporary = "\(path).new-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw problem(path) }
    do throws(Problem) {
      try write(text, to: descriptor, path)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else {
      let problem = problem(path)
      unlink(temporary)
      throw problem
    }
  }

  private static func write(
    _ text: String, to descriptor: Int32, _ path: String
  ) throws(Problem) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
      guard count > 0 else { throw problem(path) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The size of a file and when it was last written: another file has another; empty without one.
  package static func stamp(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "" }
    #if canImport(Glibc)
      return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    #else
      return "\(status.st_size) \(status.st_mtimespec.tv_sec) \(status.st_mtimespec.tv_nsec)"
    #endif
  }

  /// The number of this process.
  package static var processID: Int { Int(getpid()) }

  /// Removes a file.
  package static func remove(_ path: String) throws(Problem) {
    guard unlink(path) == 0 else { throw problem(path) }
  }

  /// Removes the plain files of a folder.
  package static func empty(_ folder: String) throws(Problem) {
    guard isFolder(folder) else { return }
    for name in try names(in: folder) where !isFolder("\(folder)/\(name)") {
      try remove("\(folder)/\(name)")
    }
  }

  /// Makes a folder and those above it.
  package static func makeFolder(_ path: String) throws(Problem) {
    guard !isFolder(path) else { return }
    let bytes = Array(path.utf8)
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
      try makeFolder(String(decoding: bytes[..<slash], as: UTF8.self))
    }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw problem(path) }
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether there is a file, or a link to one, and no pipe or device.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// By what one version of a file differs from the next: when it was changed, and its size.
  package struct Stamp: Hashable, Sendable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int
    private let node: UInt64

    /// Nil where there is no such file.
    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Glibc)
        let time = status.st_mtim
      #else
        let time = status.st_mtimespec
      #endif
      (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
      (size, node) = (Int(status.st_size), UInt64(status.st_ino))
    }
  }

  /// The one path of an existing file or folder, all links followed.
  package static func wholePath(_ path: String) -> String? {
    guard let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    return String(cString: whole)
  }

  /// The files below a folder whose names end so, as paths under it, in the order of their bytes.
  package static func below(_ folder: String, endings: [String]) throws(Problem) -> [String] {
    var found: [String] = []
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if isFolder(path) {
        found += try below(path, endings: endings).map { "\(name)/\($0)" }
      } else if endings.contains(where: { name.utf8.reversed().starts(with: $0.utf8.reversed()) }) {
        found.append(name)
      }
    }
    return found.sorted { $0.precedes($1) }
  }

  /// The names in a folder, in the order of their bytes.
  package static func names(in folder: String) throws(Problem) -> [String] {
    guard let stream = opendir(folder) else { throw problem(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.precedes($1) }
  }

  private static func problem(_ path: String) -> Problem {
    Problem(description: "\(path): \(String(cString: strerror(errno)))")
  }
}

/// A file that only one process may hold at a time.
package struct FileLock {
  private let descriptor: Int32

  /// Takes the lock, or gives nil when another process has it.
  package init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  /// Gives the lock back.
  package func release() { close(descriptor) }
}
