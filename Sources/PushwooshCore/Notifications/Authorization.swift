import JSON

/// Asks the system to allow pushes, and registers once it does.
struct Authorization: Sendable {
  /// What the app asks for on top of the SDK's own options.
  var options: [String] = []
  /// The question that the system was asked.
  private var question: String?

  private static let own = ["alert", "badge", "sound"]
  private static let provisional = "provisional"
  /// The first system that knows the provisional option.
  private static let firstSystem = 12

  mutating func register(_ standing: Standing, _ turn: inout Turn) {
    let options = options(on: standing.device.system)
    let isProvisional = options.contains { $0.isSame(as: Self.provisional) }
    switch standing.device.facts["push_permission"]?.string {
    case "authorized": turn.add(.register)
    case "denied": break
    case "provisional" where isProvisional: turn.add(.register)
    default:
      // Until the system has answered, it is not asked again.
      guard question == nil else { return }
      let id = turn.id("a")
      question = id
      turn.add(.authorize(id: id, isProvisional ? .quietly : .dialog, options: options))
    }
  }

  /// Takes what the system grants, which is the device's permission from now on.
  mutating func answer(
    _ id: String, _ value: Value, _ standing: inout Standing, _ turn: inout Turn
  ) {
    guard question?.isSame(as: id) ?? false else { return }
    question = nil
    standing.device.change(["push_permission": value])
    if value.string != "denied" { turn.add(.register) }
  }

  // The SDK's own first, then the app's, each once, in the order of their bytes: a set has none.
  private func options(on system: Int) -> [String] {
    var all = Self.own
    for option in options.sorted(by: { $0.precedes($1) }) {
      let isUnknown = option.isSame(as: Self.provisional) && system < Self.firstSystem
      if !isUnknown, !all.contains(where: { $0.isSame(as: option) }) { all.append(option) }
    }
    return all
  }
}
