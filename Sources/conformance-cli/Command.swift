/// One of the command's verbs: a value built from arguments, which writes to a terminal.
protocol Command {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// The usage line and a line an option.
  static var help: String { get }

  init(_ arguments: inout Arguments) throws(UsageError)

  func run(_ terminal: inout Terminal) -> ExitCode
}

/// All commands, in the order in which help lists them.
enum Commands {
  static var all: [any Command.Type] {
    [
      RunCommand.self, RecordCommand.self, ReplayCommand.self, LintCommand.self,
      RulesCommand.self, SharpenCommand.self, ExplainCommand.self, CheckCommand.self,
      SuitesCommand.self, MergeCommand.self, MatrixCommand.self, DiffCommand.self,
      BisectCommand.self, HistoryCommand.self, ChangelogCommand.self,
      SmokeCommand.self, NextCommand.self, MembersCommand.self, LedgerCommand.self,
      CompletionsCommand.self, ManualCommand.self,
    ]
  }

  /// Those that help does not list: they serve the project's own tools.
  static var hidden: [any Command.Type] {
    [BenchCommand.self, CompleteCommand.self, FuzzCommand.self, TesteeCommand.self]
  }

  /// The command of a name.
  static func named(_ name: String) -> (any Command.Type)? {
    (all + hidden).first { $0.name == name }
  }

  static let filterHelp = """
    FILTER is a path, an area, a rule or rule/name, whole or with *; each must match something.
    """

  static let overview: String = {
    let width = (all.map { $0.name.count }.max() ?? 0) + 2
    let lines = all.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count)
        + command.summary
    }
    return """
      Replays the specs of an SDK against its core, in virtual time.

      usage: conformance COMMAND [OPTION…] [FILTER…]

      \(lines.joined(separator: "\n"))

      conformance COMMAND --help tells more. \(filterHelp)
      Exit codes: 0 holds, 1 a verdict fails, 2 wrong use, 3 incomplete.
      """
  }()
}
