import JSON

/// The traces of many runs, packed for a page.
///
/// A trace is a list of integers: the place of its start's among the starts, or -1, then its
/// entries. A number below zero lets so many milliseconds pass; any other is an entry: the place of
/// its node times eight, and what became of it.
struct TraceTable {
  private var values = ValueTable()
  private var starts: [[Int]] = []
  private var startPlaces: [[Int]: Int] = [:]

  /// About how many bytes of JSON the traces may take; those that come later are left out.
  static let limit = 16 << 20

  /// Packs a run's trace; null where it has none, or where the page is full.
  mutating func pack(_ verdict: Verdict) -> Value {
    guard !verdict.trace.isEmpty, values.size < Self.limit else { return .null }
    var exact = ExactTrace(epoch: Course.epoch)
    var now: Int64 = 0
    var codes: [Int] = []
    var start = -1
    let opening = verdict.openingEntries
    for (index, entry) in verdict.trace.enumerated() {
      if index == opening, index > 0 {
        start = place(ofStart: codes)
        codes = []
      }
      guard let object = entry.shown(by: &exact) else { continue }
      if entry.at > now { codes.append(Int(now - entry.at)) }
      now = entry.at
      codes.append(values.place(of: .object(object)) * 8 + entry.standing.code)
    }
    if opening > 0, opening == verdict.trace.count {
      start = place(ofStart: codes)
      codes = []
    }
    return .array([.int(start)] + codes.map { .int($0) })
  }

  /// The tables that the packed traces point into.
  var value: Value {
    [
      "nodes": .array(values.nodes), "shapes": .array(values.shapes),
      "starts": .array(starts.map { .array($0.map { .int($0) }) }),
    ]
  }

  private mutating func place(ofStart codes: [Int]) -> Int {
    if let place = startPlaces[codes] { return place }
    startPlaces[codes] = starts.count
    starts.append(codes)
    return starts.count - 1
  }
}

extension TraceEntry {
  /// The entry as a reader sees it; a note, which no recording holds, among them.
  fileprivate func shown(by exact: inout ExactTrace) -> Object? {
    if case .effect(.note(let text)) = event { return ["see": "note", "text": .string(text)] }
    return exact.named(self)
  }
}

extension TraceEntry.Standing {
  /// A number for the page.
  fileprivate var code: Int {
    switch self {
    case .world: 0
    case .taken: 1
    case .unneeded: 2
    case .ignored: 3
    case .unjudged: 4
    case .returned: 5
    case .refused: 6
    }
  }
}
