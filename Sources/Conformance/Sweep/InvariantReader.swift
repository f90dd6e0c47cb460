import JSON
package import YAML

/// The invariants of a suite.
package struct Invariants: Sendable {
  package var all: [Invariant]
  /// The areas whose scenarios are swept.
  package var areas: [String] = []
  /// The member that is called again after a kill, as it was last called.
  package var again: String?
  package var errors: [SpecError]

  /// Reads a suite's `invariants.yaml`, against its vocabulary.
  package static func load(
    folder: String, _ vocabulary: Vocabulary, read: (String) -> YAMLFile = { YAMLFile(path: $0) }
  ) -> Invariants {
    let problems = Problems()
    let file = read(folder + "/invariants.yaml")
    problems.add(file.errors.map { SpecError($0.mark, $0.message) })
    var found = Invariants(all: [], errors: [])
    if let root = file.root, let entries = problems.map(root) {
      problems.version(root, "invariants")
      for entry in entries {
        let reader = InvariantReader(problems: problems, vocabulary: vocabulary)
        switch entry.key {
        case "invariants": break
        case "areas":
          found.areas = problems.list(entry.value)?.compactMap { problems.text($0, "a name") } ?? []
        case "again": found.again = reader.member(entry.value)
        default:
          guard let form = reader.form(entry.value) else { continue }
          found.all.append(Invariant(name: entry.key, mark: entry.mark, form: form))
        }
      }
    }
    found.errors = problems.sorted
    return found
  }
}

private struct InvariantReader {
  let problems: Problems
  let vocabulary: Vocabulary

  private static let forms = ["kept", "one-id", "once", "never", "before"]
  private static let trail = [
    "member", "argument", "endpoint", "items", "field", "within", "cut", "most",
  ]

  func form(_ node: Node) -> Invariant.Form? {
    if node.string?.isSame(as: "once") ?? false { return .once }
    guard let entries = problems.map(node, "once, or a map of one form"), let entry = entries.first,
      entries.count == 1
    else { return nil }
    switch entry.key {
    case "kept":
      return problems.fields(entry.value, of: "'kept'", Self.trail).flatMap(trail).map { .kept($0) }
    case "one-id":
      guard let fields = problems.fields(entry.value, of: "'one-id'", Self.trail + ["id"]),
        let trail = trail(fields), let id = fields.required("id").flatMap(way)
      else { return nil }
      return .oneID(trail, id: id)
    case "never":
      guard let fields = problems.fields(entry.value, of: "'never'", ["off", "on"]),
        let off = fields.required("off").flatMap(switches),
        let on = fields.required("on").flatMap(switches)
      else { return nil }
      return .never(off: off, on: on)
    case "before": return before(entry.value)
    default:
      problems.check(entries, of: "an invariant", Self.forms)
      return nil
    }
  }

  private func trail(_ fields: Fields) -> Invariant.Trail? {
    guard let member = fields.required("member").flatMap(member),
      let argument = fields.required("argument").flatMap(way),
      let endpoint = fields.required("endpoint").flatMap(endpoint),
      let field = fields.required("field").flatMap(way)
    else { return nil }
    return Invariant.Trail(
      member: member, argument: argument, endpoint: endpoint,
      items: fields["items"].flatMap { problems.text($0, "a name") }, field: field,
      within: fields["within"].flatMap { problems.duration($0) },
      cut: fields["cut"].flatMap { $0.value.int }, most: fields["most"].flatMap { $0.value.int })
  }

  private func before(_ node: Node) -> Invariant.Form? {
    guard
      let fields = problems.fields(
        node, of: "'before'", ["callback", "argument", "endpoints", "field"]),
      let callback = fields.required("callback").flatMap({ problems.text($0, "a name") }),
      let argument = fields.required("argument").flatMap({ problems.text($0, "a name") }),
      let endpoints = fields.required("endpoints").flatMap({ problems.list($0) }),
      let field = fields.required("field").flatMap({ problems.text($0, "a name") })
    else { return nil }
    return .before(
      callback: callback, argument: argument, endpoints: endpoints.compactMap(endpoint),
      field: field)
  }

  func member(_ node: Node) -> String? {
    guard let name = problems.text(node, "a member"),
      problems.known(name, node.mark, vocabulary.members, "member") != nil
    else { return nil }
    return name
  }

  private func endpoint(_ node: Node) -> String? {
    guard let path = problems.text(node, "an endpoint"),
      problems.known(path, node.mark, vocabulary.endpoints, "endpoint") != nil
    else { return nil }
    return path
  }

  // `name`, or `properties.screen_name`.
  private func way(_ node: Node) -> [String]? {
    problems.text(node, "a key, or keys joined by dots").map {
      $0.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    }
  }

  private func switches(_ node: Node) -> [Invariant.Switch]? {
    problems.list(node, "a list of calls")?.compactMap { item in
      guard
        let fields = problems.fields(
          item, of: "a call", ["member", "argument", "value", "default"]),
        let member = fields.required("member").flatMap({ problems.text($0, "a name") }),
        let argument = fields.required("argument").flatMap({ problems.text($0, "a name") }),
        let value = fields.required("value")
      else { return nil }
      return Invariant.Switch(
        member: member, argument: argument, value: value.value,
        isDefault: fields["default"].flatMap { problems.bool($0) } ?? false)
    }
  }
}
