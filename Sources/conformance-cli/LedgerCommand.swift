import Conformance
import JSON
import YAML

/// `conformance ledger`: a port's known failures and claims.
struct LedgerCommand: Command {
  static let name = "ledger"
  static let summary = "Show a port's known failures and claims, or bring them up to date."
  static let help = """
    Shows each entry of a port's ledger with its state, or makes the smallest change that brings
    the ledger up to date: entries that pass, are not judged or name no run go, new claims come in.
    New failures come in only with a reason and an end. No claim ever goes, no end is ever moved.
    Where there is no ledger yet, --update begins one.

    usage: conformance ledger [--update [--reason TEXT --until END]] [OPTION…]

      --update          change the ledger; the lines that stand keep their bytes
      --reason TEXT     why the failures that are not yet listed are known
      --until END       the day (2026-03-01), or the version of the SDK (3.2.0), that ends them
      --ledger FILE     the ledger (default: ledger.yaml)
    \(TesteeOptions.help)
    \(Project.Options.common)
    """

  var options: Project.Options
  var testee: TesteeOptions
  var ledger: LedgerOptions
  var updates: Bool
  var ground: LedgerChange.Ground?

  private var path: String { ledger.file ?? "ledger.yaml" }

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    testee = try TesteeOptions(&arguments)
    ledger = try LedgerOptions(&arguments)
    updates = arguments.flag("--update")
    let reason = try arguments.value(of: "--reason")
    let until = try arguments.value(of: "--until")
    try arguments.end()
    guard options.json == nil else { throw UsageError("ledger writes no JSON") }
    switch (reason, until) {
    case (nil, nil): break
    case (let reason?, let until?):
      guard updates else { throw UsageError("--reason and --until belong to --update") }
      guard let end = LedgerEnd(until) else {
        throw UsageError(
          "--until takes a day such as 2026-03-01 or a version such as 3.2.0, not '\(until)'")
      }
      guard !reason.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
        throw UsageError("--reason takes a sentence")
      }
      ground = LedgerChange.Ground(reason: reason, until: end)
    default: throw UsageError("--reason and --until are given together")
    }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let project = try Project(options, testee: testee)
      if updates { return try update(project, &terminal) }
      return try show(project, &terminal)
    } catch {
      return terminal.refuse(error)
    }
  }

  // MARK: - Showing

  private func show(
    _ project: Project, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    guard Files.exists(path) else {
      throw Project.Refusal(lines: ["error: there is no \(path) yet; --update begins one"])
    }
    let ledger = try LedgerOptions.read(path, project.vocabulary)
    let listed = Set(ledger.known.map { Array($0.run.utf8) })
    // Nothing else has a state here, so nothing else is played.
    let runs = project.runs.filter { listed.contains(Array($0.fullName.utf8)) }
    let verdicts = project.batch.judge(runs, vocabulary: project.vocabulary, done: { _ in })
    try project.demandTestee()
    let held = try self.ledger.judge(verdicts, by: ledger, of: project)
    terminal.print("claims   \(ledger.claims.map(\.capability).joined(separator: ", "))")
    for entry in ledger.withdrawn {
      terminal.print("gone     \(entry.capability) until \(entry.until.text): \(entry.reason)")
    }
    for (entry, state) in zip(ledger.known, held.states) where state == .holds {
      terminal.print("known    \(entry.run) until \(entry.until.text): \(entry.reason)")
      terminal.print("         \(entry.diverges)")
    }
    for fault in held.faults { terminal.print(terminal.red(fault.description)) }
    let holding = held.states.filter { $0 == .holds }.count
    terminal.print(
      "\(holding) of \(ledger.known.count) entries hold, \(held.faults.count) at fault")
    return Judging.complain(of: project, &terminal) && held.faults.isEmpty ? .holds : .fails
  }

  // MARK: - Changing

  private func update(
    _ project: Project, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    try demandFuture(project)
    let isNew = !Files.exists(path)
    let ledger =
      isNew ? Ledger(path: path) : try LedgerOptions.read(path, project.vocabulary)
    let verdicts = Judging.judge(project, terminal)
    // What did not run for want of a testee must not change the ledger.
    try project.demandTestee()
    let held = try self.ledger.judge(verdicts, by: ledger, of: project)
    let change = LedgerChange(
      ledger, held, claims: project.batch.claims(project.vocabulary), project.vocabulary,
      ground: ground)
    guard Judging.complain(of: project, &terminal), change.refusals.isEmpty else {
      for line in change.refusals { terminal.print(terminal.red(line)) }
      terminal.print(isNew ? "\(path) is not written" : "\(path) is left as it is")
      return .fails
    }
    if change.isEmpty, !isNew {
      terminal.print("\(path) is as it should be")
      return .holds
    }
    try write(change, to: ledger, isNew: isNew, project.vocabulary)
    for place in change.removed { terminal.print("- \(ledger.known[place].run)") }
    for entry in change.added { terminal.print("+ \(entry.run): \(entry.diverges)") }
    for name in change.claims { terminal.print("+ claims \(name)") }
    terminal.print("wrote \(path)")
    return .holds
  }

  private func write(
    _ change: LedgerChange, to ledger: Ledger, isNew: Bool, _ vocabulary: Vocabulary
  ) throws(Project.Refusal) {
    do {
      let text = isNew ? nil : try Files.text(of: path)
      let changed =
        try text.map { try LedgerText($0, ledger, vocabulary).changed(by: change) }
        ?? LedgerText.new(change)
      try Files.write(changed, to: path)
    } catch let refusal as LedgerText.Refusal {
      throw Project.Refusal(lines: [refusal.message])
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }

  // An entry that is over as it is written would fail at once.
  private func demandFuture(_ project: Project) throws(Project.Refusal) {
    guard let until = ground?.until else { return }
    switch until.isReached(try ledger.moment(project)) {
    case false?: return
    case true?:
      throw Project.Refusal(
        lines: ["error: --until \(until.text) has come already"], code: .usage)
    case nil:
      throw Project.Refusal(
        lines: ["error: the testee tells no version of its SDK; give --until a day"], code: .usage)
    }
  }
}
