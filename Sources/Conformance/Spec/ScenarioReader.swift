import JSON
import YAML

/// Reads one scenario: a run for every row of its table.
final class ScenarioReader {
  let spec: SpecReader
  private let node: Node
  private let fields: Fields
  let steps: [StepSource]
  /// Whether the form of every step is right.
  let isComplete: Bool
  /// The names that all rows share.
  var lets = Scope()
  private(set) var judged = CapabilitySet()
  private var judge = Run.Judging.pass
  private var levels: Set<LogLevel> = []
  private var scopeAll = false
  private var ignores: [Node] = []
  private var opening: Opening?

  static let keys = [
    "name", "rule", "for", "let", "ignore", "observe", "scope", "judge", "because", "steps",
  ]

  init?(_ spec: SpecReader, _ node: Node) {
    guard let fields = spec.problems.fields(node, of: "a scenario", Self.keys),
      let steps = fields.required("steps")
    else { return nil }
    self.spec = spec
    self.node = node
    self.fields = fields
    self.steps = StepSource.list(steps, spec.library)
    isComplete = self.steps.count == steps.items?.count
    checkFirst(steps)
  }

  private var problems: Problems { spec.problems }

  private func checkFirst(_ list: Node) {
    guard let first = steps.first, first.node.mark == list.items?.first?.mark,
      let value = first.node.entries?.first?.value
    else { return }
    switch first.kind {
    case "do", "device": return
    case "app" where value.string == "launch": return
    default:
      problems.add(first.node.mark, "the first step is 'app: launch', 'device' or 'do'")
    }
  }

  func read() {
    let own = fields["let"].flatMap { problems.map($0, "a map of names") } ?? []
    lets = Scope().adding(.lets, spec.lets).adding(.lets, problems.names(own))
    guard let name = fields.required("name"), let judge = judging(), let levels = observed() else {
      return
    }
    self.judge = judge
    self.levels = levels
    scopeAll = fields["scope"].flatMap { problems.choice($0, ["needs", "all"]) } == "all"
    judged = scopeAll ? .all : spec.library.vocabulary.closure(of: spec.needs)
    ignores = fields["ignore"].flatMap { problems.list($0, "a list of ignores") } ?? spec.ignores
    guard let table = fields["for"] else {
      opening = open([])
      build(name, nil, lets)
      return
    }
    guard let rows = Tables.rows(table, lets, problems) else { return }
    opening = open(rows[0].entries.map(\.key))
    for row in rows { build(name, row["rule"], lets.adding(row.kind, row.entries)) }
  }

  private func judging() -> Run.Judging? {
    let because = fields["because"].flatMap { problems.text($0, "the reason, as text") }
    guard let judge = fields["judge"], problems.choice(judge, ["pass", "open"]) == "open" else {
      if let entry = fields.entry("because") {
        problems.add(
          entry.mark, "'because' says why nothing is judged, so it stands with 'judge: open'")
      }
      return .pass
    }
    guard fields["because"] != nil else {
      problems.add(judge.mark, "'judge: open' needs 'because': why nothing is judged")
      return nil
    }
    return because.map { .open(because: $0) }
  }

  private func observed() -> Set<LogLevel>? {
    guard let node = fields["observe"] else { return [] }
    guard let items = problems.list(node, "a list of log levels") else { return nil }
    var levels: Set<LogLevel> = []
    for item in items {
      let names = ["log"] + LogLevel.allCases.map { "log." + $0.rawValue }
      guard let name = problems.choice(item, names) else { return nil }
      if name == "log" { levels.formUnion(LogLevel.allCases) }
      if let level = LogLevel(rawValue: String(name.dropFirst(4))) { levels.insert(level) }
    }
    return levels
  }

  // MARK: - One run

  private func build(_ name: Node, _ rowRule: Node?, _ scope: Scope) {
    guard let opening else { return }
    let named = text(name, scope)
    let rule = self.rule(rowRule, scope)
    let ignores = self.ignores.compactMap { spec.ignore($0, scope) }
    let before = problems.count
    var rest: [ReadStep] = []
    for (step, shared) in opening.rest {
      if let shared {
        rest += shared
      } else {
        spec.library.unroll([step], scope, start: nil, into: &rest)
      }
    }
    var builder = opening.builder
    builder.isWhole = builder.isWhole && problems.count == before
    for step in rest { builder.add(step) }
    checkIgnores(ignores, builder.acts)
    if !builder.expects, builder.isWhole {
      problems.add(
        fields["steps"]?.mark ?? node.mark,
        "nothing is expected: no SDK step, no 'returns' and no 'quiet'")
    }
    guard let named, let rule else { return }
    var run = Run(
      name: named, rule: rule.id, file: spec.path, mark: node.mark, needs: spec.needs,
      judged: judged, judge: judge, observed: levels, ignores: ignores,
      chances: builder.isRanged ? [0, 0.5, 0.999] : [0.5], acts: builder.acts, start: nil,
      inputsHash: "", stepsHash: "")
    let hasher = RunHasher(world: spec.library.worldHash, acts: builder.hashes)
    run.inputsHash = hasher.inputs(of: run)
    run.stepsHash = hasher.steps(of: run)
    // A step of the scenario under the start's last act makes that act its own.
    if let start = opening.start, !(opening.next ?? rest.first?.isSeen ?? false) {
      run.start = Run.StartUse(
        name: start.name, acts: start.acts, inputsHash: hasher.start(of: run, acts: start.acts))
    }
    var isOpen = false
    if case .open = judge { isOpen = true }
    spec.add(run, spec.use(rule.id, rule.mark, scopeAll: scopeAll, isOpen: isOpen))
  }

  private func text(_ node: Node, _ scope: Scope) -> String? {
    guard let filled = Filler.fill(node, scope, problems) else { return nil }
    switch filled.content {
    case .scalar(.string(let text), _):
      if text.isEmpty { problems.add(node.mark, "expected a name, found an empty text") }
      return text.isEmpty ? nil : text.printable
    case .scalar(.number(let number), _): return number.description
    case .scalar(.bool(let value), _): return "\(value)"
    default:
      problems.expected("a name", filled)
      return nil
    }
  }

  /// The rule that the run shows: the row's, else the scenario's, else the file's.
  private func rule(_ row: Node?, _ scope: Scope) -> (id: String, mark: Mark)? {
    guard let own = row ?? fields["rule"] else {
      if spec.rule == nil {
        problems.add(node.mark, "no rule: give 'rule' in the file, the scenario or each row")
      }
      return spec.rule
    }
    return Filler.fill(own, scope, problems).flatMap { filled in
      problems.text(filled, "the id of a rule").map { ($0, own.mark) }
    }
  }

  private func checkIgnores(_ ignores: [Ignore], _ acts: [ActStep]) {
    for ignore in ignores {
      for act in acts {
        for step in act.groups.flatMap(\.steps) where step.start == nil {
          guard case .request(let request) = step.kind, request.overlaps(ignore.request) else {
            continue
          }
          problems.add(
            ignore.mark,
            "'\(ignore.name)' ignores what the scenario itself expects at line \(step.mark.line)")
        }
      }
    }
  }
}
