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
      --vary [SEED]     tell ids, links, names and dates that the specs leave free otherwise: a core
                        that knows its answers by heart fails; without SEED another one each time
    \(TesteeOptions.help)
    \(TesteeOptions.dialogueHelp)
    \(LedgerOptions.help)
      \(gitFlag)      for `git bisect run`: 125, which skips a commit, instead of 3, and 128,
                        which ends the search, instead of 2
    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  /// Asks for the exit codes of `git bisect run`; Entrance takes it.
  static let gitFlag = "--git-bisect"

  var options: Project.Options
  var testee: TesteeOptions
  var ledger: LedgerOptions
  var sweeps: Bool
  var seed: UInt64?

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    try testee.takeDialogue(&arguments)
    ledger = try LedgerOptions(&arguments)
    sweeps = arguments.flag("--sweep")
    if let given = try arguments.seed(of: "--vary") { seed = given ?? .random(in: 1...999_999) }
    if sweeps, seed != nil { throw UsageError("--sweep and --vary do not go together") }
    options.filters = try arguments.rest()
    if sweeps, ledger.file != nil {
      throw UsageError("--sweep holds runs against invariants.yaml and takes no ledger")
    }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      if testee.hasDialogue { return try talk(&terminal) }
      let project = try Project(options, testee: testee)
      if sweeps { return try Sweeping.run(project, &terminal) }
      // A ledger with mistakes is told before anything is played.
      let ledger = try ledger.file.map { file throws(Project.Refusal) in
        try LedgerOptions.read(file, project.vocabulary)
      }
      let verdicts = Judging.judge(project, varied: seed, terminal)
      try project.demandTestee()
      let held = try ledger.map { ledger throws(Project.Refusal) in
        try self.ledger.judge(verdicts, by: ledger, of: project)
      }
      return try Judging.tell(
        held?.verdicts ?? verdicts, of: project, varied: seed, faults: held?.faults ?? [],
        json: options.json, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }
}

extension RunCommand {
  // One child, so that the lines of one run stand together.
  private func talk(_ terminal: inout Terminal) throws(Project.Refusal) -> ExitCode {
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
    let verdicts = Judging.judge(project, varied: seed, terminal)
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
    try project.demandTestee()
    return try Judging.tell(verdicts, of: project, varied: seed, json: options.json, &terminal)
  }
}

/// Judges and tells verdicts; shared by the commands that do.
enum Judging {
  static func judge(
    _ project: Project, varied seed: UInt64? = nil, _ terminal: Terminal
  ) -> [Verdict] {
    let progress = Progress("judging", total: project.chosen.count, terminal)
    defer { progress.end() }
    let vocabulary = project.vocabulary
    let variations = seed.map { Variations(vocabulary, seed: $0) }
    return project.batch.judge(project.runs, vocabulary: vocabulary, varied: variations) { _ in
      progress.step()
    }
  }

  /// Prints failures, what the ledger says, a line an area, and the closing line; writes the
  /// report.
  ///
  /// `faults`: what is wrong with the ledger.
  static func tell(
    _ verdicts: [Verdict], of project: Project, varied seed: UInt64? = nil,
    faults: [SpecError] = [], json: String?, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let tally = Tally(verdicts)
    let failures = texts(of: verdicts, project, seed)
    tell(failures, verdicts, &terminal)
    for verdict in verdicts {
      if let line = KnownText.line(verdict) { terminal.print(line) }
    }
    for fault in faults { terminal.print(terminal.red(fault.description)) }
    tell(areas: verdicts, project, &terminal)
    if let seed { terminal.print(varied(project, by: seed)) }
    let closing = tally.closingLine(project.vocabulary)
    let holds = tally.failed == 0 && faults.isEmpty
    terminal.print(holds ? terminal.green(closing) : terminal.red(closing))
    if let json {
      var report = RunReport(
        verdicts: verdicts, tally: tally, vocabulary: project.vocabulary, failures: failures)
      report.ledgerFaults = faults
      do {
        try Files.write(report.value.canonicalText + "\n", to: json)
      } catch {
        throw Project.Refusal(lines: ["error: \(error)"])
      }
    }
    let isMannerly = complain(of: project, &terminal)
    if holds, tally.total > 0, tally.notClaimed == tally.total {
      throw Project.Refusal(lines: [nothingRan(project, tally)])
    }
    // A ledger of everything would be green for ever; one run that it lists may be looked at.
    if holds, tally.passed == 0, tally.known > 0, project.selection.isEverything {
      throw Project.Refusal(lines: ["error: nothing passed: the ledger lists all that was judged"])
    }
    return holds && isMannerly ? .holds : .fails
  }

  /// Tells what the testee did between runs; whether that was nothing.
  static func complain(of project: Project, _ terminal: inout Terminal) -> Bool {
    let complaints = project.batch.testee.complaints()
    for text in complaints { terminal.complain("error: \(text)") }
    return complaints.isEmpty
  }

  // To claim nothing is to be judged by nothing, which is no success.
  private static func nothingRan(_ project: Project, _ tally: Tally) -> String {
    let names = project.vocabulary.names(of: tally.missing).joined(separator: ", ")
    let testee = project.batch.testee
    return "error: nothing ran: '\(testee.name)' "
      + (testee.claims.isEmpty ? "claims nothing" : "does not claim what these runs need: \(names)")
  }

  private static func varied(_ project: Project, by seed: UInt64) -> String {
    let variations = Variations(project.vocabulary, seed: seed)
    let words = project.runs.map { variations.of($0).words.count }
    return "varied by the seed \(seed): \(words.reduce(0, +)) words of "
      + "\(words.count { $0 > 0 }) runs; failures are told in the specs' own"
  }

  private static func texts(
    of verdicts: [Verdict], _ project: Project, _ seed: UInt64?
  ) -> [Int: String] {
    var texts: [Int: String] = [:]
    let hasFailed = verdicts.contains { if case .failed = $0.outcome { true } else { false } }
    // The rulebook is read only where one of its sentences is needed.
    let rulebook = hasFailed ? Rulebook.load(folder: project.folder) : nil
    for (index, verdict) in verdicts.enumerated() {
      guard case .failed(let failure) = verdict.outcome else { continue }
      texts[index] =
        FailureText(
          verdict, failure, rule: rulebook?[verdict.run.rule], base: project.vocabulary.base,
          repeatCommand: project.repeatCommand(verdict.run, varied: seed)
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
    areas verdicts: [Verdict], _ project: Project, _ terminal: inout Terminal
  ) {
    var areas: [(name: String, tally: Tally)] = []
    for (verdict, chosen) in zip(verdicts, project.chosen) {
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
