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
      let projects = try Projects(options, Projects.Use(tests: false))
      let coverage = try projects.coverage
      let restatement = try docs.map { folder throws(Project.Refusal) in
        try projects.restatement(of: folder.withoutSlashesAtEnd)
      }
      for line in coverage.lines(listsAll: lists) { terminal.print(line) }
      for line in restatement?.lines ?? [] { terminal.print(line) }
      try Project.write("coverage", Self.value(coverage, restatement), to: options.json)
      return coverage.holds && restatement?.holds ?? true ? .holds : .fails
    } catch {
      return terminal.refuse(error)
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
  fileprivate func documents(_ rulebook: Rulebook) throws(Refusal) -> Documents {
    let documents = Documents.load(folder: folder)
    let errors = documents.errors + documents.lint(rulebook)
    guard errors.isEmpty else { throw Refusal(lines: errors.map(\.description)) }
    return documents
  }
}

extension Projects {
  /// The rulebooks of all suites held against their specs.
  var coverage: Coverage {
    get throws(Project.Refusal) {
      var parts: [Coverage] = []
      for project in all {
        let rulebook = try project.rulebook
        _ = try project.documents(rulebook)
        parts.append(Coverage(rulebook, project.suite.files))
      }
      return Coverage(joining: parts)
    }
  }

  /// The rulebooks held against the documents that the suites name, `NAME.md` in a folder.
  fileprivate func restatement(of folder: String) throws(Project.Refusal) -> Restatement {
    var parts: [Restatement] = []
    for project in all {
      let rulebook = try project.rulebook
      let documents = try project.documents(rulebook)
      guard !documents.names.isEmpty else {
        if all.count > 1 { continue }
        throw Project.Refusal(lines: [
          "error: \(project.folder)/documents.yaml names no documents for --docs to read"
        ])
      }
      do throws(Files.Problem) {
        parts.append(try Restatement(rulebook, documents, folder: folder))
      } catch {
        throw Project.Refusal(lines: ["error: \(error)"])
      }
    }
    return Restatement(joining: parts)
  }
}
