import Conformance
import JSON

/// A port in this process that keeps all manners but those that a test takes from it.
final class FakePort: SmokeChannel {
  /// What is wrong with a port.
  struct Flaw: Sendable {
    /// How it answers a line: with lines, or nil when it dies of it.
    var answer: @Sendable (FakePort, String) -> [String]? = { $0.honest($1) }
    /// Whether nothing leaves it before its input ends.
    var withholds = false
    /// Whether it answers what is not yet a whole line.
    var isHasty = false
    /// Whether its prints get into its lines.
    var prints = false
    /// How it ends when its input does; nil when it lives on.
    var ending: SmokeEnding? = .well
    var lastWords: [String] = []
  }

  private let flaw: Flaw
  private var serving: Serving?
  private var partial = ""
  private var lines: [String] = []
  private var isInputOpen = true
  private var isDead = false
  /// How many ports the test started before this one.
  let number: Int
  /// What a flaw remembers.
  var memory: [String] = []

  init(_ flaw: Flaw, number: Int = 0) {
    self.flaw = flaw
    self.number = number
    let kind = TesteeKind(name: "fake", sdk: "1", claims: ["all"], make: { NoSDK() })
    serving = Serving(kind, suite: "fake") { [weak self] text in
      if flaw.prints { self?.lines.append(text) }
    }
  }

  /// What a port without a flaw answers.
  func honest(_ line: String) -> [String] {
    let bytes = serving?.answer(Array(line.utf8)) ?? []
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  var lastError: String? { nil }

  func write(_ bytes: [UInt8]) -> Bool {
    guard !isDead else { return false }
    partial += String(decoding: bytes, as: UTF8.self)
    while let end = partial.utf8.firstIndex(of: 10) {
      let line = String(partial[..<end])
      partial = String(partial[end...].dropFirst())
      guard let answer = flaw.answer(self, line) else {
        isDead = true
        return true
      }
      lines += answer
    }
    if flaw.isHasty, !partial.isEmpty { lines.append("{}") }
    return true
  }

  func hear(within milliseconds: Int) -> SmokeHeard {
    if flaw.withholds, isInputOpen { return .silence(pending: []) }
    if !lines.isEmpty { return .line(Array(lines.removeFirst().utf8)) }
    return isDead ? .end : .silence(pending: [])
  }

  func closeInput() {
    isInputOpen = false
    lines += flaw.lastWords
  }

  func ending(within milliseconds: Int) -> SmokeEnding? {
    isDead ? .badly("exited with status 1") : isInputOpen ? nil : flaw.ending
  }

  func stop() { isDead = true }
}

/// A testee without any member.
private final class NoSDK: Testee {
  func take(_ input: Input) throws(TesteeError) -> Turn {
    guard case .call(_, let member, _) = input.act else { return Turn() }
    return Turn(effects: [.unsupported(what: member)])
  }
}

extension FakePort.Flaw {
  /// Answers lines that hold a text in another way.
  static func on(
    _ text: String, _ answer: @escaping @Sendable (FakePort, String) -> [String]?
  ) -> FakePort.Flaw {
    FakePort.Flaw(answer: { port, line in
      line.contains(text) ? answer(port, line) : port.honest(line)
    })
  }

  /// Misreads a text in lines that hold another.
  static func reads(_ text: String, as other: String, in mark: String) -> FakePort.Flaw {
    on(mark) { port, line in port.honest(line.replacing(text, with: other)) }
  }

  /// Writes a text otherwise where it answers lines that hold another.
  static func writes(_ text: String, as other: String, to mark: String) -> FakePort.Flaw {
    on(mark) { port, line in port.honest(line).map { $0.replacing(text, with: other) } }
  }
}
