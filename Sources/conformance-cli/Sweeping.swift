import Conformance
import JSON
import YAML

/// Sweeps runs: `conformance run --sweep`.
enum Sweeping {
  /// Plays the chosen runs of the invariants' areas disturbed in every way, and tells breaches.
  static func run(
    _ projects: Projects, _ shard: Shard?, base: RunReport?, _ reporting: Reporting,
    _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    var invariants: [Invariants] = []
    var chosen: [(project: Project, runs: [(run: Run, file: SpecFile)])] = []
    for project in projects.all {
      let mine = Invariants.load(folder: project.folder, project.vocabulary)
      guard mine.errors.isEmpty else {
        throw Project.Refusal(lines: mine.errors.map(\.description))
      }
      let runs = project.recordable.filter { chosen in
        mine.areas.contains { $0.isSame(as: chosen.file.area) }
      }
      guard !runs.isEmpty else { continue }
      invariants.append(mine)
      chosen.append((project, runs))
    }
    var reports: [RunReport] = []
    var counts = (runs: 0, disturbed: 0, broken: 0)
    for (index, part) in projects.plans(chosen, shard, isSweep: true).enumerated() {
      let results = sweep(part.plan.runs.map(\.run), part.project, invariants[index], terminal)
      try part.project.demandTestee()
      for line in results.flatMap({ lines(of: $0, part.project) }) { terminal.print(line) }
      reports.append(report(results, part.plan, part.project, reporting))
      counts.runs += results.count
      counts.disturbed += results.reduce(0) { $0 + $1.count }
      counts.broken += results.reduce(0) { $0 + $1.breaches.count }
    }
    guard let report = RunReport.joined(reports) else {
      throw Project.Refusal(lines: [
        "error: none of the chosen runs is in an area that invariants.yaml sweeps"
      ])
    }
    let all = invariants.reduce(0) { $0 + $1.all.count }
    terminal.print(
      "\(counts.runs) runs disturbed in \(counts.disturbed) ways, \(counts.broken) breaches of "
        + "\(all) invariants")
    return try Judging.close(report, chosen.map(\.project), base, reporting, &terminal)
  }

  private static func report(
    _ results: [SweepResult], _ plan: RunReport.Plan, _ project: Project, _ reporting: Reporting
  ) -> RunReport {
    let rulebook = reporting.writes ? Rulebook.load(folder: project.folder) : nil
    return RunReport(
      plan, results, rulebook: rulebook, stopped: StopSign.name,
      text: { lines(of: $0, project).joined(separator: "\n") })
  }

  private static func sweep(
    _ runs: [Run], _ project: Project, _ invariants: Invariants, _ terminal: Terminal
  ) -> [SweepResult] {
    let progress = Progress("sweeping", total: runs.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let batch = project.batch.patient
    let claims = batch.claims(vocabulary)
    let results = batch.map(runs, done: { _ in progress.step() }) { run, testee -> SweepResult? in
      let result = Sweeper.sweep(
        Frame(run, vocabulary: vocabulary, claims: claims), against: testee, invariants,
        isStopped: batch.isStopped)
      // One that was cut short proves nothing.
      return batch.isStopped() ? nil : result
    }
    return results.compactMap(\.self)
  }

  private static func lines(of result: SweepResult, _ project: Project) -> [String] {
    let more = result.breaches.count - 3
    return result.breaches.prefix(3).flatMap { lines(of: $0, of: result.run, project) }
      + (more > 0 ? ["  … and \(more) more of '\(result.run.name)'"] : [])
  }

  private static func lines(
    of breach: SweepResult.Breach, of run: Run, _ project: Project
  ) -> [String] {
    let head = [
      "✘ \(breach.invariant): \(breach.text)",
      "  \(run.mark): \(run.rule)/\(EntryText.escaped(run.name))", "  \(breach.disturbance)",
    ]
    let shown = breach.trace.suffix(14)
    let trace = TranscriptText.lines(of: Array(shown), base: project.vocabulary.base)
    return head + trace.map { "  " + $0 } + [""]
  }
}
