import Conformance
import JSON
import YAML

/// Sweeps runs: `conformance run --sweep`.
enum Sweeping {
  /// Plays the chosen runs of the invariants' areas disturbed in every way, and tells breaches.
  static func run(
    _ project: Project, _ shard: Shard?, base: RunReport?, _ reporting: Reporting,
    _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let invariants = Invariants.load(folder: project.folder, project.vocabulary)
    guard invariants.errors.isEmpty else {
      throw Project.Refusal(lines: invariants.errors.map(\.description))
    }
    let chosen = project.recordable.filter { chosen in
      invariants.areas.contains { $0.isSame(as: chosen.file.area) }
    }
    guard !chosen.isEmpty else {
      throw Project.Refusal(lines: [
        "error: none of the chosen runs is in an area that invariants.yaml sweeps"
      ])
    }
    let plan = project.plan(chosen.map { ($0.run, $0.file.area) }, shard, isSweep: true)
    let results = sweep(plan.runs.map(\.run), project, invariants, terminal)
    try project.demandTestee()
    for line in results.flatMap({ lines(of: $0, project) }) { terminal.print(line) }
    let rulebook = reporting.writes ? Rulebook.load(folder: project.folder) : nil
    let report = RunReport(
      plan, results, rulebook: rulebook, stopped: StopSign.name,
      text: { lines(of: $0, project).joined(separator: "\n") })
    let disturbed = results.reduce(0) { $0 + $1.count }
    let broken = results.reduce(0) { $0 + $1.breaches.count }
    terminal.print(
      "\(results.count) runs disturbed in \(disturbed) ways, \(broken) breaches of "
        + "\(invariants.all.count) invariants")
    return try Judging.close(report, project, base, reporting, &terminal)
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
