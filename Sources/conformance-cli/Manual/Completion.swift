import Conformance
import JSON

/// What may stand at the end of a command line that is not finished.
struct Completion: Hashable {
  /// What a shell adds of its own.
  enum Kind: String {
    case words, files, folders, commands
  }

  struct Candidate: Hashable {
    var word: String
    var text: String

    init(_ word: String, _ text: String = "") {
      self.word = word
      self.text = text
    }
  }

  var kind = Kind.words
  var candidates: [Candidate] = []

  /// `words`: those behind the program's name; the last is the one to complete.
  init(_ words: [String], knowing suite: (_ specs: String?, _ suite: String?) -> any Naming) {
    let current = words.last ?? ""
    guard let name = words.first, words.count > 1 else {
      candidates = Self.commands(current)
      return
    }
    guard let command = Commands.named(name) else {
      if name == "help", words.count == 2 { candidates = Self.commands(current, verbs: false) }
      return
    }
    let help = HelpText(command.help)
    let isOpen = !words.dropLast().contains("--")
    // bash makes three words of `--json=FILE`.
    let before = words.dropFirst().dropLast().filter { $0 != "=" }
    let names = suite(words.value(behind: "--specs"), words.value(behind: "--suite"))
    if isOpen, current != "=", let last = before.last, let value = help.option(named: last)?.value {
      complete(value: value, help.option(named: last)?.text ?? "", current, names)
    } else if isOpen, let value = current == "=" ? before.last.flatMap(help.option)?.value : nil {
      complete(value: value, before.last.flatMap(help.option)?.text ?? "", "", names)
    } else if isOpen, current.hasPrefix("-") {
      candidates = (help.options.map { Candidate($0.name, $0.text) } + [Self.help])
        .filter { $0.word.isPrefixed(by: current) }
    } else {
      complete(operands: help.operands, current, names)
    }
  }

  private static let help = Candidate("--help", "tell how it is used")

  private static func commands(_ current: String, verbs: Bool = true) -> [Candidate] {
    let all = Commands.all.map { Candidate($0.name, $0.summary) }
    let verbs =
      verbs
      ? [Candidate("help", "Tell how a command is used."), Candidate("--version"), help] : []
    return (all + verbs).filter { candidate in
      candidate.word.isPrefixed(by: current)
        && (current.hasPrefix("-") || !candidate.word.hasPrefix("-"))
    }
  }

  private mutating func complete(
    value: String, _ text: String, _ current: String, _ suite: any Naming
  ) {
    switch value {
    case "FILE", "REPORT": kind = .files
    case "DIR": kind = .folders
    case "CMD": kind = .commands
    case "NAME": candidates = suite.suites.filter { $0.word.isPrefixed(by: current) }
    case "A,B": complete(list: current, suite.capabilities)
    case "LANGUAGE":
      candidates = text.split(separator: " ").map { word in
        Candidate(String(word.prefix { $0 != "," }))
      }.filter { $0.word.isPrefixed(by: current) }
    default: break
    }
  }

  // What stands before the last comma stays.
  private mutating func complete(list current: String, _ all: [Candidate]) {
    let comma = current.utf8.lastIndex(of: UInt8(ascii: ","))
    let kept = comma.map { String(current[...$0]) } ?? ""
    let given = kept.split(separator: ",").map(String.init)
    candidates = all.filter { candidate in !given.contains { $0.isSame(as: candidate.word) } }
      .map { Candidate(kept + $0.word, $0.text) }.filter { $0.word.isPrefixed(by: current) }
  }

  private mutating func complete(
    operands: [String], _ current: String, _ suite: any Naming
  ) {
    for operand in operands {
      if operand.contains("FILTER") || operand.contains("RULE") {
        if operand.contains("FILTER") { kind = .files }
        candidates += Self.filters(current, suite.rules)
      } else if operand.contains("REPORT") {
        kind = .files
      } else if operand == "CMD" {
        kind = .commands
      } else if !operand.contains(where: \.isUppercase) {
        candidates += operand.split(separator: "|").map { Candidate(String($0)) }
          .filter { $0.word.isPrefixed(by: current) }
      }
    }
    var seen: Set<Candidate> = []
    candidates = candidates.filter { seen.insert($0).inserted }
  }

  /// Areas, and once an area is written its rules.
  private static func filters(_ current: String, _ rules: [Candidate]) -> [Candidate] {
    if current.utf8.contains(UInt8(ascii: ".")) {
      return rules.filter { $0.word.isPrefixed(by: current) }
    }
    var areas: [(name: String, count: Int)] = []
    for rule in rules where rule.word.isPrefixed(by: current) {
      let area = String(rule.word.prefix { $0 != "." })
      if areas.last?.name == area {
        areas[areas.count - 1].count += 1
      } else {
        areas.append((area, 1))
      }
    }
    return areas.flatMap { area in
      let count = "\(area.count) \(area.count == 1 ? "rule" : "rules")"
      return [Candidate(area.name, count), Candidate(area.name + ".", "one rule of it")]
    }
  }
}

/// The names that a command line may speak of.
protocol Naming {
  var suites: [Completion.Candidate] { get }
  /// Each with its sentence, in the rulebook's order.
  var rules: [Completion.Candidate] { get }
  var capabilities: [Completion.Candidate] { get }
}

extension String {
  fileprivate func isPrefixed(by start: String) -> Bool { utf8.starts(with: start.utf8) }
}

extension [String] {
  // The same option may be repeated; the last one counts.
  fileprivate func value(behind name: String) -> String? {
    if let place = dropLast(2).lastIndex(of: name) {
      let next = self[place + 1] == "=" ? place + 2 : place + 1
      return next < count ? self[next] : nil
    }
    return last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
