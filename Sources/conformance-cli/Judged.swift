import Conformance
import JSON

/// The verdicts on the chosen runs of one suite.
struct Judged {
  let project: Project
  let verdicts: [Verdict]

  var tally: Tally { Tally(verdicts) }

  /// Judges the chosen runs of every suite.
  static func all(
    _ projects: Projects, _ terminal: Terminal
  ) throws(Project.Refusal) -> [Judged] {
    var all: [Judged] = []
    for project in projects.all {
      all.append(Judged(project: project, verdicts: Judging.judge(project, terminal)))
      try project.demandTestee()
    }
    return all
  }
}

extension [Judged] {
  var failedCount: Int { reduce(0) { $0 + $1.tally.failed } }
  var runCount: Int { reduce(0) { $0 + $1.tally.total } }

  /// The closing line of all suites together.
  var closingLine: String {
    Tally.closingLine(map { ($0.tally, $0.project.vocabulary) })
  }
}
