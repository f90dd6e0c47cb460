import Conformance
import JSON

/// `conformance smoke`: tries the manners of a port before any rule.
struct SmokeCommand: Command {
  static let name = "smoke"
  static let summary = "Try a port's manners before any rule, each with its fix."
  static let help = """
    Tries how a program speaks the protocol, before any rule: lines, values, storage, time, its end.
    Each check has a child of its own and gives one line: ✓ holds, ✘ fails with what was seen and
    what to do, – not tried.

    usage: conformance smoke [OPTION…] CMD

      CMD               a shell's command, as in run --testee
      --turn-limit S    seconds that a turn may take (default: 5)
      --suite NAME      the suite in whose name it is greeted (default: the first in Specs)
      --specs DIR       the folder of a suite that lies elsewhere

    Many checks need members that no SDK has. An adapter offers them for this command alone, if it
    likes; without one its checks are not tried:

      smoke.echo    {value}                    returns the value
      smoke.object  {object, value}            keeps the object by a weak reference, calls its method
                                               ping {value}, returns what that answers
      smoke.alive   {}                         returns whether that weak reference still lives
      smoke.send    {value, completion}        POST https://smoke.test/echo, body {"value": value};
                                               completes with 'value' of the reply's body, or null
      smoke.keep    {key, value}               stores the value's JSON text on disk under the key
      smoke.kept    {key}                      returns the value that is kept there, or null
      smoke.wait    {milliseconds, completion} completes after that delay, which may be 0 or 10.25
      smoke.chain   {count, completion}        completes after that many awaits or continuations
      smoke.throw   {}                         throws what nobody catches
      smoke.print   {text}                     prints to stdout, as careless code does

    Exit codes: 0 all hold, 1 one fails, 2 wrong use, 3 none fails but some were not tried, or there
    is no testee to try.
    """

  var command: String
  var specs: String?
  var suite: String?
  var turnLimit: Int

  init(_ arguments: inout Arguments) throws(UsageError) {
    specs = try arguments.value(of: "--specs")
    suite = try arguments.value(of: "--suite")
    turnLimit = try arguments.number(of: "--turn-limit", in: 1...3600) ?? 5
    let words = try arguments.rest()
    guard words.count == 1, let command = words.first else {
      throw UsageError("smoke takes one command; put it in quotes")
    }
    self.command = command
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      let smoke = Smoke(try setting(), command: command)
      let tally = try tally(smoke, &terminal)
      let closing = tally.closingLine
      terminal.print(tally.fail > 0 ? terminal.red(closing) : terminal.green(closing))
      return tally.fail > 0 ? .fails : tally.notTried > 0 ? .incomplete : .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  private func tally(
    _ smoke: Smoke, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> Smoke.Tally {
    do throws(Smoke.Trouble) {
      return try smoke.run { finding in
        if case .fails = finding.outcome {
          terminal.print(terminal.red(finding.text))
        } else {
          terminal.print(finding.text)
        }
        // Who waits for a slow port sees how far it has come.
        terminal.flush()
      }
    } catch {
      throw Project.Refusal(lines: ["error: \(error.message)"])
    }
  }

  private func setting() throws(Project.Refusal) -> SmokeSetting {
    let folder = try Suites.folders(specs: specs, suite: suite)[0]
    let suite = Suite.load(folder: folder, paths: [])
    guard suite.errors.isEmpty else {
      throw Project.Refusal(lines: suite.errors.map(\.description))
    }
    return SmokeSetting(
      suite: Suites.name(of: folder),
      kinds: suite.vocabulary.effects.keys.sorted { $0.precedes($1) },
      device: suite.vocabulary.deviceDefaults, turnLimit: turnLimit * 1000)
  }
}
