import JSON

/// What the app holds messages back by; it holds for the launch, whatever is configured.
struct Hold: Sendable {
  var isPaused = false
  /// Screens without messages, in lower case.
  private var excluded: [String] = []
  private var screen: String?

  /// Whether nothing may be put on screen.
  var isOn: Bool {
    isPaused || screen.map { name in excluded.contains { $0.isSame(as: name) } } ?? false
  }

  mutating func exclude(_ screens: [String]) { excluded = screens.map(\.folded) }

  /// The person has come to a screen.
  mutating func enter(_ screen: String) { self.screen = screen.folded }
}
