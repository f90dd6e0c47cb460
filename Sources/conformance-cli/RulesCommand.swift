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
    \(Project.Options.help)
    """

  var options: Project.Options
  var lists: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    lists = arguments.flag("--list")
    options.filters = try arguments.rest()
    guard options.filters.isEmpty else { throw UsageError("rules takes no filter") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let coverage = try Projects(options, Projects.Use(tests: false)).coverage
      for line in coverage.lines(listsAll: lists) { terminal.print(line) }
      try Project.write("coverage", coverage.value, to: options.json)
      return coverage.holds ? .holds : .fails
    } catch {
      return terminal.refuse(error)
    }
  }
}

extension Projects {
  /// The rulebooks of all suites held against their specs.
  var coverage: Coverage {
    get throws(Project.Refusal) {
      var parts: [Coverage] = []
      for project in all { parts.append(Coverage(try project.rulebook, project.suite.files)) }
      return Coverage(joining: parts)
    }
  }
}
