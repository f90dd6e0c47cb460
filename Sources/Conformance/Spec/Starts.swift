import JSON
import YAML

/// The starts and ignores of starts.yaml, each read when it is first used.
final class Starts {
  final class Start {
    let name: String
    let mark: Mark
    /// Parameters with their defaults; null must be given.
    let takes: [Node.Entry]
    let steps: [StepSource]

    init(_ name: String, _ mark: Mark, _ takes: [Node.Entry], _ steps: [StepSource]) {
      self.name = name
      self.mark = mark
      self.takes = takes
      self.steps = steps
    }
  }

  struct Key: Hashable {
    var name: String
    var arguments: Object
  }

  let entries: [Node.Entry]
  let ignores: [Node.Entry]
  var known: [String: Start] = [:]
  var unrolled: [Key: [ReadStep]] = [:]
  /// The starts that are being unrolled: none may begin with itself.
  var open: [String] = []

  init(_ root: Node?) {
    entries = (root?.entries ?? []).filter { $0.key != "starts" && $0.key != "ignores" }
    ignores = root?["ignores"]?.entries ?? []
  }

  var names: [String] { entries.map(\.key) }
}

/// A start without parameters, for runs that judge alike.
struct Begun: Hashable {
  var start: String
  var judged: CapabilitySet
}

/// All that spec files share: the vocabulary, the replies and the starts.
final class Library {
  let problems: Problems
  let vocabulary: Vocabulary
  let terms: Terms
  let starts: Starts
  /// Runs as far as a start takes them: what most scenarios begin with is built once.
  var begun: [Begun: RunBuilder] = [:]
  /// Hash of what every run gets without saying so.
  let worldHash: UInt64
  /// Hash of what is judged of a request beside its body, by endpoint.
  let standing: [String: UInt64]

  init(_ problems: Problems, _ vocabulary: Vocabulary, _ terms: Terms, _ starts: Starts) {
    self.problems = problems
    self.vocabulary = vocabulary
    self.terms = terms
    self.starts = starts
    worldHash = vocabulary.worldHash
    standing = vocabulary.endpoints.mapValues { endpoint in
      var print = Fingerprint()
      var request = endpoint.standing
      request.body = nil
      print.feed(request)
      return print.hash
    }
  }

  /// Steps in the order in which they happen, every `each` and `do` unrolled.
  func unroll(_ steps: [StepSource], _ scope: Scope, start: String?, into read: inout [ReadStep]) {
    for step in steps {
      switch step.kind {
      case "each":
        guard let table = step.node.entries?.first?.value,
          let rows = Tables.rows(table, scope, problems)
        else { continue }
        var inner = scope.adding(rows[0].kind, rows[0].entries)
        read.reserveCapacity(read.count + rows.count * step.children.count)
        for row in rows {
          inner.change(row.entries)
          unroll(step.children, inner, start: start, into: &read)
        }
      case "do": use(step, scope, into: &read)
      default:
        if let one = self.read(step, scope, start: start) { read.append(one) }
      }
    }
  }

  private func read(_ step: StepSource, _ scope: Scope, start: String?) -> ReadStep? {
    let reader = StepReader(library: self, start: start)
    guard step.named else {
      if let read = step.read { return read }
      let read = reader.read(step.node, step)
      step.read = .some(read)
      return read
    }
    if let template = step.template, let read = template.read(scope, self) { return read }
    guard let filled = Filler.fill(step.node, scope, problems), let read = reader.read(filled, step)
    else { return nil }
    if step.template == nil { step.template = CallTemplate(step, read, self) }
    return read
  }

  // MARK: - Starts

  private func use(_ step: StepSource, _ scope: Scope, into read: inout [ReadStep]) {
    guard let node = Filler.fill(step.node, scope, problems),
      let value = node.entries?.first?.value,
      let name = problems.text(value, "the name of a start"),
      let given = node.under("with").map({ problems.map($0, "a map of parameters") }) ?? []
    else { return }
    read += steps(of: name, with: given, at: value.mark)
  }

  /// The steps of a start, shared by all that use it alike.
  func steps(of name: String, with given: [Node.Entry], at mark: Mark) -> [ReadStep] {
    let key = Starts.Key(name: name, arguments: Object(given.map { ($0.key, $0.value.value) }))
    if let known = starts.unrolled[key] { return known }
    guard let start = start(name, mark), let names = parameters(start, given, mark) else {
      return []
    }
    guard !starts.open.contains(name) else {
      problems.add(mark, "start '\(name)' begins with itself")
      return []
    }
    starts.open.append(name)
    defer { starts.open.removeLast() }
    var read: [ReadStep] = []
    unroll(start.steps, Scope().adding(.filled, names), start: name, into: &read)
    starts.unrolled[key] = read
    return read
  }

  private func parameters(
    _ start: Starts.Start, _ given: [Node.Entry], _ mark: Mark
  ) -> [Node.Entry]? {
    var names: [Node.Entry] = []
    let takes = start.takes.map(\.key)
    var whole = true
    for entry in given {
      guard takes.contains(where: { $0.isSame(as: entry.key) }) else {
        let near = suggestion(for: entry.key, among: takes)
        let advice = near.isEmpty && takes.isEmpty ? "; it takes none" : near
        problems.add(
          entry.mark, "unknown parameter '\(entry.key.printable)' of start '\(start.name)'\(advice)"
        )
        whole = false
        continue
      }
      names.append(entry)
    }
    for entry in start.takes where !given.contains(where: { $0.key.isSame(as: entry.key) }) {
      if entry.value.isNull {
        problems.add(mark, "start '\(start.name)' needs '\(entry.key)'")
        whole = false
      }
      names.append(entry)
    }
    return whole ? names : nil
  }

  func start(_ name: String, _ mark: Mark) -> Starts.Start? {
    if let known = starts.known[name] { return known }
    guard let entry = starts.entries.first(where: { $0.key.isSame(as: name) }) else {
      problems.add(
        mark, "unknown start '\(name.printable)'" + suggestion(for: name, among: starts.names))
      return nil
    }
    guard let fields = problems.fields(entry.value, of: "start '\(name)'", ["takes", "steps"]),
      let steps = fields.required("steps")
    else { return nil }
    let takes = (fields["takes"].flatMap { problems.map($0) } ?? []).filter { problems.name($0) }
      .compactMap { entry in
        Filler.fill(entry.value, Scope(), problems).map {
          Node.Entry(key: entry.key, mark: entry.mark, value: $0)
        }
      }
    let start = Starts.Start(
      name, entry.mark, takes, StepSource.list(steps, self))
    starts.known[name] = start
    return start
  }

  // MARK: - Ignores

  /// An IGNORE: a name of starts.yaml, or the thing itself.
  func ignore(_ node: Node) -> Ignore? {
    guard let name = node.string else { return ignore(written: node, named: nil, at: node.mark) }
    guard let entry = starts.ignores.first(where: { $0.key.isSame(as: name) }) else {
      let known = starts.ignores.map(\.key)
      problems.add(
        node.mark, "unknown ignore '\(name.printable)'" + suggestion(for: name, among: known))
      return nil
    }
    guard let filled = Filler.fill(entry.value, Scope(), problems) else { return nil }
    return ignore(written: filled, named: name, at: node.mark)
  }

  private func ignore(written node: Node, named name: String?, at mark: Mark) -> Ignore? {
    let keys = ["request", "body", "reply", "because"]
    guard let fields = problems.fields(node, of: "an ignore", keys),
      let request = fields.required("request"), let reply = fields.required("reply"),
      let because = fields.required("because").flatMap({ problems.text($0, "the reason, as text") })
    else { return nil }
    terms.reset()
    guard let (pattern, owner) = terms.request(node, request, self), let answer = terms.reply(reply)
    else { return nil }
    return Ignore(
      name: name ?? pattern.name, mark: mark, capability: owner, request: pattern, reply: answer,
      because: because)
  }
}
