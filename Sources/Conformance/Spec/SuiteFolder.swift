import JSON
import YAML

extension Suite {
  /// Reads every spec of a folder; an error at the folder itself when it has none.
  package static func load(folder: String, threads: Int = 1) -> Suite {
    let paths = specPaths(in: folder)
    var suite = load(folder: folder, paths: paths, whole: true, threads: threads)
    if paths.isEmpty {
      let mark = Mark(file: folder, line: 1, column: 1)
      suite.errors.append(SpecError(mark, "no specs: every folder in it is empty"))
    }
    return suite
  }

  /// The paths of all specs, in byte order: every .yaml file below the folder but the suite's own.
  ///
  /// None where a folder cannot be read: half a suite would pass for a whole one.
  package static func specPaths(in folder: String) -> [String] {
    let names = (try? Files.below(folder, endings: [".yaml", ".yml"])) ?? []
    return names.filter { $0.utf8.contains(UInt8(ascii: "/")) }.map { "\(folder)/\($0)" }
  }
}
