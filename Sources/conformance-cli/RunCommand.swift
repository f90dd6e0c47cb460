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
    \(TesteeOptions.help)
    \(TesteeOptions.dialogueHelp)
    \(LedgerOptions.help)
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options
  var testee: TesteeOptions
  var ledger: LedgerOptions
  var sweeps: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    try testee.takeDialogue(&arguments)
    ledger = try LedgerOptions(&arguments)
    sweeps = arguments.flag("--sweep")
    options.filters = try arguments.rest()
    if sweeps, ledger.file != nil {
      throw UsageError("--sweep holds runs against invariants.yaml and takes no ledger")
    }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      if testee.hasDialogue { return try talk(&terminal) }
      let projects = try Projects(options, Projects.Use(testee: testee))
      if sweeps { return try Sweeping.run(projects, &terminal) }
      let judged = try judge(projects, terminal)
      return try Judging.tell(judged, json: options.json, &terminal)
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
    guard let file = ledger.file else { return try Judged.all(projects, terminal) }
    let project = try projects.only()
    // A ledger with mistakes is told before anything is played.
    let ledger = try LedgerOptions.read(file, project.vocabulary)
    return try Judged.all(projects, terminal).map { judged throws(Project.Refusal) in
      let held = try self.ledger.judge(judged.verdicts, by: ledger, of: project)
      return Judged(project: project, verdicts: held.verdicts, faults: held.faults)
    }
  }

  // One child, so that the lines of one run stand together.
  private func talk(_ terminal: inout Terminal) throws(Project.Refusal) -> ExitCode {
    var options = options
    options.jobs = 1
    let dialogue = Dialogue()
    let use = Projects.Use(testee: testee, talk: dialogue.hear)
    let projects = try Projects(options, use)
    let count = projects.all.reduce(0) { $0 + $1.chosen.count }
    guard !testee.talks || count == 1 else {
      throw Project.Refusal(
        lines: [
          "error: --talk shows one run, and these filters choose \(count); "
            + "name one by 'rule/name'"
        ], code: .usage)
    }
    let judged = try Judged.all(projects, terminal)
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
    return try Judging.tell(judged, json: options.json, &terminal)
  }
}

/// Judges and tells verdicts; shared by the commands that do.
enum Judging {
  static func judge(_ project: Project, _ terminal: Terminal) -> [Verdict] {
    let progress = Progress("judging", total: project.chosen.count, terminal)
    defer { progress.end() }
    return project.batch.judge(project.runs, vocabulary: project.vocabulary) { _ in
      progress.step()
    }
  }

  /// Prints failures, what the ledger says, a line an area, and the closing line; writes the
  /// report.
  static func tell(
    _ judged: [Judged], json: String?, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    var reports: [RunReport] = []
    for part in judged {
      let failures = texts(of: part.verdicts, part.project)
      tell(failures, part.verdicts, &terminal)
      for verdict in part.verdicts {
        if let line = KnownText.line(verdict) { terminal.print(line) }
      }
      for fault in part.faults { terminal.print(terminal.red(fault.description)) }
      reports.append(part.report(failures: failures))
    }
    tell(areas: judged, &terminal)
    let closing = judged.closingLine
    terminal.print(judged.holds ? terminal.green(closing) : terminal.red(closing))
    if let json {
      do {
        try Files.write(RunReport.joined(reports).canonicalText + "\n", to: json)
      } catch {
        throw Project.Refusal(lines: ["error: \(error)"])
      }
    }
    var isMannerly = true
    for part in judged { isMannerly = complain(of: part.project, &terminal) && isMannerly }
    if judged.holds { try judged.demandJudged() }
    return judged.holds && isMannerly ? .holds : .fails
  }

  /// Tells what the testee did between runs; whether that was nothing.
  static func complain(of project: Project, _ terminal: inout Terminal) -> Bool {
    let complaints = project.batch.testee.complaints()
    for text in complaints { terminal.complain("error: \(text)") }
    return complaints.isEmpty
  }

  private static func texts(of verdicts: [Verdict], _ project: Project) -> [Int: String] {
    var texts: [Int: String] = [:]
    let hasFailed = verdicts.contains { if case .failed = $0.outcome { true } else { false } }
    // The rulebook is read only where one of its sentences is needed.
    let rulebook = hasFailed ? Rulebook.load(folder: project.folder) : nil
    for (index, verdict) in verdicts.enumerated() {
      guard case .failed(let failure) = verdict.outcome else { continue }
      texts[index] =
        FailureText(
          verdict, failure, rule: rulebook?[verdict.run.rule], base: project.vocabulary.base,
          repeatCommand: project.repeatCommand(verdict.run)
        ).text
    }
    return texts
  }

  // A failure inside a start is told once, with the number of runs that it blocks.
  private static func tell(
    _ failures: [Int: String], _ verdicts: [Verdict], _ terminal: inout Terminal
  ) {
    var blocked: [(start: String, mark: String, count: Int)] = []
    for (index, verdict) in verdicts.enumerated() {
      guard case .failed(let failure) = verdict.outcome, let text = failures[index] else {
        continue
      }
      if let start = failure.start {
        let mark = failure.mark.description
        if let known = blocked.firstIndex(where: { $0.start == start && $0.mark == mark }) {
          blocked[known].count += 1
          continue
        }
        blocked.append((start, mark, 1))
      }
      terminal.print(terminal.red(text) + "\n")
    }
    for block in blocked where block.count > 1 {
      terminal.print("The start '\(block.start)' blocks \(block.count) runs at \(block.mark).")
    }
  }

  private static func tell(
    areas judged: [Judged], _ terminal: inout Terminal
  ) {
    var areas: [(name: String, tally: Tally)] = []
    for (verdict, chosen) in judged.flatMap({ zip($0.verdicts, $0.project.chosen) }) {
      if let place = areas.firstIndex(where: { $0.name == chosen.file.area }) {
        areas[place].tally.count(verdict)
      } else {
        var tally = Tally()
        tally.count(verdict)
        areas.append((chosen.file.area, tally))
      }
    }
    let width = (areas.map(\.name.count).max() ?? 0) + 2
    for (name, tally) in areas {
      let padding = String(repeating: " ", count: width - name.count)
      terminal.print("\(name)\(padding)\(tally.shortText)")
    }
  }
}

extension Tally {
  /// The counts that are not zero, `passed` always.
  fileprivate var shortText: String {
    let rest = [
      (failed, "failed"), (known, "known"), (notClaimed, "not claimed"), (open, "open"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (["\(passed) passed"] + rest).joined(separator: ", ")
  }
}

extension Terminal {
  /// Tells why a command cannot go on.
  mutating func refuse(_ refusal: Project.Refusal) -> ExitCode {
    for line in refusal.lines { complain(line) }
    return refusal.code
  }
}
