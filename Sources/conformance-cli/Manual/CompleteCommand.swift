import Conformance
import JSON

/// `conformance complete`: what the completion scripts ask; help does not list it.
struct CompleteCommand: Command {
  static let name = "complete"
  static let summary = "Tell what may stand at the end of a command line."
  static let help = """
    Prints what a shell may add of its own (words, files, folders, commands), and then a line for
    each word that fits, with its meaning behind a tab.

    usage: conformance complete -- WORD…
    """

  var words: [String]

  init(_ arguments: inout Arguments) throws(UsageError) { words = try arguments.rest() }

  func run(_ terminal: inout Terminal) -> ExitCode {
    let completion = Completion(words) { Names(specs: $0, suite: $1) }
    terminal.print(completion.kind.rawValue)
    for candidate in completion.candidates {
      terminal.print("\(candidate.word)\t\(candidate.text)")
    }
    return .holds
  }

  /// Names from the files of the suites; where they cannot be read there are none.
  private struct Names: Naming {
    var specs: String?
    var suite: String?

    private var folders: [String] {
      (try? Suites.folders(specs: specs, suite: suite)) ?? []
    }

    var suites: [Completion.Candidate] {
      ((try? Suites.folders(specs: nil, suite: nil)) ?? []).map {
        Completion.Candidate($0.split(separator: "/").last.map(String.init) ?? $0)
      }
    }

    var rules: [Completion.Candidate] {
      folders.flatMap { folder in
        Rulebook.load(folder: folder).rules.map { Completion.Candidate($0.id, $0.says) }
      }
    }

    var capabilities: [Completion.Candidate] {
      folders.flatMap { folder in
        Suite.load(folder: folder, paths: []).vocabulary.capabilities.map {
          Completion.Candidate($0.name, $0.says)
        }
      }
    }
  }
}
