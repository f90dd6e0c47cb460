import YAML

/// Failures as the commands by which GitHub shows them at a line of a file.
package enum Annotations {
  /// GitHub shows no more of one step.
  private static let most = 10

  /// At most ten commands, and a line that says how many failures have none.
  ///
  /// `path` makes of a spec's path the one that counts from the repository's root.
  package static func lines(of report: RunReport, path: (String) -> String) -> [String] {
    let ledger = report.ledgerFaults.map { ($0.mark, "The ledger", $0.message) }
    let failed = report.cases.filter { $0.outcome == .failed }.map { one in
      (one.failure?.mark ?? one.mark, one.title, one.failure?.says ?? "")
    }
    let all = ledger + failed
    let lines = all.prefix(most).map { mark, title, text in
      let text = EntryText.shortened(text, to: 1000)
      let title = EntryText.shortened(title, to: 200)
      return "::error file=\(property(path(mark.file))),line=\(mark.line),col=\(mark.column),"
        + "title=\(property(title))::\(data(text))"
    }
    let more = all.count - lines.count
    return lines + (more > 0 ? ["\(more) more failures are not annotated."] : [])
  }

  /// As the message of a command.
  private static func data(_ text: String) -> String { escaped(text, inProperty: false) }

  /// As the value of a property.
  private static func property(_ text: String) -> String { escaped(text, inProperty: true) }

  private static func escaped(_ text: String, inProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where inProperty: result += "%3A"
      case "," where inProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
