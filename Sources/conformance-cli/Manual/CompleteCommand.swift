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
    let completion = Completion(words) { Names(specs: $0) }
    terminal.print(completion.kind.rawValue)
    for candidate in completion.candidates {
      terminal.print("\(candidate.word)\t\(candidate.text)")
    }
    return .holds
  }

  /// Names from the files of a suite; where they cannot be read there are none.
  private struct Names: Naming {
    var specs: String?

    private var folder: String? { try? Project.folder(specs) }

    var rules: [Completion.Candidate] {
      guard let folder else { return [] }
      return Rulebook.load(folder: folder).rules.map { Completion.Candidate($0.id, $0.says) }
    }

    var capabilities: [Completion.Candidate] {
      guard let folder else { return [] }
      return Suite.load(folder: folder, paths: []).vocabulary.capabilities.map {
        Completion.Candidate($0.name, $0.says)
      }
    }
  }
}
