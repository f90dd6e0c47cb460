import Conformance

extension Judging {
  /// What makes a page of a report of these verdicts.
  static func page(_ judged: [Judged]) -> ((RunReport) -> String)? {
    guard let first = judged.first?.project else { return nil }
    return { report in
      var vocabulary = first.vocabulary
      for part in judged.dropFirst() {
        vocabulary.capabilities += part.project.vocabulary.capabilities
      }
      let rulebooks = judged.map { Rulebook.load(folder: $0.project.folder) }
      return RunPage(
        report, judged.flatMap(\.verdicts), vocabulary: vocabulary,
        rulebook: Rulebook(joining: rulebooks), repeatCommand: first.repeatHead
      ).text
    }
  }
}
