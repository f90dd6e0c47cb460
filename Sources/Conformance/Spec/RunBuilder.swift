import JSON
import YAML

/// Builds a run out of its steps, and checks what only the whole run can tell.
struct RunBuilder {
  private struct Label {
    var given: ReadStep.GivenLabel
    var launch: Int
    var isAnswered: Bool
  }

  // The library keeps runs that are begun, so they do not keep it.
  private unowned let library: Library
  let judged: CapabilitySet
  /// Whether all steps could be read: else what a step rests on may be among those missing.
  var isWhole: Bool
  private(set) var acts: [ActStep] = []
  private(set) var isRanged = false
  /// Whether anything is expected at all.
  private(set) var expects = false
  /// Hashes of each act with all that stands under it.
  private(set) var hashes: [(inputs: UInt64, whole: UInt64)] = []
  private var labels: [String: Label] = [:]
  /// Calls without a label whose completion has not come.
  private var waiting: [String: Mark] = [:]
  private var launches = 0
  private var isRunning = false
  private var isQuiet = false

  init(_ library: Library, judged: CapabilitySet, isWhole: Bool) {
    self.library = library
    self.judged = judged
    self.isWhole = isWhole
  }

  private var problems: Problems { library.problems }

  mutating func add(_ step: ReadStep) {
    isRanged = isRanged || step.isRanged
    // Only inside a group may a step speak of a label that stands beside it.
    if step.isGroup { for label in step.labels { give(label) } }
    switch step.content {
    case .act(let act): add(act, step)
    case .reply(let label, let mark, let with): reply(step, label, mark, with)
    case .sees(let group): add(group, step)
    }
    if !step.isGroup { for label in step.labels { give(label) } }
  }

  // MARK: - Acts

  private mutating func add(_ act: ActStep, _ step: ReadStep) {
    check(step.uses)
    isQuiet = false
    var own = act.start == nil ? CapabilitySet() : judged
    switch act.act {
    case .call(let name, _, let returns, let closures):
      needProcess(act.mark, "call")
      if returns != nil {
        expects = true
        own.formUnion(library.vocabulary.members[name]?.capability ?? [])
      }
      if closures.contains(Vocabulary.Member.completionName), act.label == nil {
        wait(for: name, act.mark)
      }
    case .get(let name, _):
      needProcess(act.mark, "get")
      expects = true
      own.formUnion(library.vocabulary.properties[name]?.capability ?? [])
    case .set: needProcess(act.mark, "set")
    case .user: needProcess(act.mark, "user")
    case .app(let name, _): app(name, act.mark)
    case .advance(_, let quiet):
      isQuiet = quiet
      expects = expects || quiet
    case .reply, .device: break
    }
    if act.start == nil { need(own, act.mark, "what it returns") }
    acts.append(act)
    hashes.append(step.hashes)
  }

  private mutating func app(_ name: String, _ mark: Mark) {
    switch name {
    case "launch":
      if isRunning {
        problems.add(
          mark, "the app runs already; end it first with 'app: kill' or 'app: terminate'")
      }
      isRunning = true
      launches += 1
      waiting = [:]
    case "kill", "terminate", "reinstall":
      if name != "reinstall" { needProcess(mark, "app: \(name)") }
      isRunning = false
    default: needProcess(mark, "app: \(name)")
    }
  }

  private func needProcess(_ mark: Mark, _ what: String) {
    if !isRunning, isWhole {
      problems.add(mark, "'\(what)' needs a running app; launch it first with 'app: launch'")
    }
  }

  private mutating func wait(for member: String, _ mark: Mark) {
    if let first = waiting[member] {
      problems.add(
        mark,
        "'\(member)' still waits for the completion of line \(first.line); tell the two calls apart with 'as'"
      )
    }
    waiting[member] = mark
  }

  private mutating func reply(_ step: ReadStep, _ name: String, _ mark: Mark, _ with: Node) {
    needProcess(step.mark, "reply")
    isQuiet = false
    guard let label = label(name, mark) else { return }
    if label.launch != launches || !isRunning, isWhole {
      problems.add(mark, "'\(name)' ended with its process, so it can be answered no more")
    } else if label.isAnswered {
      problems.add(mark, "'\(name)' is answered already")
    }
    labels[name]?.isAnswered = true
    let terms = library.terms
    terms.reset()
    var answer: Reply?
    switch label.given.kind {
    case .request: answer = terms.reply(with)
    case .ask(_, let type, _):
      terms.place = .app
      answer = terms.check(with, type) ? terms.supply(with).map { .answer($0) } : nil
    case .call, .act, .effect:
      problems.add(mark, "'\(name)' names nothing that waits for an answer")
    }
    check(terms.uses)
    guard let answer else { return }
    let act = ActStep(
      mark: step.mark, act: .reply(to: name, answer), label: nil, because: nil, groups: [],
      start: step.start)
    let read = ReadStep(step.mark, .act(act))
    read.hash()
    acts.append(act)
    hashes.append(read.hashes)
  }

  // MARK: - What the SDK did

  private mutating func add(_ group: ActStep.Group, _ step: ReadStep) {
    guard !acts.isEmpty else {
      if isWhole {
        problems.add(
          step.mark, "nothing has happened yet; the first step is 'app: launch', 'device' or 'do'")
      }
      return
    }
    expects = true
    if isQuiet {
      problems.add(
        step.mark,
        "'quiet' says that nothing happens, so no SDK step stands under it; use 'advance'")
    }
    check(step.uses)
    if step.isUnsettled {
      let settled = group.mapped { settle($0, step) }
      for one in settled.steps where one.start == nil {
        need(one.capability, one.mark, "'\(one.kind.title)'")
      }
      acts[acts.count - 1].groups.append(settled)
    } else {
      if !judged.isSuperset(of: step.own), case .one(let one) = group {
        need(step.own, step.mark, "'\(one.kind.title)'")
      }
      acts[acts.count - 1].groups.append(group)
    }
    hashes[hashes.count - 1] = mixed(hashes[hashes.count - 1], step.hashes)
  }

  private func mixed(
    _ left: (inputs: UInt64, whole: UInt64), _ right: (inputs: UInt64, whole: UInt64)
  ) -> (inputs: UInt64, whole: UInt64) {
    var inputs = Fingerprint()
    var whole = Fingerprint()
    inputs.feed(left.inputs)
    inputs.feed(right.inputs)
    whole.feed(left.whole)
    whole.feed(right.whole)
    return (inputs.hash, whole.hash)
  }

  /// What a label tells about the step that names it.
  private mutating func settle(_ step: Expectation, _ read: ReadStep) -> Expectation {
    switch step.kind {
    case .cancel(let name):
      guard let label = label(name, step.mark) else { return step }
      guard case .request(let capability) = label.given.kind else {
        problems.add(step.mark, "'\(name)' names no request, so it cannot be cancelled")
        return step
      }
      return step.with(capability)
    case .completion(let name, let with):
      guard let member = caller(name, step.mark) else { return step }
      check(member, with != nil, read.with, step.mark)
      return step.with(member.capability)
    default: return step
    }
  }

  /// The member whose completion a step names.
  private mutating func caller(_ name: String, _ mark: Mark) -> Vocabulary.Member? {
    if let label = labels[name] {
      if case .call(let member) = label.given.kind { return member }
      problems.add(mark, "'\(name)' names no call, so it has no completion")
      return nil
    }
    guard let member = library.vocabulary.members[name] else {
      guard isWhole else { return nil }
      let known = Array(labels.keys) + library.vocabulary.members.keys
      problems.add(
        mark, "unknown call '\(name.printable)'" + suggestion(for: name, among: known))
      return nil
    }
    if waiting.removeValue(forKey: name) == nil, isWhole {
      problems.add(mark, "no call of '\(name)' without a label waits for its completion here")
    }
    return member
  }

  private func check(
    _ member: Vocabulary.Member, _ hasPattern: Bool, _ with: Node?, _ mark: Mark
  ) {
    switch member.completion {
    case nil: problems.add(mark, "'\(member.name)' has no completion")
    case .nothing?:
      if let with { problems.add(with.mark, "the completion of '\(member.name)' carries nothing") }
    case .value(let type)?:
      if let with {
        _ = library.terms.check(with, type)
      } else if !hasPattern {
        problems.add(
          mark, "the completion of '\(member.name)' carries \(type.name): say what with 'with'")
      }
    }
  }

  private func need(_ capability: CapabilitySet, _ mark: Mark, _ what: String) {
    guard !judged.isSuperset(of: capability) else { return }
    let missing = capability.subtracting(judged)
    let names = library.vocabulary.names(of: missing).joined(separator: ", ")
    problems.add(
      mark, "\(what) belongs to '\(names)', which the scenario does not need; add it to 'needs'")
  }

  // MARK: - Labels

  private mutating func give(_ label: ReadStep.GivenLabel) {
    if let first = labels[label.name] {
      problems.add(
        label.mark,
        "label '\(label.name)' is given twice; the first is at \(first.given.mark.near(label.mark))"
      )
      return
    }
    labels[label.name] = Label(given: label, launch: launches, isAnswered: label.isAnswered)
  }

  private func label(_ name: String, _ mark: Mark) -> Label? {
    if let label = labels[name] { return label }
    guard isWhole else { return nil }
    let known = Array(labels.keys)
    problems.add(mark, "unknown label '\(name.printable)'" + suggestion(for: name, among: known))
    return nil
  }

  private func check(_ uses: [LabelUse]) {
    for use in uses {
      guard let label = label(use.name, use.mark), use.purpose == .body else { continue }
      if case .request = label.given.kind { continue }
      problems.add(use.mark, "'\(use.name)' names no request, so it has no body")
    }
  }
}

extension Mark {
  /// The place as told beside another one: only the line where the file is the same.
  func near(_ other: Mark) -> String {
    file.isSame(as: other.file) ? "line \(line)" : description
  }
}
