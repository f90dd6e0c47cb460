import JSON
import YAML

/// Reads one spec file into its runs.
final class SpecReader {
  let library: Library
  let path: String
  let area: String
  var needs = CapabilitySet()
  var rule: (id: String, mark: Mark)?
  var lets: [Node.Entry] = []
  var ignores: [Node] = []
  var runs: [Run] = []
  var uses: [SpecFile.RuleUse] = []
  private var names: [String: Mark] = [:]
  private var known: Set<SpecFile.RuleUse> = []
  private var readIgnores: [Mark: Ignore] = [:]

  init(_ library: Library, path: String, area: String) {
    self.library = library
    self.path = path
    self.area = area
  }

  var problems: Problems { library.problems }

  static let keys = ["spec", "rule", "title", "needs", "after", "let", "ignore", "scenarios"]

  func read(_ root: Node) -> SpecFile {
    var file = SpecFile(
      path: path, area: area, title: nil, needs: [], after: [], rules: [], runs: [], errors: [])
    problems.version(root, "spec")
    guard root.entries != nil, let fields = problems.fields(root, of: "a spec", Self.keys) else {
      return file
    }
    file.title = fields["title"].flatMap { problems.text($0) }
    readNeeds(fields)
    file.needs = needs
    file.after = (fields["after"].flatMap { problems.list($0, "a list of rules") } ?? []).compactMap
    {
      node in problems.text(node, "the id of a rule").map { use($0, node.mark) }
    }
    rule = fields["rule"].flatMap { node in
      problems.text(node, "the id of a rule").map { ($0, node.mark) }
    }
    lets =
      fields["let"].flatMap { problems.map($0, "a map of names") }.map { problems.names($0) } ?? []
    ignores = fields["ignore"].flatMap { problems.list($0, "a list of ignores") } ?? []
    for scenario in fields.required("scenarios").flatMap({ scenarios($0) }) ?? [] {
      ScenarioReader(self, scenario)?.read()
    }
    file.rules = uses
    file.runs = runs
    return file
  }

  private func scenarios(_ node: Node) -> [Node]? {
    guard let items = problems.list(node, "a list of scenarios") else { return nil }
    if items.isEmpty { problems.add(node.mark, "expected at least one scenario, found none") }
    return items
  }

  private func readNeeds(_ fields: Fields) {
    guard let node = fields["needs"] else {
      if let own = library.vocabulary.capability(named: area) {
        needs = own
      } else {
        problems.add(
          fields.mark, "'\(area)' is no capability, so a spec in this folder gives 'needs'")
      }
      return
    }
    for item in problems.list(node, "a list of capabilities") ?? [] {
      guard let name = problems.text(item, "a capability") else { continue }
      needs.formUnion(problems.capability(name, item.mark, library.vocabulary) ?? [])
    }
  }

  func use(_ id: String, _ mark: Mark, scopeAll: Bool = false, isOpen: Bool = false)
    -> SpecFile.RuleUse
  {
    SpecFile.RuleUse(id: id, mark: mark, scopeAll: scopeAll, isOpen: isOpen)
  }

  // MARK: - What scenarios share

  func ignore(_ node: Node, _ scope: Scope) -> Ignore? {
    if let known = readIgnores[node.mark] { return known }
    guard let filled = Filler.fill(node, scope, problems), let ignore = library.ignore(filled)
    else {
      return nil
    }
    if !node.holdsNames { readIgnores[node.mark] = ignore }
    return ignore
  }

  /// Takes a run, unless its name is taken.
  func add(_ run: Run, _ use: SpecFile.RuleUse) {
    if let first = names[run.name] {
      problems.add(
        run.mark,
        "the name '\(run.name)' is given twice; the first is at line \(first.line)")
      return
    }
    names[run.name] = run.mark
    runs.append(run)
    if known.insert(use).inserted { uses.append(use) }
  }
}
