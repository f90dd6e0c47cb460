import JSON
import YAML

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Suite {
  /// Reads every spec of a folder; an error at the folder itself when it has none.
  package static func load(folder: String) -> Suite {
    let paths = specPaths(in: folder)
    var suite = load(folder: folder, paths: paths, whole: true)
    if paths.isEmpty {
      let mark = Mark(file: folder, line: 1, column: 1)
      suite.errors.append(SpecError(mark, "no specs: every folder in it is empty"))
    }
    return suite
  }

  /// The paths of all specs, in byte order: every .yaml file below the folder but the suite's own.
  package static func specPaths(in folder: String) -> [String] {
    var paths: [String] = []
    for name in names(in: folder) { collect(folder + "/" + name, into: &paths) }
    return paths.sorted { $0.precedes($1) }
  }

  private static func collect(_ path: String, into paths: inout [String]) {
    for name in names(in: path) {
      let inner = path + "/" + name
      if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { paths.append(inner) } else { collect(inner, into: &paths) }
    }
  }

  /// What lies in a folder, without hidden files; nothing where it is none.
  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
