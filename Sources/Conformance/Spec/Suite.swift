import JSON
package import YAML

/// A folder of specs with what they share, read and checked.
package struct Suite: Sendable {
  package var folder: String
  package var vocabulary: Vocabulary
  /// In byte order of their paths.
  package var files: [SpecFile]
  /// The starts that begin a run and need no parameter, each as a run with `quiet: 14m` behind it.
  package var starts: [Run]
  /// Everything that is wrong, in all files, by path and place.
  package var errors: [SpecError]

  /// Every run of every file, in order.
  package var runs: [Run] { files.flatMap(\.runs) }
}

extension Suite {
  /// Reads specs with what they share: the vocabulary, the replies and the starts.
  ///
  /// Only these three files and the specs named are read, so that one spec costs no more than
  /// itself; `whole` also checks the replies and starts that no spec uses. The rulebook is read
  /// apart, by who needs it. What comes out does not depend on the number of threads.
  package static func load(
    folder: String, paths: [String], whole: Bool = false, threads: Int = 1,
    read: @escaping @Sendable (String) -> YAMLFile = { YAMLFile(path: $0) }
  ) -> Suite {
    var suite = Suite(folder: folder, vocabulary: .empty, files: [], starts: [], errors: [])
    let problems = Problems()
    guard let shared = SharedFiles(folder, problems, read) else {
      suite.errors = problems.sorted
      return suite
    }
    let library = Library(shared, problems)
    suite.vocabulary = library.vocabulary
    // Specs read against a broken vocabulary would only repeat what is wrong with it.
    guard problems.count == 0 else {
      suite.errors = problems.sorted
      return suite
    }
    if whole { suite.starts = library.checkShared(shared.starts.mark.file) }
    let paths = paths.sorted { $0.precedes($1) }
    suite.errors = problems.taken()
    var files: [(file: SpecFile, errors: [SpecError])] = []
    // Each thread reads the shared files anew, which only many specs make up for.
    if threads > 1, paths.count >= 16 {
      files = Workers.map(
        count: paths.count, threads: threads, setUp: { Library(shared, Problems()) },
        work: { SpecFile.read(paths[$0], under: folder, $1, read) })
    } else {
      files = paths.map { SpecFile.read($0, under: folder, library, read) }
    }
    problems.add(suite.errors)
    for (file, errors) in files {
      suite.files.append(file)
      problems.add(errors)
    }
    suite.errors = problems.sorted
    suite.part()
    return suite
  }

  /// Gives each file its own errors; with one it has no runs.
  private mutating func part() {
    guard !errors.isEmpty else { return }
    for index in files.indices {
      let path = files[index].path
      files[index].errors = errors.filter { $0.mark.file.isSame(as: path) }
      if !files[index].errors.isEmpty { files[index].runs = [] }
    }
  }
}

/// The files that every spec rests on, as they were written.
struct SharedFiles: Sendable {
  let vocabulary: Node
  let replies: Node
  let starts: Node

  init?(_ folder: String, _ problems: Problems, _ read: (String) -> YAMLFile) {
    let (vocabulary, replies, starts) = (
      problems.root(folder + "/vocabulary.yaml", read),
      problems.root(folder + "/replies.yaml", read),
      problems.root(folder + "/starts.yaml", read)
    )
    guard let vocabulary, let replies, let starts else { return nil }
    (self.vocabulary, self.replies, self.starts) = (vocabulary, replies, starts)
  }
}

extension Library {
  convenience init(_ files: SharedFiles, _ problems: Problems) {
    problems.version(files.replies, "replies")
    problems.version(files.starts, "starts")
    let shapes = Shapes(VocabularyReader.shapes(files.vocabulary, problems))
    let terms = Terms(problems, shapes, Replies(files.replies))
    var reader = VocabularyReader(problems, terms)
    let vocabulary = reader.read(files.vocabulary)
    self.init(problems, vocabulary, terms, Starts(files.starts))
  }
}

extension Problems {
  fileprivate func root(_ path: String, _ read: (String) -> YAMLFile) -> Node? {
    let file = read(path)
    add(file.errors.map { SpecError($0.mark, $0.message) })
    return file.root
  }
}

extension SpecFile {
  fileprivate static func read(
    _ path: String, under folder: String, _ library: Library, _ read: (String) -> YAMLFile
  ) -> (file: SpecFile, errors: [SpecError]) {
    let parts = path.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/"))
      .map { String(Substring($0)) }
    let area = parts.dropLast().last ?? ""
    library.problems.path(path, parts)
    guard let root = library.problems.root(path, read) else {
      let file = SpecFile(
        path: path, area: area, title: nil, needs: [], after: [], rules: [], runs: [], errors: [])
      return (file, library.problems.taken())
    }
    return (SpecReader(library, path: path, area: area).read(root), library.problems.taken())
  }
}

extension Problems {
  /// Files are named so that no disk takes two of them for one.
  fileprivate func path(_ path: String, _ parts: [String]) {
    let mark = Mark(file: path, line: 1, column: 1)
    guard let name = parts.last, parts.count > 1 else {
      add(mark, "a spec lies in the folder of its area")
      return
    }
    for part in parts.dropLast() where !part.isSlug {
      add(
        mark,
        "the folder '\(part.printable)' has a name of other than small letters, digits and '-'")
    }
    let suffix = ".yaml"
    guard name.hasSuffix(suffix), String(name.dropLast(suffix.count)).isSlug else {
      add(
        mark,
        "the file '\(name.printable)' is not named by small letters, digits and '-', and .yaml")
      return
    }
  }
}
