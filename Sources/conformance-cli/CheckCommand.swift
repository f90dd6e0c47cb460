import Conformance
import JSON

/// `conformance check`: the gate.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "The gate: lint, rules, run, replay, and sharpen of what changed."
  static let help = """
    Does all that a gate must: lint, rules, run, replay, and sharpen for the scenarios whose
    steps changed since their recording. One exit code.

    usage: conformance check [OPTION…]

    \(Reporting.htmlHelp)
    \(Reporting.help)
    \(Project.Options.help)
    """

  var options: Project.Options
  var reporting: Reporting

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    reporting = try Reporting(&arguments, json: options.json)
    try reporting.takeHTML(&arguments)
    try arguments.end()
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    StopSign.listen()
    do throws(Project.Refusal) {
      let base = try reporting.begin()
      let projects = try Projects(options, Projects.Use(tolerant: true))
      var gate = Gate()
      let errors = projects.all.flatMap(\.lintErrors)
      for error in errors { terminal.print(terminal.red(error.description)) }
      let files = projects.all.reduce(0) { $0 + $1.suite.files.count }
      gate.add("lint", errors.isEmpty, "\(files) files", errors.count)
      guard projects.all.allSatisfy({ $0.suite.errors.isEmpty }) else {
        for line in gate.lines { terminal.print(line) }
        return .fails
      }
      return try check(projects, base, &gate, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }

  private func check(
    _ projects: Projects, _ base: RunReport?, _ gate: inout Gate, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let coverage = try projects.coverage
    if !coverage.holds {
      for line in coverage.lines(listsAll: false) { terminal.print(line) }
    }
    let missing = coverage.missing.count + coverage.unknown.count
    gate.add("rules", coverage.holds, "\(coverage.rules.count) rules", missing)

    let judged = try Judging.judge(
      projects.plans(), terminal, keepsTraces: reporting.html != nil)
    if !StopSign.isUp { checkRest(judged, &gate, &terminal) }

    // The verdicts stand last, so that the closing line closes.
    let report = try Judging.report(judged, reporting, &terminal)
    let closing = Closing(report, base: base, page: Judging.page(judged))
    gate.add("run", report.holds, "\(report.cases.count) runs", report.count(.failed))
    if let changes = closing.changes {
      gate.add("base", !changes.lost, "nothing unclaimed", changes.cases(.unclaimed).count)
    }
    for line in gate.lines { terminal.print(line) }
    terminal.print("")
    let code = try closing.tell(reporting, &terminal)
    return code == .holds && !gate.holds ? .fails : code
  }

  /// What is held to the runs: starts, ignores, recordings, and the sharpness of what changed.
  private func checkRest(
    _ judged: [Judged], _ gate: inout Gate, _ terminal: inout Terminal
  ) {
    let projects = judged.map(\.project)
    var rests = true
    for project in projects { rests = Judging.startsHold(project, &terminal) && rests }
    gate.add("starts", rests, "each at rest for 14m", 1)
    let unused = judged.flatMap { UnusedIgnores.errors($0.verdicts) }
    for error in unused { terminal.print(terminal.red(error.description)) }
    gate.add("ignores", unused.isEmpty, "each takes something", unused.count)

    let faults = projects.flatMap { Replaying.faults($0) }
    for fault in faults { terminal.print(terminal.red(fault.description)) }
    let recordings = projects.reduce(0) { $0 + $1.recordable.count }
    gate.add("replay", faults.isEmpty, "\(recordings) recordings", faults.count)

    let changed = projects.map { (project: $0, runs: $0.changedSinceRecorded) }
    let sharp = SharpenReport(
      changed.flatMap { Sharpening.results($0.project, runs: $0.runs, terminal) })
    if !sharp.holds { for line in sharp.lines(listsAll: false) { terminal.print(line) } }
    let count = changed.reduce(0) { $0 + $1.runs.count }
    gate.add("sharpen", sharp.holds, "\(count) changed runs", sharp.flawCount)
  }
}

/// The closing table of the gate.
struct Gate {
  private var rows: [(name: String, holds: Bool, what: String, faults: Int)] = []

  var holds: Bool { rows.allSatisfy(\.holds) }

  mutating func add(_ name: String, _ holds: Bool, _ what: String, _ faults: Int) {
    rows.append((name, holds, what, faults))
  }

  var lines: [String] {
    rows.map { row in
      let padding = String(repeating: " ", count: 9 - row.name.count)
      return row.name + padding + (row.holds ? "holds   " : "FAILS   ") + row.what
        + (row.holds ? "" : ", \(row.faults) at fault")
    }
  }
}

extension Judging {
  /// Whether every start that ends at rest is at rest for 14 minutes; tells those that are not.
  static func startsHold(
    _ project: Project, _ terminal: inout Terminal
  ) -> Bool {
    let verdicts = project.batch.judge(
      starts: project.suite.starts, vocabulary: project.vocabulary)
    var holds = true
    for verdict in verdicts {
      guard case .failed(let failure) = verdict.outcome else { continue }
      holds = false
      let text = FailureText(
        verdict, failure, rule: nil, base: project.vocabulary.base,
        repeatCommand: "conformance check")
      terminal.print(terminal.red(text.text) + "\n")
    }
    return holds
  }
}

extension Project {
  /// The runs whose steps are other than when they were recorded, or were never recorded.
  var changedSinceRecorded: [Run] {
    var changed: [Run] = []
    for spec in recordedSpecs {
      let file = (try? archive.read(Archive.name(ofSpec: spec.name))) ?? nil
      for run in spec.runs {
        let head = file?.runs.first { $0.head.name.isSame(as: run.name) }?.head
        if head?.steps != run.stepsHash { changed.append(run) }
      }
    }
    return changed
  }
}
