import JSON
import YAML

/// Why a file is no report that can be worked with, in one line.
package struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

extension RunReport {
  /// Reads a report that was written as JSON; `path` is named in errors.
  package init(json bytes: [UInt8], path: String) throws(ReportError) {
    let value: Value
    do throws(JSONError) {
      value = try Value(json: bytes)
    } catch {
      throw ReportError("\(path): this is no report: \(error)")
    }
    guard let version = value["report"]?.int else {
      throw ReportError("\(path): this is no report that 'run --json' wrote")
    }
    guard version == Self.version else {
      throw ReportError(
        "\(path): this is a report of version \(version); this command reads \(Self.version)")
    }
    self = try ReportPlace(value, path).report()
  }
}

/// A value of a report with the way that leads to it.
private struct ReportPlace {
  private let value: Value?
  private let way: String

  init(_ value: Value?, _ way: String) {
    self.value = value
    self.way = way
  }

  // MARK: - The parts

  func report() throws(ReportError) -> RunReport {
    let suite = self["suite"]
    return RunReport(
      suite: RunReport.Suite(
        name: try suite["name"].text(), hash: try suite["hash"].text()),
      filters: try self["filters"].texts(), isSweep: try self["kind"].text().isSame(as: "sweep"),
      testee: try self["testee"].testee(), capabilities: try self["capabilities"].texts(),
      rules: try self["rules"].list { place throws(ReportError) in try place.rule() },
      part: try self["shard"].ifThere { place throws(ReportError) in try place.part() },
      stopped: try self["stopped"].optionalText(),
      ledgerFaults: try self["ledger"].list { place throws(ReportError) in try place.mistake() },
      cases: try self["runs"].list { place throws(ReportError) in try place.one() })
  }

  private func testee() throws(ReportError) -> RunReport.Testee {
    RunReport.Testee(
      name: try self["name"].text(), sdk: try self["sdk"].optionalText(),
      claims: try self["claims"].texts())
  }

  private func rule() throws(ReportError) -> RunReport.RuleText {
    RunReport.RuleText(
      id: try self["id"].text(), says: try self["says"].text(),
      sources: try self["sources"].texts())
  }

  private func part() throws(ReportError) -> RunReport.Part {
    let (index, count) = (try self["index"].int(), try self["of"].int())
    guard let shard = Shard(index, of: count) else { throw wrong }
    return RunReport.Part(shard: shard, total: try self["total"].int())
  }

  private func one() throws(ReportError) -> RunReport.Case {
    guard let outcome = RunReport.Outcome(rawValue: try self["verdict"].text()) else {
      throw self["verdict"].wrong
    }
    let chance = self["chance"].value?.number?.double
    return RunReport.Case(
      area: try self["area"].text(), rule: try self["rule"].text(), name: try self["name"].text(),
      mark: try mark(), outcome: outcome, lasted: Int64(try self["lasted"].int()),
      chance: chance ?? 0.5, start: try self["start"].optionalText(),
      needs: try self["needs"].texts(),
      missing: try self["missing"].ifThere { place throws(ReportError) in try place.texts() } ?? [],
      because: try self["because"].optionalText(), excuse: try excuse(),
      disturbed: try self["disturbed"].ifThere { place throws(ReportError) in try place.int() },
      failure: try self["failure"].ifThere { place throws(ReportError) in try place.fault() })
  }

  private func fault() throws(ReportError) -> RunReport.Fault {
    RunReport.Fault(
      text: try self["text"].text(), says: try self["says"].text(),
      kind: try self["kind"].text(), mark: try self["mark"].mark(),
      next: try self["next"].ifThere { place throws(ReportError) in try place.mark() },
      start: try self["start"].optionalText(), at: Int64(try self["at"].int()),
      diverges: try self["diverges"].optionalText(),
      hints: try self["hints"].ifThere { place throws(ReportError) in try place.texts() } ?? [],
      part: try self["part"].optionalText(), path: try self["path"].optionalText(),
      expected: try self["expected"].optionalText(), got: try self["got"].optionalText())
  }

  private func excuse() throws(ReportError) -> Excuse? {
    try self["reason"].ifThere { _ throws(ReportError) in
      Excuse(
        reason: try self["reason"].text(), diverges: try self["diverges"].text(),
        until: try self["until"].text())
    }
  }

  private func mistake() throws(ReportError) -> SpecError {
    SpecError(try mark(), try self["message"].text())
  }

  private func mark() throws(ReportError) -> Mark {
    Mark(
      file: try self["file"].text(), line: try self["line"].int(),
      column: try self["column"].int())
  }

  // MARK: - The values

  private subscript(key: String) -> ReportPlace { ReportPlace(value?[key], "\(way): \(key)") }

  private var wrong: ReportError {
    ReportError("\(way) is \(value == nil ? "missing" : "not what a report holds there")")
  }

  private func text() throws(ReportError) -> String {
    guard let text = value?.string else { throw wrong }
    return text
  }

  private func int() throws(ReportError) -> Int {
    guard let int = value?.int else { throw wrong }
    return int
  }

  private func texts() throws(ReportError) -> [String] {
    try list { place throws(ReportError) in try place.text() }
  }

  private func optionalText() throws(ReportError) -> String? {
    try ifThere { place throws(ReportError) in try place.text() }
  }

  private func ifThere<Part>(
    _ read: (ReportPlace) throws(ReportError) -> Part
  ) throws(ReportError) -> Part? {
    value == nil ? nil : try read(self)
  }

  private func list<Part>(
    _ read: (ReportPlace) throws(ReportError) -> Part
  ) throws(ReportError) -> [Part] {
    guard let items = value?.array else { throw wrong }
    var parts: [Part] = []
    for (index, item) in items.enumerated() {
      parts.append(try read(ReportPlace(item, "\(way)[\(index)]")))
    }
    return parts
  }
}
