import JSON
package import YAML

/// What changed traces of a run showed: whether each of its expectations bites.
package struct Sharpness: Sendable {
  package var run: Run
  /// How many changed traces were judged.
  package var mutants = 0
  /// Changed traces that still passed, though no pattern on the changed leaf lets them.
  package var survivors: [Survivor] = []
  /// How many passed because of a pattern on the very leaf, by pattern.
  package var passes: [(pattern: String, count: Int)] = []
  /// How many effects each IGNORE of the run took.
  package var hidden: [(ignore: String, count: Int)] = []
  /// Why the run could not be sharpened, if it does not pass as it is.
  package var failure: Failure?

  package struct Survivor: Sendable {
    /// The step that took the effect, or the act that it returned from.
    package var mark: Mark
    package var change: String
  }

  /// How many changed traces a pattern let through.
  package var passCount: Int { passes.reduce(0) { $0 + $1.count } }
}

/// Proves that the expectations of a run bite, by changing its trace in every small way.
///
/// The testee is asked once; all changed traces are judged by the course alone.
package struct Sharpener {
  private var frames: [Moment] = []
  private var sharpness: Sharpness

  /// A turn of the true trace, and the course as it stood before it.
  private struct Moment {
    var course: Course
    var input: Input
    var turn: Turn
    var standings: [TraceEntry.Standing]
  }

  /// Changes the trace of a run and tells what passed.
  package static func sharpen(_ frame: Frame, against testee: any Testee) -> Sharpness {
    var sharpener = Sharpener(sharpness: Sharpness(run: frame.run))
    sharpener.takeTrace(of: frame, against: testee)
    if sharpener.sharpness.failure == nil { sharpener.tryAll() }
    return sharpener.sharpness
  }

  private init(sharpness: Sharpness) { self.sharpness = sharpness }

  private mutating func takeTrace(of frame: Frame, against testee: any Testee) {
    var course = Course(frame, chance: 0.5)
    while case .input(let input) = course.next() {
      var before = course
      before.trace = []
      before.keepsTrace = false
      do throws(TesteeError) {
        let turn = try testee.take(input)
        let known = course.trace.count
        course.take(turn)
        let standings = course.trace[known...].map(\.standing)
        frames.append(Moment(course: before, input: input, turn: turn, standings: standings))
        for standing in standings {
          if case .ignored(let index) = standing { hide(frame.run.ignores[index].name) }
        }
      } catch {
        course.stop(error)
      }
    }
    sharpness.failure = course.failure
  }

  private mutating func hide(_ name: String) {
    if let place = sharpness.hidden.firstIndex(where: { $0.ignore.isSame(as: name) }) {
      sharpness.hidden[place].count += 1
    } else {
      sharpness.hidden.append((name, 1))
    }
  }

  private mutating func tryAll() {
    for place in frames.indices {
      for index in frames[place].turn.effects.indices {
        switch frames[place].standings[index] {
        // A start's steps are sharpened with the start's own scenarios.
        case .taken(let step) where step.start == nil: tryMutants(place, index, step)
        case .returned where frames[place].course.act.step.start == nil:
          tryMutants(place, index, nil)
        default: break
        }
      }
    }
  }

  private mutating func tryMutants(_ place: Int, _ index: Int, _ step: Expectation?) {
    let moment = frames[place]
    let mark = step?.mark ?? moment.course.act.step.mark
    var exact: [String] = []
    if case .request(let pattern)? = step?.kind { exact = pattern.exact }
    var mutants = Mutants(turn: moment.turn, index: index, exact: exact).all
    if let window = step?.after, window.lowerBound == window.upperBound {
      for move in [-1, 1] as [Int64] {
        mutants.append(
          Mutant(
            change: "\(moment.turn.effects[index].summary) moved by \(move) ms",
            effects: moment.turn.effects, moved: move))
      }
    }
    for mutant in mutants {
      sharpness.mutants += 1
      guard survives(mutant, at: place) else { continue }
      let pattern = mutant.place.flatMap { place -> String? in
        let pattern = step.map { $0.pattern(of: place.part) } ?? moment.course.act.returns
        return pattern?.lets(place.path[...])
      }
      if let pattern {
        count(pattern)
      } else {
        sharpness.survivors.append(Sharpness.Survivor(mark: mark, change: mutant.change))
      }
    }
  }

  private mutating func count(_ pattern: String) {
    if let place = sharpness.passes.firstIndex(where: { $0.pattern == pattern }) {
      sharpness.passes[place].count += 1
    } else {
      sharpness.passes.append((pattern, 1))
    }
  }

  /// Whether the run still passes with one turn changed and the others as they were.
  private func survives(_ mutant: Mutant, at place: Int) -> Bool {
    var course = frames[place].course
    course.now += mutant.moved
    course.take(Turn(effects: mutant.effects, timers: frames[place].turn.timers))
    course.now -= mutant.moved
    var next = place + 1
    while course.failure == nil {
      switch course.next() {
      case .failed: return false
      case .done: return true
      case .input(let input):
        // Where the changed run goes another way nobody answers, and what it waits for is missing.
        guard next < frames.count, frames[next].input.act == input.act else {
          course.take(Turn())
          continue
        }
        course.take(frames[next].turn)
        next += 1
      }
    }
    return false
  }
}

extension Expectation {
  /// The pattern that judges a part of the effect.
  fileprivate func pattern(of part: String) -> Pattern? {
    switch (kind, part) {
    case (.request(let request), "body"): request.body
    case (.request(let request), "headers"):
      .object(
        request.headers.map { Pattern.Field(key: $0.name, pattern: $0.value) }, open: false)
    case (.callback(_, let with, _), "with"), (.other(_, _, let with), "with"): with
    case (.completion(_, let with), "with"): with
    default: nil
    }
  }
}

extension FrameAct {
  fileprivate var returns: Pattern? {
    switch step.act {
    case .call(_, _, let returns, _): returns
    case .get(_, let returns): returns
    default: nil
    }
  }
}
