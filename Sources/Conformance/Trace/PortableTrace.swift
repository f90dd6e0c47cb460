package import JSON

/// A trace by which two different ports are compared: what each may do its own way is left out.
///
/// Left out are stores, logs and notes, what belongs to capabilities that the run does not need,
/// with the answers to it, the order of lanes within a turn, the case of header names, nulls that
/// mean nothing, how ids are spelled, and the wording of a text that the vocabulary leaves free by
/// a default with stars. Everything else stays, byte for byte.
package struct PortableTrace: Sendable {
  /// One object an entry, each with its `at`, in milliseconds of the run's time.
  package private(set) var entries: [Value] = []
  private let vocabulary: Vocabulary
  /// The effects since the last input, of one instant, that wait to be sorted by lane.
  private var turn: [(rank: Int, effect: Effect)] = []
  /// The answers since then at the same instant, which stand behind the effects.
  private var answers: [Object] = []
  private var instant: Int64 = 0
  /// What was asked and is left out: the answers to it are, too.
  private var unneeded: [String] = []
  private var names = PortableNames()

  /// The portable trace of a course.
  package init(_ trace: [TraceEntry], _ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    for entry in trace { append(entry) }
    endTurn()
  }

  /// The entries as canonical JSON, a line each.
  package var lines: [String] { entries.map(\.canonicalText) }

  private mutating func append(_ entry: TraceEntry) {
    guard case .effect(let effect) = entry.event else { return append(world: entry) }
    if entry.at != instant { endTurn() }
    instant = entry.at
    if case .unneeded = entry.standing {
      if let id = effect.askID { unneeded.append(id) }
    } else if let rank = effect.rank {
      turn.append((rank, effect))
    }
  }

  private mutating func append(world entry: TraceEntry) {
    guard let object = entry.event.object else { return }
    // An answer to what is left out parts no turn: a port without the capability never gets it.
    if let id = entry.event.answered, unneeded.contains(where: { $0.isSame(as: id) }) {
      names.learn(.object(object))
      return
    }
    // Nor does one to what is needed at the same instant: what it causes may have waited for another
    // that is left out, which this port asks for and that one does not.
    let isAnswer = entry.event.answered != nil
    if !isAnswer || entry.at != instant { endTurn() }
    instant = entry.at
    if isAnswer {
      names.learn(.object(object))
      answers.append(object)
      return
    }
    if case .input(.launch) = entry.event {
      unneeded = []
      names.forgetProcess()
    }
    names.learn(.object(object))
    put(names.renamed(world: object), at: entry.at)
  }

  private mutating func endTurn() {
    for rank in 0...Effect.lastRank {
      for (own, effect) in turn where own == rank {
        guard let object = effect.object else { continue }
        put(names.renamed(shaped(object, effect), of: effect), at: instant)
      }
    }
    turn = []
    for answer in answers { put(names.renamed(world: answer), at: instant) }
    answers = []
  }

  private mutating func put(_ object: Object, at instant: Int64) {
    var object = object
    object["at"] = .number(Number(instant))
    entries.append(.object(object))
  }

  /// The arguments with stars where the vocabulary promises no wording.
  private func withoutWording(_ with: Object, _ member: String) -> Object {
    var with = with
    for argument in vocabulary.callbacks[member]?.arguments ?? [] {
      guard case .like(let pieces)? = argument.standing, let text = with[argument.name]?.string,
        Pattern.text(text, fits: pieces)
      else { continue }
      with[argument.name] = .string(pieces.joined(separator: "*"))
    }
    return with
  }

  /// The effect without nulls that mean nothing, header names in lower case.
  private func shaped(_ object: Object, _ effect: Effect) -> Object {
    var object = object
    switch effect {
    case .callback(_, let member, let with):
      object["with"] = .object(withoutWording(with.withoutNulls(but: []), member))
    case .request(let request):
      let exact = vocabulary.endpoint(of: request.url)?.standing.exact ?? []
      object["headers"] =
        request.headers.map { Header(name: $0.name.asciiLowercased, value: $0.value) }.value
      object["body"] = object["body"].map { $0.withoutNulls(but: exact, lists: true) }
    default: break
    }
    return object
  }
}

extension Effect {
  fileprivate static let lastRank = 3

  /// The place of its lane within a turn; nil for what no portable trace holds.
  fileprivate var rank: Int? {
    switch self {
    case .returned, .completion, .callback: 0
    case .request, .cancel: 1
    case .other, .close: 2
    case .unsupported, .fault: Self.lastRank
    case .store, .log, .note: nil
    }
  }
}

extension TraceEntry.Event {
  /// The id of what an input answers.
  fileprivate var answered: String? {
    switch self {
    case .input(.reply(let id, _)), .input(.fail(let id, _)), .input(.answer(let id, _)): id
    default: nil
    }
  }
}

extension Object {
  fileprivate func withoutNulls(but exact: [String]) -> Object {
    Object(
      filter { pair in !pair.value.isNull || exact.contains { $0.isSame(as: pair.key) } }.map {
        ($0.key, $0.value)
      })
  }
}

extension Value {
  /// Without nulls at its top level and, with `lists`, in the objects of a list that stands there.
  fileprivate func withoutNulls(but exact: [String], lists: Bool) -> Value {
    switch self {
    case .object(let object):
      let kept = object.withoutNulls(but: exact).map { pair -> (String, Value) in
        let isExact = exact.contains { $0.isSame(as: pair.key) }
        guard lists, !isExact, case .array = pair.value else { return (pair.key, pair.value) }
        return (pair.key, pair.value.withoutNulls(but: exact, lists: false))
      }
      return .object(Object(kept))
    case .array(let items):
      return .array(
        items.map { item in
          item.object.map { .object($0.withoutNulls(but: exact)) } ?? item
        })
    default: return self
    }
  }
}

extension String {
  /// The text with the letters A to Z in lower case; others have no case in a header's name.
  fileprivate var asciiLowercased: String {
    String(
      decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
