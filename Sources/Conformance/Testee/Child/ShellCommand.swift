/// How a shell is told to become the program that it starts.
///
/// Not every shell does so by itself, and one that stands between holds the pipes open and hides
/// the signal that a program died of.
package enum ShellCommand {
  /// The command with `exec` in front where it is one program with arguments and nothing else.
  static func tail(_ command: String) -> String {
    let isPlain = !command.utf8.contains { Self.operators.contains($0) }
    let first = command.split(separator: " ").first.map(String.init) ?? ""
    let isProgram =
      !first.isEmpty && !first.utf8.contains(UInt8(ascii: "=")) && !words.contains(first)
    return isPlain && isProgram ? "exec " + command : command
  }

  /// A text as one word of a command: quoted, with the quotes in it written apart.
  package static func word(_ text: String) -> String {
    let pieces = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + pieces.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
  }

  private static let operators = Array(";&|()<>`$\n#".utf8)

  /// What a shell does itself, where no program can stand in for it.
  private static let words: Set<String> = [
    "!", ".", ":", "[[", "{", "alias", "break", "case", "cd", "command", "continue", "eval", "exec",
    "exit", "export", "for", "function", "if", "local", "read", "readonly", "return", "set",
    "shift",
    "source", "time", "times", "trap", "ulimit", "umask", "unset", "until", "wait", "while",
  ]
}
