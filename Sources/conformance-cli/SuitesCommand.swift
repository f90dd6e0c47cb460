import Conformance
import JSON

/// `conformance suites`: which suites there are.
struct SuitesCommand: Command {
  static let name = "suites"
  static let summary = "List the suites: their capabilities, rules and runs, and the SDK built in."
  static let help = """
    Lists the suites with their capabilities, the numbers of their rules and runs, and the SDK that
    is built in for each. Any other SDK is judged with run --suite NAME --testee CMD.

    usage: conformance suites [OPTION…]

    \(Project.Options.help)
    """

  var options: Project.Options

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try Project.Options(&arguments)
    try arguments.end()
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      var values: [Value] = []
      for project in try Projects(options, Projects.Use(tests: false)).all {
        let entry = Entry(project, rules: try project.rulebook.rules)
        if !values.isEmpty { terminal.print("") }
        for line in entry.lines { terminal.print(line) }
        values.append(entry.value)
      }
      try Project.write("suites", .array(values), to: options.json)
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }
}

extension SuitesCommand {
  /// What is told of one suite.
  fileprivate struct Entry {
    let project: Project
    let rules: Int
    let core: Int
    let testee: TesteeKind?

    init(_ project: Project, rules: [Rule]) {
      self.project = project
      self.rules = rules.count
      core = rules.count { $0.level == .core }
      testee = Suites.builtIn(for: project.name)
    }

    var lines: [String] {
      let capabilities = project.vocabulary.capabilities
      let width = (capabilities.map(\.name.count).max() ?? 0) + 2
      let sdk = testee.map { "\($0.name) \($0.sdk) is built in" } ?? "no SDK is built in"
      return [
        "\(project.name): \(project.folder), \(rules) rules (\(core) core), "
          + "\(project.chosen.count) runs, \(sdk)"
      ]
        + capabilities.map { capability in
          let padding = String(repeating: " ", count: width - capability.name.count)
          return "  \(capability.name)\(padding)\(capability.says)"
        }
    }

    var value: Value {
      [
        "name": .string(project.name), "folder": .string(project.folder), "rules": .int(rules),
        "core_rules": .int(core), "runs": .int(project.chosen.count),
        "capabilities": .array(project.vocabulary.capabilities.map { .string($0.name) }),
        "testee": testee.map { .string($0.name) } ?? .null,
      ]
    }
  }
}
