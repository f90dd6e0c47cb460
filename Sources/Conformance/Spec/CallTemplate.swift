import JSON
import YAML

/// A call as its first row read it: of further rows only the arguments with names are read.
///
/// Tables turn one `call` into thousands of acts, so this is worth its lines.
struct CallTemplate {
  private let act: ActStep
  private let with: Object
  private let open: [(argument: Vocabulary.Argument, node: Node)]

  /// Nil where more than arguments may differ from row to row.
  init?(_ source: StepSource, _ read: ReadStep, _ library: Library) {
    guard source.kind == "call", case .act(let act) = read.content, read.labels.isEmpty,
      read.uses.isEmpty, case .call(let name, let with, _, _) = act.act, !with.timed,
      let values = with.value.object, let member = library.vocabulary.members[name],
      let entries = source.node.entries
    else { return nil }
    var open: [(argument: Vocabulary.Argument, node: Node)] = []
    for entry in entries where entry.value.holdsNames {
      guard entry.key.isKnown("with"), let given = entry.value.entries else { return nil }
      for item in given where item.value.holdsNames {
        guard let place = member.arguments.firstIndex(where: { $0.name.isSame(as: item.key) })
        else {
          return nil
        }
        open.append((member.arguments[place], item.value))
      }
    }
    self.act = act
    self.with = values
    self.open = open
  }

  /// The call of another row; nil inside when it cannot be read, nil when it has to be read whole.
  func read(_ scope: Scope, _ library: Library) -> ReadStep?? {
    guard case .call(let name, _, let returns, let closures) = act.act else { return nil }
    let terms = library.terms
    terms.reset()
    terms.place = .app
    var with = with
    for (argument, node) in open {
      guard let filled = Filler.fill(node, scope, library.problems) else { return .some(nil) }
      guard terms.check(filled, argument.type), let supply = terms.argument(filled, argument.type)
      else { return .some(nil) }
      guard !supply.timed else { return nil }
      with[argument.name] = supply.value
    }
    var act = act
    act.act = .call(
      member: name, with: Supply(.object(with)), returns: returns, closures: closures)
    let read = ReadStep(act.mark, .act(act))
    read.start = act.start
    read.hash()
    return read
  }
}
