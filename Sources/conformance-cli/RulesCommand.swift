import Conformance
import JSON

/// `conformance rules`: the rulebook against the specs.
struct RulesCommand: Command {
  static let name = "rules"
  static let summary = "Show which rules have specs, by area and level."
  static let help = """
    Holds the rulebook against the specs: how many rules of each area and level are shown, which
    are missing, and which specs show a rule that the rulebook does not have.

    usage: conformance rules [OPTION…]

      --list            every rule with the files that show it
      --docs DIR        also hold the rulebook against the documents in this folder: sentences
                        that no rule restates, rules whose sentence changed or is gone
    \(Project.Options.help)
    """

  var options: Project.Options
  var lists: Bool
  var docs: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    lists = arguments.flag("--list")
    docs = try arguments.value(of: "--docs")
    options.filters = try arguments.rest()
    guard options.filters.isEmpty else { throw UsageError("rules takes no filter") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let project = try Project(options)
      let rulebook = try Project.rulebook(options.specs)
      let documents = try Project.documents(options.specs, rulebook)
      let coverage = Coverage(rulebook, project.suite.files)
      let restatement = try docs.map { folder throws(Project.Refusal) in
        try Self.restatement(rulebook, documents, in: folder, of: project.folder)
      }
      for line in coverage.lines(listsAll: lists) { terminal.print(line) }
      for line in restatement?.lines ?? [] { terminal.print(line) }
      try Project.write("coverage", Self.value(coverage, restatement), to: options.json)
      return coverage.holds && restatement?.holds ?? true ? .holds : .fails
    } catch {
      return terminal.refuse(error)
    }
  }

  /// Reads the documents that the suite names, as `NAME.md` of the folder.
  private static func restatement(
    _ rulebook: Rulebook, _ documents: Documents, in folder: String, of suite: String
  ) throws(Project.Refusal) -> Restatement {
    guard !documents.names.isEmpty else {
      throw Project.Refusal(lines: [
        "error: \(suite)/documents.yaml names no documents for --docs to read"
      ])
    }
    do throws(Files.Problem) {
      return try Restatement(rulebook, documents, folder: folder.withoutSlashesAtEnd)
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }

  private static func value(_ coverage: Coverage, _ restatement: Restatement?) -> Value {
    guard let restatement, case .object(var object) = coverage.value else { return coverage.value }
    object["documents"] = restatement.value
    return .object(object)
  }
}

extension Project {
  /// What the suite says of its documents; with mistakes it is refused.
  static func documents(
    _ specs: String?, _ rulebook: Rulebook
  ) throws(Refusal) -> Documents {
    let documents = Documents.load(folder: try folder(specs))
    let errors = documents.errors + documents.lint(rulebook)
    guard errors.isEmpty else { throw Refusal(lines: errors.map(\.description)) }
    return documents
  }
}
