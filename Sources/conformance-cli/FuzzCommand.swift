import GrovsCore
import JSON

/// `conformance fuzz`: made-up inputs for the parts that keep strangers out; help does not list it.
struct FuzzCommand: Command {
  static let name = "fuzz"
  static let summary = "Made-up inputs against the page templates."
  static let help = """
    Tries made-up inputs; the same seed makes the same ones.

    usage: conformance fuzz html N [--seed S] [--print]

    --print writes each page as it was made, with nasty and with harmless values, a JSON line
    each, for comparison with another parser.
    """

  private var count: Int
  private var seed: Int
  private var prints: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    seed = try arguments.number(of: "--seed", in: 0...Int.max) ?? 1
    prints = arguments.flag("--print")
    let words = try arguments.rest()
    guard words.count == 2, words[0] == "html", let count = Int(words[1]), count > 0 else {
      throw UsageError("fuzz needs html and how many inputs to try")
    }
    self.count = count
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    var grammar = HTMLGrammar(dice: Dice(seed: UInt64(seed)))
    var withheld = 0
    for index in 0..<count {
      let sample = grammar.sample()
      if prints { terminal.print(line(sample)) }
      switch HTMLFuzzer.check(sample) {
      case .holds: continue
      case .withheld: withheld += 1
      case .fails(let problem):
        terminal.print("input \(index) of seed \(seed): \(problem)")
        terminal.print(line(sample))
        return .fails
      }
    }
    if !prints { terminal.print("\(count) pages hold, \(withheld) of them withheld") }
    return .holds
  }

  private func line(_ sample: HTMLGrammar.Sample) -> String {
    let template = Template(sample.html)
    let pages = [sample.nasty, sample.plain].map { fields in
      (try? template.page(user: fields, event: fields)).map { Value.string($0) } ?? .null
    }
    let value: Value = [
      "html": .string(sample.html), "nasty": pages[0], "plain": pages[1],
      "values": .object(sample.nasty),
    ]
    return value.canonicalText
  }
}
