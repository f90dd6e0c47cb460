import Conformance

/// What is tested: the suite's own core, or a program that speaks the protocol.
struct TesteeOptions {
  /// The shell's command of a port; nil for the core in this process.
  var command: String?
  /// Seconds that a turn of a port may take; nil for no limit.
  var turnLimit: Int?
  /// Whether the suite's own core runs in processes of its own, too.
  var isIsolated: Bool
  /// Whether the dialogue of the one run that is chosen is shown.
  var talks = false
  /// What the words, ids and dates that it is told depend on; nil where it is told the specs' own.
  var seed: UInt64?
  /// Where the runner's half of the dialogue goes.
  var inputFile: String?

  /// A port, with no limit to its turns.
  init(command: String) {
    self.command = command
    isIsolated = false
  }

  init(_ arguments: inout Arguments) throws(UsageError) {
    command = try arguments.value(of: "--testee")
    let limit = try arguments.number(of: "--turn-limit", in: 0...86_400) ?? 5
    turnLimit = limit == 0 ? nil : limit
    isIsolated = arguments.flag("--isolate")
    if isIsolated, command != nil {
      throw UsageError("--isolate is of the suite's own core; a --testee runs by itself already")
    }
  }

  static let help = """
      --testee CMD      judge this program, which speaks the protocol, not the suite's own core
      --turn-limit S    seconds that a turn of it may take (default: 5; 0: no limit)
      --isolate         run the suite's own core in processes of its own, too
    """
}

extension TesteeOptions {
  /// Takes the options of those who watch a dialogue, too.
  mutating func takeDialogue(_ arguments: inout Arguments) throws(UsageError) {
    talks = arguments.flag("--talk")
    inputFile = try arguments.value(of: "--save-input")
    // The core speaks in lines only where it is a child.
    if hasDialogue, command == nil { isIsolated = true }
  }

  /// Takes the option of those who tell a testee the specs in other words.
  mutating func takeVariation(_ arguments: inout Arguments) throws(UsageError) {
    if let given = try arguments.seed(of: "--vary") { seed = given ?? .random(in: 1...999_999) }
  }

  static let variationHelp = """
      --vary [SEED]     tell ids, links, names and dates that the specs leave free otherwise: a core
                        that knows its answers by heart fails; without SEED another one each time
    """

  var hasDialogue: Bool { talks || inputFile != nil }

  static let dialogueHelp = """
      --talk            show every line between the runner and the testee, of one run
      --save-input FILE write the runner's lines, so that the testee runs alone in a debugger
    """
}

extension Project {
  /// The kind of testee that options ask for, with its claims checked.
  static func kind(
    _ use: Projects.Use, of suite: Suite, name: String, isAlone: Bool
  ) throws(Refusal) -> TesteeKind {
    guard let options = use.testee, options.command != nil || options.isIsolated else {
      return try Suites.testee(of: name)
    }
    let command: String
    if let given = options.command { command = given } else { command = try ownCommand(name) }
    var kind: TesteeKind
    do throws(TesteeError) {
      kind = try Nursery(
        command, suite: name, kinds: suite.vocabulary.effects.keys, turnLimit: options.turnLimit,
        talk: use.talk
      ).kind
    } catch {
      throw Refusal(lines: ["error: \(error.message)"] + error.details.map { "  \($0)" })
    }
    let known = suite.vocabulary.capabilities.map(\.name)
    // One that knows no other suite than its own claims that one's capabilities of each.
    if !isAlone, !kind.claims.contains(where: { suite.vocabulary.capability(named: $0) != nil }) {
      kind.claims = []
    }
    for claim in kind.claims where suite.vocabulary.capability(named: claim) == nil {
      throw Refusal(lines: [
        "error: \(kind.name) claims '\(claim)', which is no capability of \(name)"
          + suggestion(for: claim, among: known)
      ])
    }
    return kind
  }

  // This very program, serving the core to itself.
  private static func ownCommand(_ suite: String) throws(Refusal) -> String {
    _ = try Suites.testee(of: suite)
    let path = Files.wholePath("/proc/self/exe") ?? CommandLine.arguments.first ?? "conformance"
    return "exec '\(path.replacingQuotes)' testee \(suite)"
  }
}
