/// Tries the manners of a testee before any rule: lines, values, storage, time, its end.
///
/// Every check has a testee of its own, so that none suffers from what another one found.
package struct Smoke {
  let setting: SmokeSetting
  private let start: () throws(Files.Problem) -> any SmokeChannel
  /// Ends what testees have left behind.
  private let sweep: () -> Void

  /// `start`: starts a testee that has said nothing yet; `sweep`: ends what they leave behind.
  package init(
    _ setting: SmokeSetting, sweep: @escaping () -> Void = {},
    start: @escaping () throws(Files.Problem) -> any SmokeChannel
  ) {
    self.setting = setting
    self.start = start
    self.sweep = sweep
  }

  /// Tries the program that a shell starts by a command.
  package init(_ setting: SmokeSetting, command: String) {
    let strays = Strays()
    self.init(setting, sweep: strays.kill) { () throws(Files.Problem) in
      ChildChannel(try ChildProcess.start(command, strays))
    }
  }

  /// What became of one check.
  package struct Finding: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
      case holds
      case fails(seen: String, fix: String)
      case notTried(why: String)
    }

    package var name: String
    package var outcome: Outcome

    /// The line of a report.
    package var text: String {
      switch outcome {
      case .holds: "✓ \(name)"
      case .fails(let seen, let fix): "✘ \(name): \(seen); fix: \(fix)"
      case .notTried(let why): "– \(name): not tried, because \(why)"
      }
    }
  }

  /// Why no check could be tried at all.
  package struct Trouble: Error, Hashable, Sendable {
    package var message: String
  }

  /// Tries all checks in order, and tells of each at once.
  ///
  /// - Throws: where there is no testee: it cannot be started, or ends before its hello.
  package func run(_ tell: (Finding) -> Void) throws(Trouble) -> Tally {
    defer { sweep() }
    var tally = Tally()
    var broken: String?
    for check in SmokeCheck.all {
      let finding = Finding(name: check.name, outcome: try outcome(of: check, broken: broken))
      if check.isBasis, broken == nil, finding.outcome != .holds { broken = check.name }
      tally.count(finding)
      tell(finding)
    }
    return tally
  }

  private func outcome(
    of check: SmokeCheck, broken: String?
  ) throws(Trouble) -> Finding.Outcome {
    if let broken { return .notTried(why: "'\(broken)' does not hold") }
    do throws(SmokeFlaw) {
      try check.run(self)
      return .holds
    } catch {
      switch error.kind {
      case .fails: return .fails(seen: error.seen, fix: error.fix ?? check.fix)
      case .notTried: return .notTried(why: error.seen)
      case .noTestee: throw Trouble(message: error.seen)
      }
    }
  }

  /// How many checks came out how.
  package struct Tally: Hashable, Sendable {
    package private(set) var hold = 0
    package private(set) var fail = 0
    package private(set) var notTried = 0

    mutating func count(_ finding: Finding) {
      switch finding.outcome {
      case .holds: hold += 1
      case .fails: fail += 1
      case .notTried: notTried += 1
      }
    }

    package var closingLine: String { "\(hold) hold, \(fail) fail, \(notTried) not tried" }
  }
}

// What checks begin with.
extension Smoke {
  /// A testee that has said nothing yet.
  func session() throws(SmokeFlaw) -> SmokeSession {
    do throws(Files.Problem) {
      return SmokeSession(try start(), setting)
    } catch {
      throw SmokeFlaw(kind: .noTestee, seen: "the testee cannot be started: \(error)")
    }
  }

  /// A testee that has said hello.
  func greeted() throws(SmokeFlaw) -> SmokeSession {
    let session = try session()
    _ = try session.greet()
    return session
  }

  /// A testee that has been launched.
  func launched(
    _ storage: Storage = Storage(), at now: Int64 = 0
  ) throws(SmokeFlaw) -> SmokeSession {
    let session = try greeted()
    try session.launch(storage, at: now)
    return session
  }

  /// The same testee launched anew, or another one where a launch needs a process.
  func relaunched(
    _ session: SmokeSession, _ storage: Storage
  ) throws(SmokeFlaw) -> SmokeSession {
    let next = try session.hello?.fresh == .process ? greeted() : session
    try next.launch(storage, at: session.now)
    return next
  }
}

/// One thing that a port must get right, whatever its SDK does.
struct SmokeCheck {
  /// What holds, as a sentence without its stop.
  var name: String
  /// What to do where it does not hold.
  var fix: String
  /// Whether nothing else can be tried where it does not hold.
  var isBasis = false
  var run: (Smoke) throws(SmokeFlaw) -> Void

  init(
    _ name: String, isBasis: Bool = false, fix: String,
    run: @escaping (Smoke) throws(SmokeFlaw) -> Void
  ) {
    self.name = name
    self.fix = fix
    self.isBasis = isBasis
    self.run = run
  }

  /// All checks, in the order in which they are tried.
  static var all: [SmokeCheck] { greetings + lines + values + world + storage + time + ends }
}
