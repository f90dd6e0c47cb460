import Conformance
import JSON

/// `conformance bisect`: the first commit at which a scenario parts from its spec.
struct BisectCommand: Command {
  static let name = "bisect"
  static let summary = "Find the commit that brought a failure, and prove it."
  static let help = """
    Finds the first commit at which a run parts from its spec, by today's specs against each
    commit's testee, and proves it: the culprit and its parents are played again many times before
    one is named. Commits that cannot be judged are skipped. The repository stays as it is; a
    search that was stopped goes on where it was.

    usage: conformance bisect --good REV [--bad REV] [OPTION…]
           conformance bisect --candidates FILE [OPTION…]

      --good REV        a commit that holds
      --bad REV         a commit that fails (default: HEAD)
      --candidates FILE testees that are built: a line each, a name and a command, the oldest first
      --rule R          hunt a failure of this rule
      --scenario S      hunt this run, by 'rule/name' or its name
      --first-parent    follow first parents alone: a side branch counts as its merge
    \(WorkshopOptions.help)
      --json FILE       also write the answer as JSON
    \(Suites.help)

    Exit codes: 0 a commit is named, or the change of the spec; 3 none can be.
    """

  var options: Project.Options
  var workshop: WorkshopOptions
  var good: String?
  var bad: String?
  var candidates: String?
  var isFirstParent: Bool
  var hunted: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    workshop = try WorkshopOptions(&arguments)
    good = try arguments.value(of: "--good")
    bad = try arguments.value(of: "--bad")
    candidates = try arguments.value(of: "--candidates")
    isFirstParent = arguments.flag("--first-parent")
    hunted = try Self.filter(&arguments)
    options.filters = hunted.map { [$0] } ?? []
    try arguments.end()
    if candidates == nil, good == nil {
      throw UsageError("bisect needs a commit that holds: --good REV")
    }
    if candidates != nil, workshop.build != nil || workshop.testee != nil {
      throw UsageError("--candidates are built and name their commands themselves")
    }
  }

  private static func filter(_ arguments: inout Arguments) throws(UsageError) -> String? {
    let rule = try arguments.value(of: "--rule")
    guard let scenario = try arguments.value(of: "--scenario") else { return rule }
    guard rule == nil else { throw UsageError("--rule and --scenario do not go together") }
    return scenario.utf8.contains(UInt8(ascii: "/")) ? scenario : "*/\(scenario)"
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    Children.dieTogether()
    do throws(Project.Refusal) {
      let project = try Projects(options, .init(tests: false)).only()
      if let candidates { return try bisect(list: candidates, project, &terminal) }
      return try bisect(project, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }

  private func bisect(
    _ project: Project, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let program = Program(named: "git-\(Files.processID)", hiding: "GIT_")
    do {
      let repository = try Repository(at: ".", program)
      let line = try repository.line(
        good: good ?? "", bad: bad ?? "HEAD", firstParent: isFirstParent)
      let workshop = try workshop.workshop(repository, specs: project.folder)
      var plan = plan(project, line)
      plan.followsFirstParents = isFirstParent
      terminal.print(
        "\(line.candidates.count) commits from \(line.good.name) to \(line.bad.name)")
      terminal.flush()
      var answer = try search(plan, workshop, workshop.records, workshop.program, &terminal)
      if case .culprit(var certificate) = answer, let path = repository.path(certificate.run.file) {
        certificate.changesSpec = try repository.changes(certificate.culprit, path)
        answer = .culprit(certificate)
      }
      return try tell(answer, workshop, &terminal) { parent, culprit in
        [self.repetition(parent, culprit, answer)]
      }
    } catch let error as BisectProblem {
      throw Project.Refusal(lines: error.lines)
    } catch let error as WorkshopTrouble {
      throw error.refusal
    } catch let error as Project.Refusal {
      throw error
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }

  private func bisect(
    list file: String, _ project: Project, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let program = Program(named: "bisect-\(Files.processID)", hiding: "GIT_")
    do {
      guard let text = try Files.text(of: file) else {
        throw BisectProblem("error: \(file): there is no such file")
      }
      let workshop = try ListedTestees(text, path: file)
      var list = workshop.list
      if let good { list = Array(list.drop { !$0.name.isSame(as: good) }) }
      if let bad, let end = list.firstIndex(where: { $0.name.isSame(as: bad) }) {
        list = Array(list[...end])
      } else if let bad {
        throw BisectProblem("error: \(file): no candidate behind the good one is called '\(bad)'")
      }
      guard let line = CandidateLine(list: list) else {
        throw BisectProblem("error: \(file): the good candidate has none behind it")
      }
      let answer = try search(
        plan(project, line), workshop, Records(folder: nil), program, &terminal)
      return try tell(answer, workshop, &terminal) { parent, culprit in
        [parent, culprit].map { candidate in
          let command = ShellCommand.word(candidate.content)
          return "conformance run --testee \(command) \(Self.run(of: answer))"
        }
      }
    } catch let error as BisectProblem {
      throw Project.Refusal(lines: error.lines)
    } catch let error as Project.Refusal {
      throw error
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }

  private func plan(_ project: Project, _ line: CandidateLine) -> Bisection.Plan {
    var plan = Bisection.Plan(
      line: line, suite: project.name, vocabulary: project.vocabulary,
      runs: project.runs)
    plan.turnLimit = workshop.turnLimit
    return plan
  }

  private func search(
    _ plan: Bisection.Plan, _ workshop: any Workshop, _ records: Records, _ program: Program,
    _ terminal: inout Terminal
  ) throws(BisectProblem) -> Finding {
    let shown = Shown(terminal)
    workshop.watch = { shown.progress($0) }
    let bisection = Bisection(plan, workshop, records: records, program: program)
    bisection.tell = { shown.tell($0) }
    defer { terminal = shown.end() }
    return try bisection.answer()
  }

  private func tell(
    _ answer: Finding, _ workshop: any Workshop, _ terminal: inout Terminal,
    repeats: @escaping (Candidate, Candidate) -> [String]
  ) throws(Project.Refusal) -> ExitCode {
    let report = FindingReport(answer, repeats: repeats)
    terminal.print("")
    for line in report.lines { terminal.print(line) }
    if workshop.builds > 0 { terminal.print("\(workshop.builds) builds") }
    try Project.write("bisect", report.value, to: options.json)
    return report.isCertain ? .holds : .incomplete
  }

  private static func run(of answer: Finding) -> String {
    switch answer {
    case .culprit(let certificate): ShellCommand.word(certificate.run.key)
    case .notDeterministic(let doubt), .candidates(let doubt): ShellCommand.word(doubt.run.key)
    case .specChanged(let change): ShellCommand.word(change.run.key)
    }
  }

  private func repetition(_ parent: Candidate, _ culprit: Candidate, _ answer: Finding) -> String {
    var words = ["conformance", "bisect", "--good", parent.name, "--bad", culprit.name]
    let given = [
      ("--specs", options.specs), ("--suite", options.suite), ("--build", workshop.build),
      ("--testee", workshop.testee),
    ]
    for case (let name, let value?) in given { words += [name, ShellCommand.word(value)] }
    if isFirstParent { words.append("--first-parent") }
    return (words + ["--scenario", Self.run(of: answer), "--fresh"]).joined(separator: " ")
  }
}

/// What is shown while a search goes on.
private final class Shown {
  private var terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func progress(_ text: String) { terminal.progress(text) }

  func tell(_ step: Bisection.Step) {
    let sense = step.sense + String(repeating: " ", count: max(1, 9 - step.sense.count))
    let time = step.secondsLeft.flatMap { $0 < 5 ? nil : " in \(Self.told($0))" } ?? ""
    let left = step.left > 0 ? ", about \(step.left) to go\(time)" : ""
    terminal.print("\(sense)\(step.candidate.text)\(left)")
    if let reason = step.reason { terminal.print("         \(reason)") }
    // Each step may take minutes: it is told at once.
    terminal.flush()
  }

  private static func told(_ seconds: Int) -> String {
    seconds < 90 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
  }

  func end() -> Terminal {
    terminal.clearProgress()
    return terminal
  }
}
