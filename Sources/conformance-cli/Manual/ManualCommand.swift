/// `conformance manual`: the manual page, made from the help of the commands.
struct ManualCommand: Command {
  static let name = "manual"
  static let summary = "Print the manual page, for man."
  static let help = """
    Prints the manual page of the command.

    usage: conformance manual

    Read it by: conformance manual | man -l -
    """

  init(_ arguments: inout Arguments) throws(UsageError) { try arguments.end() }

  func run(_ terminal: inout Terminal) -> ExitCode {
    for line in ManualPage.lines { terminal.print(line) }
    return .holds
  }
}
