import JSON
import YAML

extension VocabularyReader {
  /// Endpoints, each with what is judged and answered where a spec says nothing.
  mutating func readRequests(_ node: Node?) {
    guard let node, let entries = problems.map(node) else { return }
    var common: (headers: [Pattern.Field], exact: [String]) = ([], [])
    if let standing = node["default"],
      let fields = problems.fields(standing, of: "the default request", ["headers", "exact"])
    {
      common.headers = fields["headers"].flatMap { terms.headers($0) } ?? []
      common.exact = fields["exact"].map { texts($0) } ?? []
    }
    for entry in entries where entry.key != "default" {
      guard entry.key.utf8.first == UInt8(ascii: "/") else {
        problems.add(
          entry.mark, "expected a path such as '/authenticate', found '\(entry.key.printable)'")
        continue
      }
      let keys = ["capability", "body", "headers", "reply", "exact"]
      guard let fields = problems.fields(entry.value, of: "request '\(entry.key)'", keys) else {
        continue
      }
      vocabulary.endpoints[entry.key] = endpoint(entry.key, fields, common.headers, common.exact)
    }
  }

  private func endpoint(
    _ path: String, _ fields: Fields, _ common: [Pattern.Field], _ exact: [String]
  ) -> Vocabulary.Endpoint {
    let own = fields["headers"].flatMap { terms.headers($0) } ?? []
    var names = exact
    for name in fields["exact"].map({ texts($0) }) ?? []
    where !names.contains(where: { $0.isSame(as: name) }) {
      names.append(name)
    }
    let body = fields["body"].flatMap { node in terms.at(.body) { terms.pattern(node) } }
    return Vocabulary.Endpoint(
      capability: fields.required("capability").flatMap {
        node in problems.text(node).flatMap { problems.capability($0, node.mark, vocabulary) }
      } ?? [],
      standing: RequestPattern(
        method: "POST", url: vocabulary.base + path, name: path,
        headers: common.overlaid(by: own).map { ($0.key, $0.pattern) }, body: body, exact: names,
        ownBody: false),
      reply: fields["reply"].flatMap { terms.reply($0) })
  }

  private func texts(_ node: Node) -> [String] {
    (problems.list(node, "a list of keys") ?? []).compactMap { problems.text($0) }
  }
}

extension Terms {
  /// Headers with their names in lower case, sorted.
  func headers(_ node: Node) -> [Pattern.Field]? {
    guard let entries = problems.map(node, "a map of headers") else { return nil }
    let text = Vocabulary.ValueType(base: .string, optional: true)
    var fields: [Pattern.Field] = []
    for entry in entries {
      guard !entry.value.isNull, check(entry.value, text) else {
        if entry.value.isNull {
          problems.add(
            entry.value.mark, "expected text or a pattern, found null; write { $absent: true }")
        }
        return nil
      }
      guard let pattern = at(.body, { pattern(entry.value, keyed: true) }) else { return nil }
      let field = Pattern.Field(key: entry.key.lowercased(), pattern: pattern)
      if fields.contains(where: { $0.key.isSame(as: field.key) }) {
        problems.add(entry.mark, "header '\(entry.key.printable)' is given twice")
        return nil
      }
      fields.append(field)
    }
    return fields.sorted { $0.key.precedes($1.key) }
  }
}
