import Conformance
import JSON
import YAML

/// Where the ledger of a port lies, and the day on which it is read.
struct LedgerOptions {
  var file: String?
  /// Hidden: tests read a ledger on a day of their own.
  private var today: Day?

  init(_ arguments: inout Arguments) throws(UsageError) {
    file = try arguments.value(of: "--ledger")
    guard let text = try arguments.value(of: "--today") else { return }
    guard let day = Day(text) else {
      throw UsageError("--today takes a day such as 2026-03-01, not '\(text)'")
    }
    today = day
  }

  static let help = """
      --ledger FILE     the port's known failures and claims; all misuse of it fails
    """

  /// The ledger; one with mistakes is refused.
  static func read(_ file: String, _ vocabulary: Vocabulary) throws(Project.Refusal) -> Ledger {
    let ledger = Ledger.read(YAMLFile(path: file), path: file, vocabulary)
    guard ledger.errors.isEmpty else {
      throw Project.Refusal(lines: ledger.errors.map(\.description))
    }
    return ledger
  }

  /// Holds the verdicts of the chosen runs against a ledger.
  func judge(
    _ verdicts: [Verdict], by ledger: Ledger, of project: Project
  ) throws(Project.Refusal) -> Ledger.Judgement {
    ledger.judge(
      verdicts, of: project.selection.paths == nil ? project.suite.runs : nil,
      claims: project.batch.claims(project.vocabulary), project.vocabulary, try moment(project))
  }

  func moment(_ project: Project) throws(Project.Refusal) -> LedgerMoment {
    guard let today = today ?? Day.today else {
      throw Project.Refusal(lines: ["error: the system's clock shows no day"])
    }
    let sdk = project.batch.testee.sdk
    return LedgerMoment(today: today, sdk: sdk.isEmpty ? nil : sdk)
  }
}
