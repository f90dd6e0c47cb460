import Conformance

/// The manual page, in the man macros of roff.
enum ManualPage {
  static var lines: [String] {
    var lines = [
      #".TH CONFORMANCE 1 "" "conformance \#(suiteVersion)" "User Commands""#,
      ".SH NAME", #"conformance \- replays the specs of an SDK against its core"#,
      ".SH SYNOPSIS", #".B conformance"#, #"\fICOMMAND\fR [\fIOPTION\fR...] [\fIFILTER\fR...]"#,
      ".SH DESCRIPTION",
    ]
    lines.append(
      escaped(
        "Plays transcripts of an SDK in virtual time and compares every effect with what they say. "
          + Commands.filterHelp.split(separator: "\n").joined(separator: " ")))
    lines.append(".SH COMMANDS")
    for command in Commands.all { lines += section(command) }
    lines.append(".SH EXIT STATUS")
    for (code, text) in exits { lines += [".TP", ".B \(code)", escaped(text)] }
    lines.append(".SH ENVIRONMENT")
    for (name, text) in environment { lines += [".TP", ".B \(name)", escaped(text)] }
    lines.append(".SH FILES")
    for (path, text) in files { lines += [".TP", ".I \(escaped(path))", escaped(text)] }
    return lines
  }

  private static func section(_ command: any Command.Type) -> [String] {
    let help = HelpText(command.help)
    var lines = [".SS \(command.name)"]
    let usage = help.usage.map { ".B " + escaped($0) }
    // The first paragraph of a section needs no mark, and readers complain of one.
    lines += (usage + help.about.map(escaped)).flatMap { [".PP", $0] }.dropFirst()
    for block in help.blocks {
      switch block {
      case .paragraph(Commands.filterHelp): continue
      case .paragraph(let text): lines += [".PP", escaped(text)]
      case .terms(let terms):
        for term in terms {
          let value = term.value.map { #" \fI\#(escaped($0))\fR"# } ?? ""
          lines += [".TP", #"\fB\#(escaped(term.name))\fR\#(value)"#, escaped(term.text)]
        }
      }
    }
    return lines
  }

  /// A text as roff takes it: nothing in it is a command.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\e"#
      case "-": escaped += #"\-"#
      case "'": escaped += #"\(aq"#
      case "`": escaped += #"\(ga"#
      case "^": escaped += #"\(ha"#
      case "~": escaped += #"\(ti"#
      case "…": escaped += "..."
      // A terminal without them would be told of as a fault of the page.
      case "✓": escaped += "+"
      case "✘": escaped += "x"
      case "–": escaped += #"\-"#
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u" + fourHexDigits(scalar.value) + "]"
      }
    }
    return escaped.hasPrefix(".") ? #"\&"# + escaped : escaped
  }

  private static func fourHexDigits(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static let exits: [(Int, String)] = [
    (0, "Everything holds."), (1, "A verdict fails."), (2, "The command line is wrong."),
    (3, "Incomplete: nothing ran, a file was refused, or a report could not be written."),
  ]

  private static let environment: [(String, String)] = [
    ("NO_COLOR", "If it is set to anything, there are no colours."),
    ("TERM", "If it is dumb, there are neither colours nor progress."),
    ("GITHUB_ACTIONS", "If it is true, failures are annotated at their lines."),
    ("GITHUB_WORKSPACE", "The folder from which the paths of annotations count."),
    ("TEST_TOTAL_SHARDS, TEST_SHARD_INDEX", "The shard, where no --shard is given; from 0."),
    ("TEST_SHARD_STATUS_FILE", "A file that is touched to say that shards are understood."),
    ("XML_OUTPUT_FILE", "Where JUnit XML goes, where no --junit is given."),
  ]

  private static let files: [(String, String)] = [
    ("Specs", "A folder of specs for each suite, looked for here and above."),
    ("Recordings", "The exact trace of every run, a folder for each suite."),
    ("ledger.yaml", "A port's known failures and claims."),
  ]
}
