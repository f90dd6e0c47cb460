import JSON
package import YAML

extension Ledger {
  /// Reads a ledger; its capabilities must be the vocabulary's.
  package static func read(_ file: YAMLFile, path: String, _ vocabulary: Vocabulary) -> Ledger {
    let problems = Problems()
    problems.add(file.errors.map { SpecError($0.mark, $0.message) })
    var ledger = Ledger(path: path)
    if let root = file.root { ledger.read(root, LedgerReader(problems, vocabulary)) }
    ledger.errors = problems.sorted
    return ledger
  }

  private mutating func read(_ root: Node, _ reader: LedgerReader) {
    let problems = reader.problems
    problems.version(root, "ledger")
    let keys = ["ledger", "claims", "withdrawn", "known"]
    guard let fields = problems.fields(root, of: "the ledger", keys) else { return }
    let items = fields.required("claims").flatMap { problems.list($0, "a list of capabilities") }
    claims = (items ?? []).compactMap { node in
      reader.capability(node).map { Claim(capability: $0, mark: node.mark) }
    }
    withdrawn = reader.items(fields["withdrawn"]).compactMap(reader.withdrawal)
    known = reader.items(fields["known"]).compactMap(reader.entry)
    reader.once(claims.map { ($0.capability, $0.mark) }, "is claimed")
    reader.once(withdrawn.map { ($0.capability, $0.mark) }, "is withdrawn")
    reader.once(known.map { ($0.run, $0.mark) }, "is listed")
  }
}

private struct LedgerReader {
  let problems: Problems
  let vocabulary: Vocabulary

  init(_ problems: Problems, _ vocabulary: Vocabulary) {
    self.problems = problems
    self.vocabulary = vocabulary
  }

  func items(_ node: Node?) -> [Node] { node.flatMap { problems.list($0) } ?? [] }

  func capability(_ node: Node) -> String? {
    guard let name = problems.text(node, "a capability") else { return nil }
    return problems.capability(name, node.mark, vocabulary).map { _ in name }
  }

  func withdrawal(_ node: Node) -> Ledger.Withdrawal? {
    let keys = ["capability", "reason", "until"]
    guard let fields = problems.fields(node, of: "a withdrawn claim", keys) else { return nil }
    let capability = fields.required("capability").flatMap { self.capability($0) }
    let reason = sentence(fields, "reason")
    let until = end(fields)
    guard let capability, let reason, let until else { return nil }
    return Ledger.Withdrawal(
      capability: capability, reason: reason, until: until, mark: node.mark)
  }

  func entry(_ node: Node) -> Ledger.Entry? {
    let keys = ["run", "diverges", "reason", "until"]
    guard let fields = problems.fields(node, of: "an entry", keys) else { return nil }
    let run = fields.required("run").flatMap { self.run($0) }
    let diverges = sentence(fields, "diverges")
    let reason = sentence(fields, "reason")
    let until = end(fields)
    guard let run, let diverges, let reason, let until else { return nil }
    return Ledger.Entry(
      run: run, reason: reason, diverges: diverges, until: until, mark: node.mark)
  }

  /// Tells every name that stands there a second time.
  func once(_ names: [(name: String, mark: Mark)], _ what: String) {
    var first: [[UInt8]: Mark] = [:]
    for (name, mark) in names {
      if let known = first[Array(name.utf8)] {
        problems.add(
          mark, "'\(name.printable)' \(what) twice; the first is at line \(known.line)")
      } else {
        first[Array(name.utf8)] = mark
      }
    }
  }

  private func run(_ node: Node) -> String? {
    guard let text = problems.text(node, orQuote: "one run, as rule/name") else { return nil }
    let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
    guard let slash, slash > text.startIndex, text.utf8.index(after: slash) < text.endIndex else {
      problems.add(node.mark, "'\(text.printable)' is no run; an entry names one, as rule/name")
      return nil
    }
    return text
  }

  private func sentence(_ fields: Fields, _ key: String) -> String? {
    guard let node = fields.required(key), let text = problems.text(node, orQuote: "a sentence")
    else { return nil }
    if text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      problems.add(node.mark, "expected a sentence, found an empty text")
      return nil
    }
    return text
  }

  private func end(_ fields: Fields) -> LedgerEnd? {
    guard let node = fields.required("until"),
      let text = problems.text(node, orQuote: "a day or a version")
    else { return nil }
    if let end = LedgerEnd(text) { return end }
    problems.add(
      node.mark,
      "expected a day such as 2026-03-01 or a version such as 3.2.0, found '\(text.printable)'")
    return nil
  }
}
