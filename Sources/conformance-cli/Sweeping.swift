import Conformance
import JSON
import YAML

/// Sweeps runs: `conformance run --sweep`.
enum Sweeping {
  /// Plays the chosen runs of the invariants' areas disturbed in every way, and tells breaches.
  static func run(
    _ projects: Projects, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    var parts: [(project: Project, invariants: Invariants, runs: [Run])] = []
    for project in projects.all {
      let invariants = Invariants.load(folder: project.folder, project.vocabulary)
      guard invariants.errors.isEmpty else {
        throw Project.Refusal(lines: invariants.errors.map(\.description))
      }
      let runs = project.recordable.filter { chosen in
        invariants.areas.contains { $0.isSame(as: chosen.file.area) }
      }.map(\.run)
      if !runs.isEmpty { parts.append((project, invariants, runs)) }
    }
    guard !parts.isEmpty else {
      throw Project.Refusal(lines: [
        "error: none of the chosen runs is in an area that invariants.yaml sweeps"
      ])
    }
    var counts = (disturbed: 0, broken: 0)
    for (project, invariants, runs) in parts {
      for result in sweep(runs, project, invariants, terminal) {
        tell(result, project, &terminal)
        counts.disturbed += result.count
        counts.broken += result.breaches.count
      }
    }
    let runs = parts.reduce(0) { $0 + $1.runs.count }
    let invariants = parts.reduce(0) { $0 + $1.invariants.all.count }
    terminal.print(
      "\(runs) runs disturbed in \(counts.disturbed) ways, \(counts.broken) breaches of "
        + "\(invariants) invariants")
    return counts.broken == 0 ? .holds : .fails
  }

  private static func tell(
    _ result: SweepResult, _ project: Project, _ terminal: inout Terminal
  ) {
    for breach in result.breaches.prefix(3) { tell(breach, of: result.run, project, &terminal) }
    if result.breaches.count > 3 {
      terminal.print("  … and \(result.breaches.count - 3) more of '\(result.run.name)'")
    }
  }

  private static func sweep(
    _ runs: [Run], _ project: Project, _ invariants: Invariants, _ terminal: Terminal
  ) -> [SweepResult] {
    let progress = Progress("sweeping", total: runs.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let claims = project.batch.claims(vocabulary)
    return project.batch.patient.map(runs, done: { _ in progress.step() }) { run, testee in
      Sweeper.sweep(
        Frame(run, vocabulary: vocabulary, claims: claims), against: testee, invariants)
    }
  }

  private static func tell(
    _ breach: SweepResult.Breach, of run: Run, _ project: Project, _ terminal: inout Terminal
  ) {
    terminal.print(terminal.red("✘ \(breach.invariant): \(breach.text)"))
    terminal.print("  \(run.mark): \(run.rule)/\(EntryText.escaped(run.name))")
    terminal.print("  \(breach.disturbance)")
    let shown = breach.trace.suffix(14)
    for line in TranscriptText.lines(of: Array(shown), base: project.vocabulary.base) {
      terminal.print("  " + line)
    }
    terminal.print("")
  }
}
