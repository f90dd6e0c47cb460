import Conformance

extension Judging {
  /// What makes a page of a report of these verdicts.
  static func page(_ verdicts: [Verdict], _ project: Project) -> (RunReport) -> String {
    { report in
      RunPage(
        report, verdicts, vocabulary: project.vocabulary,
        rulebook: Rulebook.load(folder: project.folder), repeatCommand: project.repeatHead
      ).text
    }
  }
}
