import JSON
import YAML

extension Library {
  /// Reads every reply, ignore and start, used or not, and gives the starts that are whole runs.
  func checkShared(_ file: String) -> [Run] {
    for reply in terms.replies.entries {
      terms.reset()
      _ = terms.reply(named: reply.key, reply.mark)
    }
    for entry in starts.ignores {
      let name = Node(mark: entry.mark, content: .scalar(.string(entry.key), quoted: false))
      _ = ignore(name)
    }
    return starts.entries.compactMap { run(of: $0, file) }
  }

  private func run(of entry: Node.Entry, _ file: String) -> Run? {
    guard let start = start(entry.key, entry.mark),
      !start.takes.contains(where: { $0.value.isNull })
    else { return nil }
    let before = problems.count
    let steps = steps(of: start.name, with: [], at: start.mark)
    guard problems.count == before, case .act(let first)? = steps.first?.content, first.act.begins
    else { return nil }
    var builder = RunBuilder(self, judged: .all, isWhole: true)
    for step in steps { builder.add(step) }
    let rest = ActStep(
      mark: start.mark, act: .advance(milliseconds: 14 * 60_000, quiet: true), label: nil,
      because: nil, groups: [], start: start.name)
    let read = ReadStep(start.mark, .act(rest))
    read.hash()
    builder.add(read)
    guard problems.count == before else { return nil }
    var all = CapabilitySet()
    for index in vocabulary.capabilities.indices { all.insert(CapabilitySet(index: index)) }
    var run = Run(
      name: start.name, rule: "", file: file, mark: start.mark, needs: all, judged: .all,
      judge: .pass, observed: [], ignores: [], chances: builder.isRanged ? [0, 0.5, 0.999] : [0.5],
      acts: builder.acts, start: nil, inputsHash: "", stepsHash: "")
    let hasher = RunHasher(world: worldHash, acts: builder.hashes)
    run.inputsHash = hasher.inputs(of: run)
    run.stepsHash = hasher.steps(of: run)
    return run
  }
}

extension ActStep.Act {
  /// Whether a run can begin with it.
  var begins: Bool {
    switch self {
    case .device, .app("launch", _): true
    default: false
    }
  }
}
