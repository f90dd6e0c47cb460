import JSON

/// One way in which the world disturbs a run.
package enum Disturbance: Sendable {
  /// The process dies in a turn, after so many of its effects.
  case kill(after: Int)
  /// A request gets this in place of its answer.
  case answer(name: String, Input.Act?)

  var text: String {
    switch self {
    case .kill(let count): "killed after effect \(count)"
    case .answer(let name, _): "answered by \(name)"
    }
  }
}

/// What a sweep of one run found.
package struct SweepResult: Sendable {
  package var run: Run
  /// How many disturbed runs were played.
  package var count = 0
  package var breaches: [Breach] = []

  /// A disturbed run in which an invariant does not hold.
  package struct Breach: Sendable {
    package var invariant: String
    /// What the world did and where, such as `killed after effect 2 of call: track`.
    package var disturbance: String
    package var text: String
    package var trace: [TraceEntry]
  }
}

/// Plays a run again and again, disturbed once each time, and demands that the invariants hold.
package struct Sweeper {
  private let frame: Frame
  private let testee: any Testee
  private let invariants: Invariants
  private var result: SweepResult
  /// The undisturbed run: what stood before each input, the input, and what followed.
  private var steps: [Step] = []

  private struct Step {
    var course: Course
    var input: Input
    var turn: Turn
    /// The testee as it stood before the input; nil for one that cannot be copied.
    var testee: (any CopyingTestee)?
  }

  /// Sweeps one run; an empty result where the run does not hold undisturbed.
  ///
  /// It ends early once `isStopped` says so.
  package static func sweep(
    _ frame: Frame, against testee: any Testee, _ invariants: Invariants,
    isStopped: () -> Bool = { false }
  ) -> SweepResult {
    var sweeper = Sweeper(frame, testee, invariants)
    sweeper.takeSteps()
    for place in sweeper.steps.indices {
      for disturbance in sweeper.disturbances(at: place) where !isStopped() {
        sweeper.play(disturbance, at: place)
      }
    }
    return sweeper.result
  }

  private init(_ frame: Frame, _ testee: any Testee, _ invariants: Invariants) {
    self.frame = frame
    self.testee = testee
    self.invariants = invariants
    result = SweepResult(run: frame.run)
  }

  private mutating func takeSteps() {
    var course = Course(frame, chance: 0.5)
    while case .input(let input) = course.next() {
      let before = course
      let copy = (testee as? any CopyingTestee)?.copy()
      guard let turn = try? testee.take(input) else { return }
      course.take(turn)
      steps.append(Step(course: before, input: input, turn: turn, testee: copy))
    }
  }

  // MARK: - Disturbances

  private func disturbances(at place: Int) -> [Disturbance] {
    let step = steps[place]
    var all = kills(in: step.turn)
    if case .reply(let id, _) = step.input.act { all += answers(to: id) }
    if case .fail(let id, _) = step.input.act { all += answers(to: id) }
    return all
  }

  // After the store, and after each effect behind it; a start in an extension has none to keep.
  private func kills(in turn: Turn) -> [Disturbance] {
    turn.effects.indices.map { .kill(after: $0 + 1) }
  }

  private func answers(to id: String) -> [Disturbance] {
    func reply(_ status: Int, _ body: Body, _ headers: [Header] = []) -> Input.Act {
      .reply(request: id, Response(status: status, headers: headers, body: body))
    }
    return [
      .answer(name: "offline", .fail(request: id, .offline)),
      .answer(name: "silence for 15 s", nil),
      .answer(name: "429", reply(429, .none)),
      .answer(
        name: "429 with Retry-After",
        reply(429, .none, [Header(name: "Retry-After", value: "120")])),
      .answer(name: "500", reply(500, .none)),
      .answer(name: "400", reply(400, .text("{}"))),
      .answer(name: "a cut body", reply(200, .text("{\"link\":\"ht"))),
      .answer(name: "wrong JSON", reply(200, .text("[1]"))),
    ]
  }

  // MARK: - Playing

  private mutating func play(_ disturbance: Disturbance, at place: Int) {
    result.count += 1
    let step = steps[place]
    let input = step.input
    let testee = testee(at: place)
    var disturbed = step.course
    switch disturbance {
    case .kill(let count):
      disturbed.takeCut(step.turn, effects: count)
      disturbed.disturb(dies: true, epilogue: [.launch] + again(place) + Self.after)
    case .answer(_, let act):
      disturbed.disturb(dies: false, epilogue: Self.after)
      disturbed.replaceLastInput(by: act)
      if let act, let turn = try? testee.take(Input(now: input.now, wall: input.wall, act: act)) {
        disturbed.take(turn)
      } else {
        disturbed.advance(by: 15_000, quiet: false)
      }
    }
    disturbed = Replayer.play(disturbed, against: testee)
    judge(disturbed, disturbance, input)
  }

  // As it stood before an input: a copy, or one that is led there again.
  private func testee(at place: Int) -> any Testee {
    if let copy = steps[place].testee?.copy() { return copy }
    for step in steps[..<place] { _ = try? testee.take(step.input) }
    return testee
  }

  // What waits goes out at the foreground; the days after it pass in the background, where no sync
  // repeats itself every quarter of an hour.
  private static let after: [Epilogue] = [
    .foreground, .advance(milliseconds: 600_000), .background,
    .advance(milliseconds: 8 * 86_400_000),
  ]

  // What is called again after a kill, as it was called last up to this input.
  private func again(_ place: Int) -> [Epilogue] {
    for step in steps[...place].reversed() {
      guard case .call(_, let member, let with) = step.input.act, member == invariants.again else {
        continue
      }
      return [.call(member: member, with: with)]
    }
    return []
  }

  private mutating func judge(_ course: Course, _ disturbance: Disturbance, _ input: Input) {
    let what = "\(disturbance.text) of \(EntryText.shortened(EntryText.line(input.act), to: 60))"
    if case .testee(let error)? = course.failure?.kind {
      add("goes-on", what, error.message, course)
    }
    let history = History(course.trace, frame.vocabulary, settled: course.settledAt)
    for invariant in invariants.all {
      guard let text = invariant.breach(in: history) else { continue }
      add(invariant.name, what, text, course)
    }
  }

  private mutating func add(
    _ invariant: String, _ disturbance: String, _ text: String, _ course: Course
  ) {
    result.breaches.append(
      SweepResult.Breach(
        invariant: invariant, disturbance: disturbance, text: text, trace: course.trace))
  }
}
