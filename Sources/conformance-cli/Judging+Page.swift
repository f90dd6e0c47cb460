import Conformance

extension Judging {
  /// Writes the page for people where the options ask for it.
  static func page(
    _ verdicts: [Verdict], _ tally: Tally, _ failures: [Int: String], _ project: Project,
    _ options: Project.Options
  ) throws(Project.Refusal) {
    guard let file = options.html else { return }
    let page = RunPage(
      title: project.title, verdicts: verdicts, tally: tally, vocabulary: project.vocabulary,
      rulebook: Rulebook.load(folder: project.folder), testee: project.batch.testee,
      isWhole: project.selection.isEverything, failures: failures,
      repeatCommand: project.repeatHead)
    try Project.write(page: page.text, to: file)
  }
}

extension Project {
  /// The suite's name: the folder of its specs.
  var title: String {
    let path = Files.wholePath(folder) ?? folder
    return path.split(separator: "/").last.map(String.init) ?? folder
  }

  /// Writes a page; a file that cannot be written ends the command.
  static func write(page: String, to file: String) throws(Refusal) {
    do throws(Files.Problem) {
      try Files.write(page, to: file)
    } catch {
      throw Refusal(lines: ["error: \(error)"])
    }
  }
}
