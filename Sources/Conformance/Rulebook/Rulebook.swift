import JSON
package import YAML

/// Every documented rule, by id.
package struct Rulebook: Sendable {
  /// In the order of the file.
  package var rules: [Rule]
  /// What is wrong with the file, sorted by place.
  package var errors: [SpecError]
  private var places: [String: Int] = [:]

  /// The rule of an id, or nil.
  package subscript(id: String) -> Rule? { places[id].map { rules[$0] } }

  /// Reads a suite's `rulebook.yaml`.
  package static func load(
    folder: String, read: (String) -> YAMLFile = { YAMLFile(path: $0) }
  ) -> Rulebook {
    let problems = Problems()
    let file = read(folder + "/rulebook.yaml")
    problems.add(file.errors.map { SpecError($0.mark, $0.message) })
    var book = Rulebook()
    if let root = file.root {
      problems.version(root, "rulebook")
      if let fields = problems.fields(root, of: "the rulebook", ["rulebook", "rules"]) {
        for node in fields.required("rules").flatMap({ problems.list($0, "a list of rules") }) ?? []
        {
          if let rule = rule(node, problems) { book.add(rule, problems) }
        }
      }
    }
    book.errors = problems.sorted
    return book
  }

  /// Makes one of those of several suites, one behind the other.
  package init(joining books: [Rulebook]) {
    rules = books.flatMap(\.rules)
    errors = books.flatMap(\.errors)
    for (index, rule) in rules.enumerated() where places[rule.id] == nil {
      places[rule.id] = index
    }
  }

  private init() {
    rules = []
    errors = []
  }

  private mutating func add(_ rule: Rule, _ problems: Problems) {
    if let first = places[rule.id] {
      problems.add(
        rule.mark,
        "rule '\(rule.id)' is given twice; the first is at line \(rules[first].mark.line)")
      return
    }
    places[rule.id] = rules.count
    rules.append(rule)
  }

  private static let keys = [
    "id", "says", "sources", "level", "decision", "scope", "open", "shown", "hash",
  ]

  private static func rule(_ node: Node, _ problems: Problems) -> Rule? {
    guard let fields = problems.fields(node, of: "a rule", keys) else { return nil }
    let id = fields.required("id").flatMap { readId($0, problems) }
    let says = fields.required("says").flatMap { problems.sentence($0) }
    let sources = fields.required("sources").flatMap { readSources($0, problems) }
    let level = fields.required("level").flatMap { node in
      problems.choice(node, Rule.Level.allCases.map(\.rawValue)).flatMap {
        Rule.Level(rawValue: $0)
      }
    }
    let decision = fields["decision"].flatMap { problems.sentence($0) }
    let scope = fields["scope"].flatMap { problems.choice($0, ["all"]) }
    let isOpen = fields["open"].flatMap { problems.bool($0) } ?? false
    let shown = fields["shown"].flatMap { problems.text($0, "the name of a Swift test, or later") }
    if let entry = fields.entry("shown"), let level, level != .host {
      problems.add(
        entry.mark,
        "'shown' names the test of a host rule, and this rule is of level \(level.rawValue)")
    }
    let pins = fields["hash"].map { problems.pins($0, at: sources ?? []) } ?? []
    guard let id, let says, let sources, let level else { return nil }
    return Rule(
      id: id, says: says, sources: sources, level: level, decision: decision,
      scopeAll: scope != nil, isOpen: isOpen, shown: shown, pins: pins, mark: node.mark)
  }

  private static func readId(_ node: Node, _ problems: Problems) -> String? {
    guard let text = problems.text(node, "an id such as 'events.track-sends-event'") else {
      return nil
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ String(Substring($0)).isSlug }) else {
      problems.add(
        node.mark,
        "'\(text.printable)' is no id; an id is an area and a name, such as 'events.track-sends-event'"
      )
      return nil
    }
    return text
  }

  private static func readSources(_ node: Node, _ problems: Problems) -> [String]? {
    guard let items = problems.list(node, "a list of sources, each as page#section") else {
      return nil
    }
    if items.isEmpty { problems.add(node.mark, "a rule needs at least one source") }
    let texts = items.compactMap { problems.text($0, "a source, as page#section") }
    return texts.count == items.count && !items.isEmpty ? texts : nil
  }
}

extension Problems {
  fileprivate func sentence(_ node: Node) -> String? {
    guard let text = text(node, "a sentence") else { return nil }
    if text.utf8.isEmpty {
      add(node.mark, "expected a sentence, found an empty text")
      return nil
    }
    return text
  }
}
