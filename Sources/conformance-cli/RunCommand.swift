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
      \(gitFlag)      for `git bisect run`: 125, which skips a commit, instead of 3, and 128,
                        which ends the search, instead of 2
    \(Reporting.htmlHelp)
    \(Reporting.help)
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  /// Asks for the exit codes of `git bisect run`; Entrance tells whether it is there.
  static let gitFlag = "--git-bisect"

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
    _ = arguments.flag(Self.gitFlag)
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
      let projects = try Projects(options, Projects.Use(testee: testee))
      if sweeps {
        return try Sweeping.run(projects, shard, base: base, reporting, &terminal)
      }
      return try Judging.tell(try judge(projects, terminal), base, reporting, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }
}

extension RunCommand {
  /// The verdicts of all suites, or those of the one that a ledger is for, held against it.
  private func judge(
    _ projects: Projects, _ terminal: Terminal
  ) throws(Project.Refusal) -> [Judged] {
    let keepsTraces = reporting.html != nil
    guard let file = ledger.file else {
      return try Judging.judge(projects.plans(shard), terminal, keepsTraces: keepsTraces)
    }
    let project = try projects.only()
    // A ledger with mistakes is told before anything is played.
    let ledger = try LedgerOptions.read(file, project.vocabulary)
    var all = try Judging.judge(projects.plans(shard), terminal, keepsTraces: keepsTraces)
    for index in all.indices {
      let held = try self.ledger.judge(all[index].verdicts, by: ledger, of: project)
      all[index].verdicts = held.verdicts
      all[index].faults = held.faults
    }
    return all
  }

  // One child, so that the lines of one run stand together.
  private func talk(
    _ base: RunReport?, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    var options = options
    options.jobs = 1
    let dialogue = Dialogue()
    let projects = try Projects(options, Projects.Use(testee: testee, talk: dialogue.hear))
    let count = projects.all.reduce(0) { $0 + $1.chosen.count }
    guard !testee.talks || count == 1 else {
      throw Project.Refusal(
        lines: [
          "error: --talk shows one run, and these filters choose \(count); "
            + "name one by 'rule/name'"
        ], code: .usage)
    }
    let judged = try Judging.judge(
      projects.plans(shard), terminal, keepsTraces: reporting.html != nil)
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
    return try Judging.tell(judged, base, reporting, &terminal)
  }
}

/// Judges and tells verdicts; shared by the commands that do.
enum Judging {
  static func judge(_ project: Project, _ terminal: Terminal) -> [Verdict] {
    judge(project, project.runs, terminal)
  }

  private static func judge(
    _ project: Project, _ runs: [Run], _ terminal: Terminal, keepsTraces: Bool = false
  ) -> [Verdict] {
    let progress = Progress("judging", total: runs.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let variations = project.seed.map { Variations(vocabulary, seed: $0) }
    return project.batch.judge(
      runs, vocabulary: vocabulary, varied: variations, keepsTraces: keepsTraces
    ) { _ in progress.step() }
  }

  /// Judges what is planned of each suite.
  static func judge(
    _ plans: [(project: Project, plan: RunReport.Plan)], _ terminal: Terminal,
    keepsTraces: Bool = false
  ) throws(Project.Refusal) -> [Judged] {
    var all: [Judged] = []
    for (project, plan) in plans {
      let verdicts = judge(
        project, plan.runs.map(\.run), terminal, keepsTraces: keepsTraces)
      try project.demandTestee()
      all.append(Judged(project: project, plan: plan, verdicts: verdicts))
    }
    return all
  }

  /// Prints failures, what the ledger says, a line an area, and the closing line; writes the
  /// reports.
  static func tell(
    _ judged: [Judged], _ base: RunReport?, _ reporting: Reporting, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let report = try report(judged, reporting, &terminal)
    return try close(
      report, judged.map(\.project), base, reporting, page: page(judged), &terminal)
  }

  /// Tells what the testee did between runs; whether that was nothing.
  static func complain(of project: Project, _ terminal: inout Terminal) -> Bool {
    let complaints = project.batch.testee.complaints()
    for text in complaints { terminal.complain("error: \(text)") }
    return complaints.isEmpty
  }

  /// Tells and writes a report, and what the testees did wrong outside of every run.
  static func close(
    _ report: RunReport, _ projects: [Project], _ base: RunReport?, _ reporting: Reporting,
    page: ((RunReport) -> String)? = nil, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let code = try Closing(report, base: base, page: page).tell(reporting, &terminal)
    var isMannerly = true
    for project in projects { isMannerly = complain(of: project, &terminal) && isMannerly }
    return !isMannerly && code == .holds ? .fails : code
  }

  /// Prints failures, and gives the report of all verdicts.
  static func report(
    _ judged: [Judged], _ reporting: Reporting, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> RunReport {
    var reports: [RunReport] = []
    for part in judged { reports.append(report(part, reporting, &terminal)) }
    if let seed = judged.first?.project.seed {
      terminal.print("varied by the seed \(seed); failures are told in the specs' own words")
    }
    guard let whole = RunReport.joined(reports) else {
      throw Project.Refusal(lines: ["error: there is nothing to report"])
    }
    return whole
  }

  private static func report(
    _ judged: Judged, _ reporting: Reporting, _ terminal: inout Terminal
  ) -> RunReport {
    let (project, verdicts) = (judged.project, judged.verdicts)
    let hasFailed = verdicts.contains { if case .failed = $0.outcome { true } else { false } }
    // The rulebook is read only where its sentences are needed.
    let rulebook = hasFailed || reporting.writes ? Rulebook.load(folder: project.folder) : nil
    var report = RunReport(
      judged.plan, verdicts, rulebook: rulebook, stopped: StopSign.name,
      text: { verdict, failure in
        FailureText(
          verdict, failure, rule: rulebook?[verdict.run.rule], base: project.vocabulary.base,
          repeatCommand: project.repeatCommand(verdict.run)
        ).text
      })
    report.ledgerFaults = judged.faults
    tell(report, &terminal)
    for line in verdicts.compactMap(KnownText.line) { terminal.print(line) }
    return report
  }

  // Runs that fail in one way, in a start above all, are told by one of them.
  private static func tell(_ report: RunReport, _ terminal: inout Terminal) {
    let failures = FailureGroups(report.cases)
    for group in failures.groups {
      guard let failure = group.example.failure else { continue }
      terminal.print(terminal.red(failure.text))
      for line in group.lines { terminal.print(line) }
      terminal.print("")
    }
    if let summary = failures.summary { terminal.print(summary + "\n") }
  }
}

extension Terminal {
  /// Tells why a command cannot go on.
  mutating func refuse(_ refusal: Project.Refusal) -> ExitCode {
    for line in refusal.lines { complain(line) }
    return refusal.code
  }
}
