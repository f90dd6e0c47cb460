package import JSON

/// What a commit changed in the recording of one run, or of a start.
package struct RunChange: Sendable {
  /// The rule of the run; empty for a start.
  package var rule: String
  /// The name of the run or start.
  package var name: String
  package var kind: Kind
  /// Whether the run is told something else since: then the spec changed.
  package var hasOtherInputs = false
  /// How many runs begin on a start that changed.
  package var runs = 1
  package var events: [Event] = []

  package enum Kind: String, Sendable {
    case changed, new, gone, start
  }

  /// A line of a trace that is gone or new.
  package struct Event: Hashable, Sendable {
    package var isNew: Bool
    package var line: String
  }

  /// The lines in which two traces differ, in the order of the traces.
  static func events(_ old: [String], _ new: [String]) -> [Event] {
    let (old, new) = (old.map(ByteText.init), new.map(ByteText.init))
    let hashes = (Set(old.map(\.hash)), Set(new.map(\.hash)))
    // What only one side has is no matter of search: both searches of a difference are long.
    let common = (
      old.indices.filter { hashes.1.contains(old[$0].hash) },
      new.indices.filter { hashes.0.contains(new[$0].hash) }
    )
    var kept = (Set(common.0), Set(common.1))
    for change in common.1.map({ new[$0] }).difference(from: common.0.map { old[$0] }) {
      switch change {
      case .remove(let place, _, _): kept.0.remove(common.0[place])
      case .insert(let place, _, _): kept.1.remove(common.1[place])
      }
    }
    // Both orders at once: at each place what is gone stands in front of what is new.
    var changes: [(place: Int, rank: Int, event: Event)] = []
    for place in old.indices where !kept.0.contains(place) {
      changes.append((place, 0, Event(isNew: false, line: old[place].text)))
    }
    for place in new.indices where !kept.1.contains(place) {
      changes.append((place, 1, Event(isNew: true, line: new[place].text)))
    }
    changes.sort { ($0.place, $0.rank) < ($1.place, $1.rank) }
    return changes.map(\.event)
  }

  /// The change as JSON.
  package var value: Value {
    [
      "rule": .string(rule), "name": .string(name), "kind": .string(kind.rawValue),
      "inputs_changed": .bool(hasOtherInputs), "runs": .int(runs),
      "events": .array(events.map { [$0.isNew ? "new" : "gone": .string($0.line)] }),
    ]
  }
}

/// A text that is compared by its bytes, after their hash: most of the texts differ.
private struct ByteText: Equatable {
  let text: String
  let hash: UInt64

  init(_ text: String) {
    self.text = text
    var print = Fingerprint()
    print.feed(text)
    hash = print.hash
  }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.text.isSame(as: right.text)
  }
}
