#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a file, to one byte more than a YAML file may have at most.
func readFile(_ path: String) throws(YAMLError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable(path) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
  guard status.st_mode & S_IFMT != S_IFDIR else {
    throw YAMLError(Mark(file: path, line: 1, column: 1), .folder)
  }

  var bytes: [UInt8] = []
  var capacity = min(Int(status.st_size), YAMLFile.maximumSize) + 1
  while bytes.count <= YAMLFile.maximumSize {
    var count = 0
    let part = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        count = read(descriptor, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(count, 0)
    }
    guard count >= 0 else { throw unreadable(path) }
    if count == 0 { break }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    capacity = 1 << 16
  }
  return bytes
}

private func unreadable(_ path: String) -> YAMLError {
  let reason =
    switch errno {
    case ENOENT: "there is no such file"
    case EACCES: "it may not be read"
    default: String(cString: strerror(errno))
    }
  return YAMLError(Mark(file: path, line: 1, column: 1), .unreadable(reason))
}
