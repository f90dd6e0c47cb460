import JSON

/// What one input brings forth.
struct Turn: Sendable {
  private var changes = Object()
  private var rest: [Effect] = []
  /// Counts everything that needs a name of its own.
  private(set) var serial: Int

  init(serial: Int) { self.serial = serial }

  /// All that is to be done, what is kept first.
  var effects: [Effect] { (changes.isEmpty ? [] : [.store(changes)]) + rest }

  mutating func add(_ effect: Effect) { rest.append(effect) }

  mutating func returns(_ answer: Answer, from call: String) {
    add(.returned(call: call, answer))
  }

  mutating func warn(_ text: String) { add(.log(.warn, text)) }

  mutating func keep(_ key: String, _ value: String?) {
    changes[key] = value.map { .string($0) } ?? .null
  }

  /// A new id: the letter tells what of.
  mutating func id(_ letter: String) -> String {
    serial += 1
    return "\(letter)\(serial)"
  }
}
