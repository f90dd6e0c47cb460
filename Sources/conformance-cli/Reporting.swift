import Conformance
import JSON

/// The reports that a command writes beside what it prints.
struct Reporting {
  var json: String?
  var junit: String?
  var markdown: String?
  /// A page for people; only what judges runs itself has the traces that it shows.
  var html: String?
  /// A report of an earlier run, to which this one is held.
  var base: String?

  static let help = """
      --junit FILE      also write JUnit XML
      --markdown FILE   also write Markdown for a pull request
      --base REPORT     tell what changed since an earlier run's --json; who then passed and is
                        not claimed now fails
    """

  /// Nothing but what is printed.
  static let none = Reporting()

  private init() {}

  /// `json`: what was taken already.
  init(_ arguments: inout Arguments, json: String?) throws(UsageError) {
    self.json = json
    // Bazel's variable for its test.xml.
    junit = try arguments.value(of: "--junit") ?? Environment.value("XML_OUTPUT_FILE")
    markdown = try arguments.value(of: "--markdown")
    base = try arguments.value(of: "--base")
    try demandOneFileEach()
  }

  static let htmlHelp = """
      --html FILE       also write a page that shows every rule and every run in time
    """

  /// Takes the option of those that can write a page, too.
  mutating func takeHTML(_ arguments: inout Arguments) throws(UsageError) {
    html = try arguments.value(of: "--html")
    try demandOneFileEach()
  }

  private var files: [String] { [json, junit, markdown, html].compactMap(\.self) }

  private func demandOneFileEach() throws(UsageError) {
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw UsageError("two reports cannot both be written to '\(file)'")
    }
  }

  /// Whether any file is asked for.
  var writes: Bool { !files.isEmpty }

  /// Reads a report that stands in a file.
  static func read(_ path: String) throws(Project.Refusal) -> RunReport {
    let bytes: [UInt8]
    do throws(Files.Problem) {
      bytes = try Files.bytes(of: path)
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
    do throws(ReportError) {
      return try RunReport(json: bytes, path: path)
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }

  /// Takes earlier reports away, so that none of them passes for this run's when it ends early.
  ///
  /// Gives the base's report, where one is asked for; it must be whole.
  func begin() throws(Project.Refusal) -> RunReport? {
    let base = try readBase()
    for file in files where Files.isFile(file) {
      // One that cannot be taken away cannot be written either, and that is told.
      try? Files.remove(file)
    }
    return base
  }

  private func readBase() throws(Project.Refusal) -> RunReport? {
    guard let base else { return nil }
    let report = try Self.read(base)
    if let interruption = report.interruption {
      throw Project.Refusal(lines: ["error: \(base): a base must be whole; it was \(interruption)"])
    }
    return report
  }

  /// Writes every file that is asked for; one that cannot be written keeps no other from it.
  func write(
    _ report: RunReport, _ changes: RunChanges?, page: ((RunReport) -> String)?
  ) throws(Project.Refusal) {
    var problems: [String] = []
    func write(_ file: String?, _ text: () -> String) {
      guard let file else { return }
      do throws(Files.Problem) {
        try Files.write(text(), to: file)
      } catch {
        problems.append("error: the report could not be written: \(error)")
      }
    }
    write(json) { report.value.canonicalText + "\n" }
    write(junit) { JUnitText.text(of: report) }
    write(markdown) { MarkdownText.text(of: report, changes) }
    if let page { write(html) { page(report) } }
    guard problems.isEmpty else { throw Project.Refusal(lines: problems) }
  }
}

/// A report, told and written: the end of every command that judges.
struct Closing {
  let report: RunReport
  let changes: RunChanges?
  private let page: ((RunReport) -> String)?

  /// `page` makes a page of the report, where there are traces to show.
  init(_ report: RunReport, base: RunReport?, page: ((RunReport) -> String)? = nil) {
    self.report = report
    self.page = page
    changes = base.map { RunChanges(from: $0, to: report) }
  }

  /// Whether nothing fails and nothing that passed in the base is withdrawn.
  var holds: Bool { report.holds && changes?.lost != true }

  /// Prints a line an area, what changed, and the closing line; then writes the reports.
  func tell(
    _ reporting: Reporting, _ terminal: inout Terminal
  ) throws(Project.Refusal) -> ExitCode {
    let areas = report.areas.map { (name: $0.name, tally: Tally(of: $0.cases)) }
    let width = (areas.map(\.name.count).max() ?? 0) + 2
    for (name, tally) in areas where tally.total > 0 {
      let padding = String(repeating: " ", count: width - name.count)
      terminal.print("\(name)\(padding)\(tally.shortText)")
    }
    for line in changes?.lines() ?? [] { terminal.print(line) }
    for fault in report.ledgerFaults { terminal.print(terminal.red(fault.description)) }
    if let part = report.part {
      terminal.print("shard \(part.shard.text): \(report.cases.count) of \(part.total) runs")
    }
    if Environment.value("GITHUB_ACTIONS") == "true" {
      for line in Annotations.lines(of: report, path: Self.pathInRepository) {
        terminal.print(line)
      }
    }
    if let interruption = report.interruption { terminal.print(terminal.red(interruption)) }
    terminal.print(holds ? terminal.green(report.closing) : terminal.red(report.closing))
    try reporting.write(report, changes, page: page)
    if let emptiness = report.emptiness { terminal.complain("error: \(emptiness)") }
    if report.stopped != nil || report.emptiness != nil { return .incomplete }
    return holds ? .holds : .fails
  }

  /// A path as GitHub counts it: from the folder that it checked out.
  private static func pathInRepository(_ path: String) -> String {
    guard let root = Environment.value("GITHUB_WORKSPACE").flatMap(Files.wholePath),
      let whole = Files.wholePath(path), whole.utf8.starts(with: "\(root)/".utf8)
    else { return path }
    return String(whole.dropFirst(root.count + 1))
  }
}

extension Tally {
  /// The counts that are not zero, `passed` always.
  fileprivate var shortText: String {
    let rest = [
      (failed, "failed"), (known, "known"), (notClaimed, "not claimed"), (open, "open"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (["\(passed) passed"] + rest).joined(separator: ", ")
  }
}
