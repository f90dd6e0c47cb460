import Conformance
import JSON
import YAML

/// The verdicts on the chosen runs of one suite.
struct Judged {
  let project: Project
  let plan: RunReport.Plan
  var verdicts: [Verdict]
  /// What is wrong with the ledger that they were held against.
  var faults: [SpecError] = []
}

extension Projects {
  /// What a report says of the chosen runs before they are judged; of one shard its own.
  ///
  /// Runs are dealt to shards as if all suites were one.
  func plans(_ shard: Shard? = nil) -> [(project: Project, plan: RunReport.Plan)] {
    plans(all.map { ($0, $0.chosen) }, shard)
  }

  func plans(
    _ chosen: [(project: Project, runs: [(run: Run, file: SpecFile)])], _ shard: Shard?,
    isSweep: Bool = false
  ) -> [(project: Project, plan: RunReport.Plan)] {
    var before = 0
    return chosen.map { project, runs in
      defer { before += runs.count }
      let plan = RunReport.Plan(
        suite: project.name, filters: project.selection.filters.map(\.text), isSweep: isSweep,
        batch: project.batch, vocabulary: project.vocabulary,
        chosen: runs.map { ($0.run, $0.file.area) }, shard: shard, before: before)
      return (project, plan)
    }
  }
}
