import Conformance

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
      --specs DIR       the folder of the specs, whose rulebook orders the rules (default: Specs/grovs,
                        here or above; without it they stand as the reports name them)
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
      var reports: [(file: String, report: RunReport)] = []
      for file in files { reports.append((file, try Reporting.read(file))) }
      let matrix = Matrix(reports, rulebook: try rulebook)
      for line in MatrixText.lines(matrix, listsAll: listsAll) { terminal.print(line) }
      if let html {
        let page = MatrixPage(title: "Testees side by side", matrix: matrix)
        do throws(Files.Problem) {
          try Files.write(page.text, to: html)
        } catch {
          throw Project.Refusal(lines: ["error: the page could not be written: \(error)"])
        }
      }
      return .holds
    } catch {
      return terminal.refuse(error)
    }
  }

  // Reports can be read anywhere; only a folder that was asked for must be there.
  private var rulebook: Rulebook? {
    get throws(Project.Refusal) {
      if let specs { return try Project.rulebook(in: Suites.folders(specs: specs, suite: nil)[0]) }
      do throws(Project.Refusal) {
        var books: [Rulebook] = []
        for folder in try Suites.all() { books.append(try Project.rulebook(in: folder)) }
        return Rulebook(joining: books)
      } catch {
        return nil
      }
    }
  }
}
