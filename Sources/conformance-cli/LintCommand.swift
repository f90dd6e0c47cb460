import Conformance
import JSON

/// `conformance lint`: checks the files before anything runs.
struct LintCommand: Command {
  static let name = "lint"
  static let summary = "Check the files: every mistake with its place."
  static let help = """
    Checks specs and the suite's own files; tells every mistake as file:line:column.

    usage: conformance lint [OPTION…] [FILTER…]

    \(Project.Options.help)

    \(Commands.filterHelp)
    """

  var options: Project.Options

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    options.filters = try arguments.rest()
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let projects = try Projects(options, Projects.Use(tolerant: true, tests: false))
      let errors = projects.all.flatMap(\.lintErrors)
      for error in errors { terminal.print(error.description) }
      try Project.write("mistakes", .array(errors.map(\.value)), to: options.json)
      guard errors.isEmpty else {
        terminal.print("\(errors.count) \(errors.count == 1 ? "mistake" : "mistakes")")
        return .fails
      }
      let files = projects.all.reduce(0) { $0 + $1.suite.files.count }
      terminal.print("\(files) files, no mistake")
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }
}

extension Project {
  /// The mistakes of the loaded files, and those between them and the rulebook.
  var lintErrors: [SpecError] {
    let rulebook = Rulebook.load(folder: folder)
    let between = suite.errors.isEmpty ? rulebook.lint(suite.files) : []
    let documents = Documents.load(folder: folder)
    return suite.errors + rulebook.errors + between + documents.errors + documents.lint(rulebook)
  }
}
