import Conformance

/// Finds the command that the words of a command line name, and runs it.
enum Entrance {
  /// Whether the exit code is for `git bisect run`.
  ///
  /// Also a command line that is wrong must not tell git of a bad commit.
  static func isForGit(_ words: [String]) -> Bool {
    words.first == RunCommand.name
      && words.prefix { $0 != "--" }.contains(RunCommand.gitFlag)
  }

  static func run(_ words: [String], _ terminal: inout Terminal) -> ExitCode {
    guard let name = words.first else {
      terminal.complain(Commands.overview)
      return .usage
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "help", "--help", "-h": return help(rest.first, &terminal)
    case "--version", "version":
      terminal.print("conformance \(suiteVersion)")
      return .holds
    default: break
    }
    guard let command = Commands.named(name) else {
      let nearest = suggestion(for: name, among: Commands.all.map { $0.name })
      terminal.complain("error: there is no command '\(name)'\(nearest)")
      return .usage
    }
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      terminal.print(command.help)
      return .holds
    }
    return run(command, rest, &terminal)
  }

  private static func run(
    _ command: any Command.Type, _ words: [String], _ terminal: inout Terminal
  ) -> ExitCode {
    var arguments = Arguments(words)
    do throws(UsageError) {
      return try command.init(&arguments).run(&terminal)
    } catch {
      terminal.complain("error: \(error.message); see conformance \(command.name) --help")
      return .usage
    }
  }

  private static func help(_ name: String?, _ terminal: inout Terminal) -> ExitCode {
    guard let name else {
      terminal.print(Commands.overview)
      return .holds
    }
    guard let command = Commands.named(name) else {
      terminal.complain("error: there is no command '\(name)'")
      return .usage
    }
    terminal.print(command.help)
    return .holds
  }
}
