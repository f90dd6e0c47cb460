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
  /// apart, by who needs it.
  package static func load(
    folder: String, paths: [String], whole: Bool = false,
    read: (String) -> YAMLFile = { YAMLFile(path: $0) }
  ) -> Suite {
    let problems = Problems()
    func root(_ name: String) -> Node? { problems.root(folder + "/" + name, read) }
    var suite = Suite(folder: folder, vocabulary: .empty, files: [], starts: [], errors: [])
    let (vocabularyRoot, repliesRoot, startsRoot) = (
      root("vocabulary.yaml"), root("replies.yaml"), root("starts.yaml")
    )
    guard let vocabularyRoot, let repliesRoot, let startsRoot else {
      suite.errors = problems.sorted
      return suite
    }
    problems.version(repliesRoot, "replies")
    problems.version(startsRoot, "starts")
    let shapes = Shapes(VocabularyReader.shapes(vocabularyRoot, problems))
    let terms = Terms(problems, shapes, Replies(repliesRoot))
    var reader = VocabularyReader(problems, terms)
    suite.vocabulary = reader.read(vocabularyRoot)
    // Specs read against a broken vocabulary would only repeat what is wrong with it.
    guard problems.count == 0 else {
      suite.errors = problems.sorted
      return suite
    }
    let library = Library(problems, suite.vocabulary, terms, Starts(startsRoot))
    for path in paths.sorted(by: { $0.precedes($1) }) {
      suite.files.append(SpecFile.read(path, under: folder, library, read))
    }
    if whole { suite.starts = library.checkShared(startsRoot.mark.file) }
    // They hold the library, which holds them.
    library.begun = [:]
    suite.errors = problems.sorted
    for index in suite.files.indices {
      let path = suite.files[index].path
      suite.files[index].errors = suite.errors.filter { $0.mark.file.isSame(as: path) }
      if !suite.files[index].errors.isEmpty { suite.files[index].runs = [] }
    }
    return suite
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
  ) -> SpecFile {
    let parts = path.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/"))
      .map { String(Substring($0)) }
    let area = parts.dropLast().last ?? ""
    library.problems.path(path, parts)
    guard let root = library.problems.root(path, read) else {
      return SpecFile(
        path: path, area: area, title: nil, needs: [], after: [], rules: [], runs: [], errors: [])
    }
    return SpecReader(library, path: path, area: area).read(root)
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
      add(mark, "the folder '\(part.printable)' has a name of other than small letters, digits and '-'")
    }
    let suffix = ".yaml"
    guard name.hasSuffix(suffix), String(name.dropLast(suffix.count)).isSlug else {
      add(mark, "the file '\(name.printable)' is not named by small letters, digits and '-', and .yaml")
      return
    }
  }
}
