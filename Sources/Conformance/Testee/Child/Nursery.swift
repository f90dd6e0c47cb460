import JSON
import Synchronization

/// Starts the children of one command, and holds what they have in common.
package final class Nursery: Sendable {
  /// Who wrote a line.
  package enum Side: Sendable {
    case runner, testee
  }

  private let command: String
  private let suite: String
  private let strays: Strays
  let reader: AnswerReader
  /// Seconds that a turn may take; nil for no limit.
  let turnLimit: Int?
  /// Told of every line, for those who want to see the dialogue.
  let talk: (@Sendable (Side, [UInt8]) -> Void)?
  /// What the first child said; every other must say the same.
  package let hello: Hello
  private let state: Mutex<State>

  private struct State {
    /// The child that said hello first, until a worker takes it.
    var first: (ChildProcess, ChildPipes)?
    var seats = 0
    var trouble: String?
    var built: Set<String> = []
    var complaints: [String] = []
  }

  /// Seconds in which a child must say hello.
  private static let helloLimit = 30

  /// Starts a first child and hears its hello.
  ///
  /// `program`: whose mark and environment the children have, too.
  ///
  /// - Throws: `TesteeError` where no child can be started or its hello is none.
  package init(
    _ command: String, suite: String, kinds: some Sequence<String>, turnLimit: Int? = 5,
    talk: (@Sendable (Side, [UInt8]) -> Void)? = nil, beside program: Program? = nil
  ) throws(TesteeError) {
    self.command = command
    strays = program?.strays ?? Strays()
    self.suite = suite
    self.turnLimit = turnLimit
    self.talk = talk
    reader = AnswerReader(kinds: kinds)
    let (child, pipes, hello) = try Self.greet(command, strays, suite: suite, reader, talk)
    self.hello = hello
    state = Mutex(State(first: (child, pipes)))
  }

  deinit {
    state.withLock { state in
      _ = state.first?.0.sayGoodbye()
      state.first = nil
    }
    strays.kill()
  }

  /// The kind of testee whose testees are such children.
  package var kind: TesteeKind {
    var kind = TesteeKind(
      name: hello.name, sdk: hello.sdk, claims: hello.claims, make: { ChildTestee(self) })
    kind.isInProcess = false
    kind.trouble = { self.state.withLock(\.trouble) }
    kind.complaints = { self.state.withLock(\.complaints) }
    kind.builtMembers = { self.builtMembers }
    return kind
  }

  /// The members that have returned at least once, in the order of their bytes.
  private var builtMembers: [String] {
    state.withLock { $0.built.sorted { $0.precedes($1) } }
  }

  func complain(_ message: String, _ details: [String]) {
    let text = ([message] + details).joined(separator: "\n  ")
    state.withLock { state in
      // A few tell enough of a testee that does it after every run.
      if state.complaints.count < 20 { state.complaints.append(text) }
    }
  }

  func built(_ member: String) { state.withLock { _ = $0.built.insert(member) } }

  var deadline: Int? { turnLimit.map { Clock.milliseconds + $0 * 1000 } }

  /// A child that has said hello, with the last id that it was sent.
  func child() throws(TesteeError) -> (ChildProcess, ChildPipes, Int) {
    let (first, trouble) = state.withLock { state in
      let first = state.first
      state.first = nil
      return (first, state.trouble)
    }
    if let trouble { throw TesteeError(trouble, kind: .crash) }
    if let (child, pipes) = first { return (child, pipes, 1) }
    do throws(TesteeError) {
      let (child, pipes, hello) = try Self.greet(command, strays, suite: suite, reader, talk)
      guard hello == self.hello else {
        child.stop(grace: 0)
        throw TesteeError(
          "a later child says another hello than the first: \(hello.value.canonicalText), "
            + "not \(self.hello.value.canonicalText)", kind: .protocol)
      }
      return (child, pipes, 1)
    } catch {
      let text = ([error.message] + error.details).joined(separator: "\n  ")
      state.withLock { $0.trouble = $0.trouble ?? text }
      throw error
    }
  }

  /// A number for each thread that asks, so that no two share a processor while others are free.
  func seat() -> Int {
    state.withLock { state in
      state.seats += 1
      return state.seats - 1
    }
  }

  private static func greet(
    _ command: String, _ strays: Strays, suite: String, _ reader: AnswerReader,
    _ talk: (@Sendable (Side, [UInt8]) -> Void)?
  ) throws(TesteeError) -> (ChildProcess, ChildPipes, Hello) {
    let child: ChildProcess
    do throws(Files.Problem) {
      child = try ChildProcess.start(command, strays)
    } catch {
      throw TesteeError("the testee cannot be started: \(error)", kind: .crash)
    }
    var pipes = ChildPipes(child)
    let deadline = Clock.milliseconds + helloLimit * 1000
    let line = InputLine.hello(id: 1, suite: suite)
    talk?(.runner, line)
    _ = pipes.write(line, by: deadline)
    do throws(WireFault) {
      let hello = try hello(&pipes, reader, by: deadline, talk)
      guard Hello.protocols.contains(hello.version) else {
        throw WireFault(
          "it speaks protocol \(hello.version), and this runner "
            + Hello.protocols.map(String.init).joined(separator: ", "))
      }
      return (child, pipes, hello)
    } catch {
      _ = pipes.drain()
      child.stop(grace: 100)
      throw TesteeError(
        "the testee cannot be used: \(error.message)", kind: .crash,
        details: ["command: \(EntryText.escaped(command))"] + pipes.lastErrors)
    }
  }

  private static func hello(
    _ pipes: inout ChildPipes, _ reader: AnswerReader, by deadline: Int,
    _ talk: (@Sendable (Side, [UInt8]) -> Void)?
  ) throws(WireFault) -> Hello {
    switch pipes.line(by: deadline) {
    case .line(let range):
      let bytes = pipes.bytes(range)
      talk?(.testee, bytes)
      do throws(WireFault) {
        let (re, line) = try bytes.withUnsafeBufferPointer { buffer throws(WireFault) in
          try reader.read(buffer)
        }
        guard case .hello(let hello) = line else { throw WireFault("this is no hello") }
        guard re == 1 else { throw WireFault("its hello answers \(re), not 1") }
        guard pipes.pending.isEmpty else { throw WireFault("more follows its hello at once") }
        return hello
      } catch {
        throw WireFault(
          error.message + ": "
            + EntryText.shortened(String(decoding: bytes, as: UTF8.self), to: 160))
      }
    case .late: throw WireFault("it did not say hello within \(helloLimit) s")
    case .tooLong: throw WireFault("its hello is longer than a line may be")
    case .over(nil): throw WireFault("it closed its output before its hello, and lives on")
    case .over(let ending?):
      let hint =
        switch ending {
        case .exited(127): " (127: the shell found no such program)"
        case .exited(126): " (126: the program is not executable)"
        default: ""
        }
      throw WireFault("it \(ending.text) before its hello\(hint)")
    }
  }
}
