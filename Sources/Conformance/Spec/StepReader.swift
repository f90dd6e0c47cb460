import JSON
import YAML

/// Reads steps whose names are filled in.
struct StepReader {
  let library: Library
  /// The start that holds the steps, if one does.
  var start: String?

  var problems: Problems { library.problems }
  var terms: Terms { library.terms }

  /// One step, or nil when it could not be read.
  func read(_ node: Node, _ source: StepSource) -> ReadStep? {
    guard case .mapping(let entries) = node.content, !entries.isEmpty else { return nil }
    let kind = source.kind
    let value = entries[0].value
    terms.reset()
    let step: ReadStep? =
      if kind == "reply" {
        reply(node, value)
      } else if source.isAct {
        act(node, kind, value)
      } else if kind == "unordered" || kind == "sequence" {
        group(node, value, kind)
      } else {
        seen(node, kind, value)
      }
    step?.hash()
    return step
  }

  // MARK: - Acts

  private func act(_ node: Node, _ kind: String, _ value: Node) -> ReadStep? {
    guard let act = ActReader(self, node).read(kind, value) else { return nil }
    let because = because(node)
    needBecause(node, because)
    var step = ActStep(
      mark: node.mark, act: act, label: nil, because: because, groups: [], start: start)
    var given: [ReadStep.GivenLabel] = []
    if let label = label(node) {
      step.label = label.name
      var labelKind = ReadStep.GivenLabel.Kind.act
      if case .call(let name, _, _, _) = act, let member = library.vocabulary.members[name] {
        labelKind = .call(member)
      }
      given = [
        ReadStep.GivenLabel(name: label.name, mark: label.mark, kind: labelKind, isAnswered: false)
      ]
    }
    let read = ReadStep(node.mark, .act(step))
    read.labels = given
    return noted(read)
  }

  private func reply(_ node: Node, _ value: Node) -> ReadStep? {
    guard let label = problems.text(value, "the label of a request or another ask") else {
      return nil
    }
    guard let with = node.under("with") else {
      problems.add(node.mark, "'reply' needs 'with'")
      return nil
    }
    let read = ReadStep(node.mark, .reply(label: label, labelMark: value.mark, with: with))
    read.start = start
    return read
  }

  // MARK: - What the SDK did

  private func seen(_ node: Node, _ kind: String, _ value: Node) -> ReadStep? {
    guard let (step, label) = expectation(node, kind, value) else { return nil }
    let read = ReadStep(node.mark, .sees(.one(step)))
    if let label { read.labels = [label] }
    if kind == "completion" { read.with = node.under("with") }
    read.isUnsettled = kind == "completion" || kind == "cancel"
    if start == nil { read.own = step.capability }
    if kind == "request", node.under("headers") == nil, node.under("method") == nil,
      let name = value.string
    {
      read.standing = library.standing[name]
    }
    return noted(read)
  }

  private func group(_ node: Node, _ value: Node, _ kind: String) -> ReadStep? {
    guard let items = problems.list(value, "a list of SDK steps") else { return nil }
    guard items.count > 1 else {
      problems.add(value.mark, "'\(kind)' holds at least two steps")
      return nil
    }
    var steps: [Expectation] = []
    var labels: [ReadStep.GivenLabel] = []
    for item in items {
      guard let inner = StepForm.kind(of: item, library) else { continue }
      guard StepForm.acts[inner] == nil, inner != "unordered", inner != "sequence" else {
        problems.add(
          item.mark, "'\(inner)' cannot stand in '\(kind)', which holds what the SDK did")
        continue
      }
      terms.loose = nil
      guard let first = item.entries?.first,
        let (step, label) = expectation(item, inner, first.value)
      else { continue }
      if kind == "unordered", let lane = steps.first?.kind.lane, lane != step.kind.lane {
        problems.add(
          item.mark,
          "'\(inner)' is of another lane than the steps above it; order between lanes is never judged"
        )
      }
      steps.append(step)
      if let label { labels.append(label) }
    }
    guard steps.count == items.count else { return nil }
    let read = ReadStep(
      node.mark,
      .sees(kind == "unordered" ? .unordered(steps, node.mark) : .sequence(steps, node.mark)))
    read.labels = labels
    read.isUnsettled = true
    return noted(read)
  }

  private func expectation(
    _ node: Node, _ kind: String, _ value: Node
  ) -> (Expectation, ReadStep.GivenLabel?)? {
    var reader = EffectReader(self, node)
    guard let what = reader.read(kind, value) else { return nil }
    let because = because(node)
    needBecause(node, because)
    var after: ClosedRange<Int64>?
    if let window = node.under("after") {
      guard let read = problems.window(window) else { return nil }
      after = read
      if read.lowerBound != read.upperBound { terms.ranged = true }
    }
    let label = label(node)
    let step = Expectation(
      mark: node.mark, kind: what, after: after, label: label?.name, reply: reader.reply,
      because: because, capability: reader.capability, start: start)
    guard let label else { return (step, nil) }
    return (
      step,
      ReadStep.GivenLabel(
        name: label.name, mark: label.mark, kind: reader.labelKind, isAnswered: reader.reply != nil)
    )
  }

  // MARK: - Keys that many steps share

  private func noted(_ read: ReadStep) -> ReadStep {
    read.uses = terms.uses
    read.isRanged = terms.ranged
    read.start = start
    return read
  }

  private func label(_ node: Node) -> (name: String, mark: Mark)? {
    guard let entry = node.under("as"), let name = problems.text(entry, "a label") else {
      return nil
    }
    guard name.isLabel else {
      problems.add(
        entry.mark,
        "'\(name.printable)' is no label; a label begins with a small letter, then small letters, digits, '_' and '-'"
      )
      return nil
    }
    guard name != "now", name != "start" else {
      problems.add(entry.mark, "'\(name)' is an instant of every run, so no label has this name")
      return nil
    }
    return (name, entry.mark)
  }

  private func because(_ node: Node) -> String? {
    node.under("because").flatMap { problems.text($0, "the reason, as text") }
  }

  // A start serves many scenarios; what is loose in it is judged by those that speak of it.
  private func needBecause(_ node: Node, _ because: String?) {
    guard start == nil, because == nil, let loose = terms.loose else { return }
    problems.add(node.mark, "'\(loose)' leaves something unjudged; say why with 'because'")
  }
}
