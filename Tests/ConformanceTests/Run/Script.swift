import JSON

@testable import Conformance

/// A testee that answers each input from a table, and remembers what it was given.
final class Script: Testee {
  /// What follows from the next input whose line begins so, such as `call: track` or `tick 5000`.
  struct Row {
    var input: String
    var effects: [Effect]
    /// The timers that are alive then; nil leaves those that are not due.
    var timers: [Int64]?
    /// What a call returns, before all effects; nil where the effects say it themselves.
    var returns: Value?
  }

  private let table: [Row]
  private var rows: [Row]
  private var timers: [Int64] = []
  /// The lines of all inputs but idle ticks, with the time where it is not 0.
  private(set) var lines: [String] = []
  private(set) var inputs: [Input] = []

  init(_ rows: [Row]) {
    table = rows
    self.rows = rows
  }

  func take(_ input: Input) throws(TesteeError) -> Turn {
    let line = input.act == .tick ? "tick \(input.now)" : EntryText.line(input.act)
    if input.act != .tick {
      lines.append(input.now == 0 ? line : "\(line) at \(input.now)")
    } else if timers.contains(where: { $0 <= input.now }) {
      lines.append(line)
    }
    inputs.append(input)
    if case .launch(let launch) = input.act {
      timers = []
      // A run that is repeated finds the whole table again.
      if launch.seed == 1 { rows = table }
    }
    timers.removeAll { $0 <= input.now }
    let place = rows.firstIndex { line.hasPrefix($0.input) }
    let row = place.map { rows.remove(at: $0) }
    timers = row?.timers ?? timers
    var effects = row?.effects ?? []
    let value: Value? = if let row { row.returns } else { Value.null }
    if case .call(let id, _, _) = input.act, let value {
      effects.insert(.returned(call: id, value: value), at: 0)
    }
    return Turn(effects: effects, timers: timers.map { Wake(at: $0, name: "t\($0)") })
  }
}

/// A row of a script.
func on(
  _ input: String, _ effects: Effect..., timers: [Int64]? = nil, returns: Value? = .null
) -> Script.Row {
  Script.Row(input: input, effects: effects, timers: timers, returns: returns)
}

/// A request to a path of the stage.
func request(
  _ path: String, _ id: String, body: Value = [:], headers: [Header] = []
) -> Effect {
  .request(
    Effect.Request(
      id: id, method: "POST", url: Stage.base + path, headers: headers,
      body: .text(body.canonicalText)))
}

func callback(_ member: String, _ with: Object = [:], on object: String = "app") -> Effect {
  .callback(object: object, member: member, with: with)
}

func completed(_ call: String, _ with: Value? = nil) -> Effect {
  .completion(call: call, name: "completion", with: with)
}
