import YAML

/// A report as Markdown for a pull request: the closing line, what changed, then the failures.
///
/// Whatever a testee or a spec says stands in code that it cannot end.
package struct MarkdownText {
  /// GitHub takes 65,536 characters; some are left for what a script may set around it.
  private static let room = 60_000
  private static let roomOfOne = 12_000
  private static let mostOfAKind = 50

  private let report: RunReport
  private let changes: RunChanges?
  private var text = ""

  /// The whole text, with a line end behind it.
  package static func text(of report: RunReport, _ changes: RunChanges?) -> String {
    var text = MarkdownText(report: report, changes: changes)
    text.write()
    return text.text
  }

  private init(report: RunReport, changes: RunChanges?) {
    self.report = report
    self.changes = changes
  }

  private mutating func write() {
    let holds = report.holds && report.emptiness == nil && changes?.lost != true
    text += "\(holds ? "✅" : "❌") **\(report.closing)**\n"
    if let interruption = report.interruption { text += "\n\(interruption)\n" }
    if let emptiness = report.emptiness { text += "\n\(Self.code(emptiness))\n" }
    text += "\n\(Self.code(report.suite.name)), \(Self.code(report.testee.name))"
    if let part = report.part { text += ", shard \(part.shard.text)" }
    text += "\n"
    if !report.ledgerFaults.isEmpty {
      text += "\n### The ledger\n\n"
      for fault in report.ledgerFaults.prefix(Self.mostOfAKind) {
        text += "- \(Self.code(fault.description))\n"
      }
      let more = report.ledgerFaults.count - Self.mostOfAKind
      if more > 0 { text += "- … and \(more) more\n" }
    }
    if let changes { write(changes) }
    let failed = report.cases.filter { $0.outcome == .failed }
    guard !failed.isEmpty else { return }
    text += "\n### Failures\n"
    for (index, one) in failed.enumerated() {
      let block = Self.block(one)
      guard text.utf16.count + block.utf16.count < Self.room else {
        text += "\n… and \(failed.count - index) more failures; the other reports have them all.\n"
        return
      }
      text += block
    }
  }

  private mutating func write(_ changes: RunChanges) {
    text += "\n### Against the base\n\n"
    guard !changes.all.isEmpty else {
      text += "Nothing changed.\n"
      return
    }
    for kind in RunChanges.Kind.allCases {
      let cases = changes.cases(kind)
      guard !cases.isEmpty else { continue }
      text += "- **\(kind.rawValue): \(cases.count)**\n"
      for (index, one) in cases.enumerated() {
        let line = "  - \(Self.code(one.title))\(Self.missing(one))\n"
        // Half of the room is left to the failures.
        guard index < Self.mostOfAKind, text.utf16.count + line.utf16.count < Self.room / 2 else {
          text += "  - … and \(cases.count - index) more\n"
          break
        }
        text += line
      }
    }
  }

  private static func missing(_ one: RunReport.Case) -> String {
    one.missing.isEmpty ? "" : ": " + one.missing.map(code).joined(separator: ", ")
  }

  private static func block(_ one: RunReport.Case) -> String {
    let body = (one.failure?.text ?? "").cut(to: roomOfOne)
    let fence = String(repeating: "`", count: max(3, longestTicks(body) + 1))
    return """

      <details><summary><code>\(html(EntryText.shortened(one.title, to: 300)))</code></summary>

      \(fence)text
      \(body)
      \(fence)

      </details>

      """
  }

  /// A code span that holds any text on its line.
  private static func code(_ text: String) -> String {
    let text = EntryText.shortened(text, to: 300)
    let ticks = String(repeating: "`", count: longestTicks(text) + 1)
    let isBare = !text.hasPrefix("`") && !text.hasSuffix("`") && !text.isEmpty
    return isBare ? ticks + text + ticks : "\(ticks) \(text) \(ticks)"
  }

  private static func longestTicks(_ text: String) -> Int {
    var (longest, count) = (0, 0)
    for byte in text.utf8 {
      count = byte == UInt8(ascii: "`") ? count + 1 : 0
      longest = max(longest, count)
    }
    return longest
  }

  private static func html(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // Nor may Markdown make anything of it.
      case "`", "*", "_", "[", "]", "\\", "@", "#", "~": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
