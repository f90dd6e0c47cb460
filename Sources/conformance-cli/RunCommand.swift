import Conformance
import JSON
import YAML

/// `conformance run`: judges specs.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Judge specs: play them against the core and compare."
  static let help = """
    Plays specs against the core and judges what it does.

    usage: conformance run [OPTION…] [FILTER…]

      --sweep           disturb every run in every way and hold it against invariants.yaml
      --watch           judge again what a change of a file touches, until ctrl-C
    \(Sharding.help)
    \(TesteeOptions.help)
    \(TesteeOptions.variationHelp)
    \(TesteeOptions.dialogueHelp)
    \(LedgerOptions.help)
    \(Reporting.htmlHelp)
    \(Reporting.help)
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options
  var reporting: Reporting
  var shard: Shard?
  var testee: TesteeOptions
  var ledger: LedgerOptions
  var sweeps: Bool
  var watches: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    reporting = try Reporting(&arguments, json: options.json)
    try reporting.takeHTML(&arguments)
    shard = try Sharding.take(&arguments)
    testee = try TesteeOptions(&arguments)
    try testee.takeDialogue(&arguments)
    try testee.takeVariation(&arguments)
    ledger = try LedgerOptions(&arguments)
    sweeps = arguments.flag("--sweep")
    if sweeps, testee.seed != nil { throw UsageError("--sweep and --vary do not go together") }
    watches = arguments.flag("--watch")
    options.filters = try arguments.rest()
    let isMore = sweeps || shard != nil || reporting.writes || reporting.base != nil
    if watches, isMore || testee.hasDialogue || ledger.file != nil {
      throw UsageError(
        "--watch shows what it judges; it neither sweeps, shards nor reports, and takes no ledger")
    }
    if sweeps, reporting.html != nil { throw UsageError("--sweep writes no HTML") }
    if sweeps, ledger.file != nil {
      throw UsageError("--sweep holds runs against invariants.yaml and takes no ledger")
    }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    StopSign.listen()
    if watches { return Watching(options, testee).run(&terminal) }
    do throws(Project.Refusal) {
      let base = try reporting.begin()
      try Sharding.confirm()
      if testee.hasDialogue { return try talk(base, &terminal) }
      let project = try Project(options, testee: testee)
      if sweeps {
        return try Sweeping.run(project, shard, base: base, reporting, &terminal)
      }
      // A ledger with mistakes is told before anything is played.
      let ledger = try ledger.file.map { file throws(Project.Refusal) in
        try LedgerOptions.read(file, project.vocabulary)
      }
      let plan = project.plan(shard)
      let verdicts = Judging.judge(
        project, plan, terminal, keepsTraces: reporting.html != nil)
      try project.demandTestee()
      let held = try ledger.map { ledger throws(Project.Refusal) in
        try self.ledger.judge(verdicts, by: ledger, of: project)
      }
      return try Judging.tell(
        held?.verdicts ?? verdicts, plan, of: project, faults: held?.faults ?? [], base, reporting,
        &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }
}

extension Project {
  /// What a report says of the chosen runs before they are judged; of one shard its own.
  func plan(_ shard: Shard? = nil) -> RunReport.Plan {
    plan(chosen.map { ($0.run, $0.file.area) }, shard, isSweep: false)
  }

  func plan(
    _ runs: [(run: Run, area: String)], _ shard: Shard?, isSweep: Bool
  ) -> RunReport.Plan {
    let whole = folder.hasSuffix(".") ? Files.wholePath(folder) ?? folder : folder
    return RunReport.Plan(
      suite: whole.split(separator: "/").last.map(String.init) ?? whole,
      filters: selection.filters.map(\.text), isSweep: isSweep, batch: batch,
      vocabulary: vocabulary, chosen: runs, shard: shard)
  }
}

extension RunCommand {
  // One child, so that the lines of one run stand together.
  private func talk(
    _ base: RunReport?, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    var options = options
    options.jobs = 1
    let dialogue = Dialogue()
    let project = try Project(options, testee: testee, talk: dialogue.hear)
    guard !testee.talks || project.chosen.count == 1 else {
      throw Project.Refusal(
        lines: [
          "error: --talk shows one run, and these filters choose \(project.chosen.count); "
            + "name one by 'rule/name'"
        ], code: .usage)
    }
    let plan = project.plan(shard)
    let verdicts = Judging.judge(
      project, plan, terminal, keepsTraces: reporting.html != nil)
    if testee.talks {
      for line in dialogue.told { terminal.print(line) }
      terminal.print("")
    }
    if let file = testee.inputFile {
      do throws(Files.Problem) {
        try Files.write(dialogue.inputs, to: file)
      } catch {
        throw Project.Refusal(lines: ["error: \(error)"])
      }
    }
    return try Judging.tell(verdicts, plan, of: project, base, reporting, &terminal)
  }
}

/// Judges and tells verdicts; shared by the commands that do.
enum Judging {
  static func judge(_ project: Project, _ terminal: Terminal) -> [Verdict] {
    judge(project, project.plan(), terminal)
  }

  static func judge(
    _ project: Project, _ plan: RunReport.Plan, _ terminal: Terminal,
    keepsTraces: Bool = false
  ) -> [Verdict] {
    let progress = Progress("judging", total: plan.runs.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let variations = project.seed.map { Variations(vocabulary, seed: $0) }
    return project.batch.judge(
      plan.runs.map(\.run), vocabulary: vocabulary, varied: variations, keepsTraces: keepsTraces
    ) { _ in progress.step() }
  }

  /// Prints failures, what the ledger says, a line an area, and the closing line; writes the
  /// reports.
  ///
  /// `faults`: what is wrong with the ledger.
  static func tell(
    _ verdicts: [Verdict], _ plan: RunReport.Plan, of project: Project, faults: [SpecError] = [],
    _ base: RunReport?, _ reporting: Reporting, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    try project.demandTestee()
    var report = report(verdicts, plan, project, reporting, &terminal)
    report.ledgerFaults = faults
    return try close(
      report, project, base, reporting, page: page(verdicts, project), &terminal)
  }

  /// Tells what the testee did between runs; whether that was nothing.
  static func complain(of project: Project, _ terminal: inout Terminal) -> Bool {
    let complaints = project.batch.testee.complaints()
    for text in complaints { terminal.complain("error: \(text)") }
    return complaints.isEmpty
  }

  /// Tells and writes a report, and what the testee did wrong outside of every run.
  static func close(
    _ report: RunReport, _ project: Project, _ base: RunReport?, _ reporting: Reporting,
    page: ((RunReport) -> String)? = nil, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let code = try Closing(report, base: base, page: page).tell(reporting, &terminal)
    return !complain(of: project, &terminal) && code == .holds ? .fails : code
  }

  /// Prints failures, and gives the report of all verdicts.
  static func report(
    _ verdicts: [Verdict], _ plan: RunReport.Plan, _ project: Project, _ reporting: Reporting,
    _ terminal: inout Terminal
  ) -> RunReport {
    let hasFailed = verdicts.contains { if case .failed = $0.outcome { true } else { false } }
    // The rulebook is read only where its sentences are needed.
    let rulebook = hasFailed || reporting.writes ? Rulebook.load(folder: project.folder) : nil
    let report = RunReport(
      plan, verdicts, rulebook: rulebook, stopped: StopSign.name,
      text: { verdict, failure in
        FailureText(
          verdict, failure, rule: rulebook?[verdict.run.rule], base: project.vocabulary.base,
          repeatCommand: project.repeatCommand(verdict.run)
        ).text
      })
    tell(report, &terminal)
    for line in verdicts.compactMap(KnownText.line) { terminal.print(line) }
    if let seed = project.seed {
      terminal.print("varied by the seed \(seed); failures are told in the specs' own words")
    }
    return report
  }

  // A failure inside a start is told once, with the number of runs that it blocks.
  private static func tell(_ report: RunReport, _ terminal: inout Terminal) {
    var blocked: [(start: String, mark: Mark, count: Int)] = []
    for one in report.cases where one.outcome == .failed {
      guard let failure = one.failure else { continue }
      if let start = failure.start {
        if let known = blocked.firstIndex(where: { $0.start == start && $0.mark == failure.mark }) {
          blocked[known].count += 1
          continue
        }
        blocked.append((start, failure.mark, 1))
      }
      terminal.print(terminal.red(failure.text) + "\n")
    }
    for block in blocked where block.count > 1 {
      terminal.print("The start '\(block.start)' blocks \(block.count) runs at \(block.mark).")
    }
  }
}

extension Terminal {
  /// Tells why a command cannot go on.
  mutating func refuse(_ refusal: Project.Refusal) -> ExitCode {
    for line in refusal.lines { complain(line) }
    return refusal.code
  }
}
