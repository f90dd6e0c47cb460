import Conformance
import JSON

/// `conformance matrix`: the reports of several testees side by side.
struct MatrixCommand: Command {
  static let name = "matrix"
  static let summary = "Put the reports of several testees side by side."
  static let help = """
    Reads reports that run --json wrote and shows them side by side: rules down, testees across.
    What is printed leaves out the rules that every testee passes.

    usage: conformance matrix [OPTION…] REPORT…

      --html FILE       also write the matrix as a page, with every rule and run
      --all             print every rule
      --specs DIR       the folder of the specs, for the rules' sentences and their order (default:
                        Specs/grovs, here or above; without it rules stand as the reports name them)
    """

  var files: [String]
  var html: String?
  var specs: String?
  var listsAll: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    html = try arguments.value(of: "--html")
    specs = try arguments.value(of: "--specs")
    listsAll = arguments.flag("--all")
    files = try arguments.rest()
    guard !files.isEmpty else { throw UsageError("matrix takes the files of at least one report") }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      var reports: [(file: String, value: Value)] = []
      for file in files { reports.append((file, try Self.read(file))) }
      let matrix = try Self.matrix(reports, try rulebook)
      for line in MatrixText.lines(matrix, listsAll: listsAll) { terminal.print(line) }
      if let html {
        let page = MatrixPage(title: "Testees side by side", matrix: matrix)
        try Project.write(page: page.text, to: html)
      }
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  // Reports can be read anywhere; only a folder that was asked for must be there.
  private var rulebook: Rulebook? {
    get throws(Project.Refusal) {
      if let specs { return try Project.rulebook(specs) }
      do throws(Project.Refusal) { return try Project.rulebook(nil) } catch { return nil }
    }
  }

  private static func read(_ file: String) throws(Project.Refusal) -> Value {
    do {
      return try Value(json: String(decoding: try Files.bytes(of: file), as: UTF8.self))
    } catch let problem as Files.Problem {
      throw Project.Refusal(lines: ["error: \(problem)"])
    } catch {
      throw Project.Refusal(lines: ["error: \(file): \(error)"])
    }
  }

  private static func matrix(
    _ reports: [(file: String, value: Value)], _ rulebook: Rulebook?
  ) throws(Project.Refusal) -> Matrix {
    do throws(MatrixProblem) {
      return try Matrix(reports, rulebook: rulebook)
    } catch {
      throw Project.Refusal(lines: ["error: \(error.message)"])
    }
  }
}
