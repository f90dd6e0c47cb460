import Testing

@testable import conformance_cli

@Suite struct ArgumentsTests {
  @Test(
    arguments: [
      (["--json", "f", "x"], "f", ["x"]), (["x", "--json=f"], "f", ["x"]),
      (["--json", "a", "--json", "b"], "b", []), (["--json="], "", []), (["x"], nil, ["x"]),
      (["--", "--json", "f"], nil, ["--json", "f"]), (["--json", "-"], "-", []),
    ] as [([String], String?, [String])])
  func `an option takes its value from behind it`(
    words: [String], value: String?, rest: [String]
  ) throws {
    var arguments = Arguments(words)

    #expect(try arguments.value(of: "--json") == value)
    #expect(try arguments.rest() == rest)
  }

  @Test(arguments: [["--json"], ["--json", "--jobs", "2"], ["--json", "--"]])
  func `an option without its value is an error`(words: [String]) {
    var arguments = Arguments(words)

    #expect(throws: UsageError("--json needs a value behind it")) {
      try arguments.value(of: "--json")
    }
  }

  @Test(
    arguments: [
      (["--list"], true, []), (["x", "--list", "--list"], true, ["x"]), ([], false, []),
      (["--", "--list"], false, ["--list"]),
    ] as [([String], Bool, [String])])
  func `a switch is there or not`(words: [String], isThere: Bool, rest: [String]) throws {
    var arguments = Arguments(words)

    #expect(arguments.flag("--list") == isThere)
    #expect(try arguments.rest() == rest)
  }

  @Test(arguments: ["0", "65", "two", "", "1.5", "99999999999999999999"])
  func `a number outside its range is an error`(text: String) {
    var arguments = Arguments(["--jobs", text])

    #expect(throws: UsageError("--jobs takes a whole number from 1 to 64, not '\(text)'")) {
      try arguments.number(of: "--jobs", in: 1...64)
    }
  }

  @Test func `what nobody took is an error`() {
    var arguments = Arguments(["x", "--jbos", "2"])

    #expect(throws: UsageError("there is no option '--jbos' here")) { try arguments.rest() }
  }

  @Test func `a word where none may stand is an error`() {
    var arguments = Arguments(["x"])

    #expect(throws: UsageError("'x' has no meaning here")) { try arguments.end() }
  }
}

@Suite struct TerminalTests {
  @Test(
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    ] as [(Bool, [String: String], Bool)])
  func `colours are for terminals that want them`(
    isTerminal: Bool, environment: [String: String], hasColour: Bool
  ) {
    let terminal = Terminal(showsResults: isTerminal, showsComplaints: false) { environment[$0] }

    #expect(terminal.hasColour == hasColour)
    #expect(terminal.red("x") == (hasColour ? "\u{1B}[31mx\u{1B}[0m" : "x"))
  }

  @Test(
    arguments: [(true, [:], true), (false, [:], false), (true, ["TERM": "dumb"], false)]
      as [(Bool, [String: String], Bool)])
  func `progress is for terminals`(
    isTerminal: Bool, environment: [String: String], hasProgress: Bool
  ) {
    let terminal = Terminal(showsResults: false, showsComplaints: isTerminal) { environment[$0] }

    #expect(terminal.hasProgress == hasProgress)
  }
}
