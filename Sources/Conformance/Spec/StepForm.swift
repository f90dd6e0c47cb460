import JSON
import YAML

/// The kinds of step, and the keys that may stand beside each.
enum StepForm {
  static let acts: [String: [String]] = [
    "call": ["with", "returns", "as", "because"],
    "set": ["to", "as"],
    "get": ["returns", "because"],
    "reply": ["with"],
    "advance": [],
    "quiet": [],
    "app": ["with", "as"],
    "user": ["with", "as"],
    "device": ["as"],
    "do": ["with"],
    "each": ["steps"],
  ]
  static let effects: [String: [String]] = [
    "request": ["method", "headers", "body", "reply", "as", "after", "because"],
    "cancel": ["after", "because"],
    "callback": ["with", "on", "after", "because"],
    "completion": ["with", "after", "because"],
    "log": ["with", "after", "because"],
    "unordered": [],
    "sequence": [],
  ]
  /// Beside any effect that the vocabulary declares.
  static let others = ["with", "as", "reply", "after", "because"]
  static let fixed = acts.merging(effects) { first, _ in first }

  /// The keys that a kind may hold, or nil when there is no such kind.
  static func keys(of kind: String, _ library: Library) -> [String]? {
    fixed[kind] ?? (library.vocabulary.effects[kind] == nil ? nil : others)
  }

  /// The kind of a step, its form checked.
  static func kind(of node: Node, _ library: Library) -> String? {
    let problems = library.problems
    guard let entries = problems.map(node, "a step: a map whose first key is its kind") else {
      return nil
    }
    guard let first = entries.first else {
      problems.add(node.mark, "expected a step, found an empty map")
      return nil
    }
    guard let keys = keys(of: first.key, library) else {
      unknown(first, entries, library)
      return nil
    }
    for index in entries.indices.dropFirst() where !keys.holds(entries[index].key) {
      if Self.keys(of: entries[index].key, library) != nil {
        problems.add(
          entries[index].mark,
          "a step has one kind; '\(first.key)' and '\(entries[index].key)' are two")
        return nil
      }
      problems.check([entries[index]], of: "'\(first.key)'", keys)
    }
    return first.key
  }

  private static func unknown(_ first: Node.Entry, _ entries: [Node.Entry], _ library: Library) {
    if let kind = entries.first(where: { keys(of: $0.key, library) != nil && $0.key != "reply" }) {
      library.problems.add(kind.mark, "a step begins with its kind: put '\(kind.key)' first")
      return
    }
    let known = Array(fixed.keys) + library.vocabulary.effects.keys
    library.problems.add(
      first.mark,
      "unknown step '\(first.key.printable)'" + suggestion(for: first.key, among: known))
  }
}

/// A step as it is written, read again only where names make it differ.
final class StepSource {
  let node: Node
  let kind: String
  /// Whether it is something that the world does.
  let isAct: Bool
  /// Whether names have to be filled in before it can be read.
  let named: Bool
  /// The steps inside an `each`.
  let children: [StepSource]
  /// What it reads to, where nothing has to be filled in; nil inside when it could not be read.
  var read: ReadStep??
  /// What rows share of a call with names.
  var template: CallTemplate?

  init?(_ node: Node, _ library: Library) {
    guard let kind = StepForm.kind(of: node, library) else { return nil }
    self.node = node
    self.kind = kind
    isAct = StepForm.acts[kind] != nil
    guard kind == "each" else {
      named = node.holdsNames
      children = []
      return
    }
    named = true
    guard let steps = node.under("steps") else {
      library.problems.add(node.mark, "'each' needs 'steps'")
      return nil
    }
    children = StepSource.list(steps, library)
  }

  /// The steps of a list, without those whose form is wrong.
  static func list(_ node: Node, _ library: Library) -> [StepSource] {
    guard let items = library.problems.list(node, "a list of steps") else { return [] }
    if items.isEmpty {
      library.problems.add(node.mark, "expected at least one step, found an empty list")
    }
    return items.compactMap { StepSource($0, library) }
  }
}
