import JSON
import YAML

extension ScenarioReader {
  /// What is the same in every row: the steps at the front as they are built, and others read.
  struct Opening {
    var builder: RunBuilder
    /// The start that the run begins on, with its number of acts.
    var start: (name: String, acts: Int)?
    /// Whether an SDK step follows the first step; nil while nothing does.
    var next: Bool?
    /// The steps behind, each as it reads in every row, or nil where it differs.
    var rest: [(step: StepSource, shared: [ReadStep]?)] = []
  }

  /// Builds the steps at the front that need no name of the row.
  func open(_ rows: [String]) -> Opening {
    let library = spec.library
    var isWhole = isComplete
    var opening = Opening(
      builder: RunBuilder(library, judged: judged, isWhole: true), start: nil, next: nil)
    var isFront = true
    for (index, step) in steps.enumerated() {
      let differs = step.named && step.node.needs(rows, lets)
      if differs {
        isFront = false
        opening.rest.append((step, nil))
      } else if index == 0 {
        opening.builder = library.begin(step, lets, judged)
        opening.start = start(step, opening.builder.acts)
        isWhole = isWhole && opening.builder.isWhole
      } else {
        var read: [ReadStep] = []
        let before = library.problems.count
        library.unroll([step], lets, start: nil, into: &read)
        isWhole = isWhole && library.problems.count == before
        if isFront {
          if opening.next == nil { opening.next = read.first?.isSeen }
          opening.builder.isWhole = isWhole
          for step in read { opening.builder.add(step) }
        } else {
          opening.rest.append((step, read))
        }
      }
    }
    opening.builder.isWhole = isWhole
    return opening
  }

  private func start(_ first: StepSource, _ acts: [ActStep]) -> (name: String, acts: Int)? {
    guard first.kind == "do", let act = acts.first, act.act.begins,
      let name = first.node.entries?.first?.value.string
    else { return nil }
    return (name, acts.count)
  }
}

extension Library {
  /// A run after its first step, shared by all that begin on the same start.
  fileprivate func begin(
    _ first: StepSource, _ scope: Scope, _ judged: CapabilitySet
  ) -> RunBuilder {
    let before = problems.count
    // Parameters make another start of it.
    let isPlain = first.kind == "do" && !first.named && first.node.under("with") == nil
    let name = isPlain ? first.node.entries?.first?.value.string : nil
    let key = name.map { Begun(start: $0, judged: judged) }
    if let key, let known = begun[key] { return known }
    var read: [ReadStep] = []
    unroll([first], scope, start: nil, into: &read)
    var builder = RunBuilder(self, judged: judged, isWhole: problems.count == before)
    for step in read { builder.add(step) }
    if let key, problems.count == before { begun[key] = builder }
    return builder
  }
}

extension ReadStep {
  /// Whether it says what the SDK did.
  var isSeen: Bool { if case .sees = content { true } else { false } }
}

extension Node {
  /// Whether one of these names is needed to fill the node in, also by way of a `let`.
  func needs(_ names: [String], _ lets: Scope) -> Bool {
    guard !names.isEmpty else { return false }
    var seen: [String] = []
    return needs(names, lets, &seen)
  }

  private func needs(_ names: [String], _ lets: Scope, _ seen: inout [String]) -> Bool {
    switch content {
    case .scalar(.string(let text), _):
      for name in text.namesWithin where !seen.contains(where: { $0.isSame(as: name) }) {
        if names.contains(where: { $0.isSame(as: name) }) { return true }
        seen.append(name)
        if let value = lets.find(name)?.value, value.needs(names, lets, &seen) { return true }
      }
      return false
    case .scalar: return false
    case .sequence(let items): return items.contains { $0.needs(names, lets, &seen) }
    case .mapping(let entries): return entries.contains { $0.value.needs(names, lets, &seen) }
    }
  }
}
