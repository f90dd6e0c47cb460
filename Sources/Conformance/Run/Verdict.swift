/// What became of one run.
package struct Verdict: Sendable {
  package var run: Run
  package var outcome: Outcome
  /// The `chance` of the repeat that the trace is of: the failed one, else the last.
  package var chance: Double
  package var trace: [TraceEntry]
  /// How many entries of the trace are those of the start.
  package var startEntries = 0
  /// How many come before the scenario's own first act: the start's, and those of other starts.
  package var openingEntries = 0
  /// How long the run lasted in virtual time, all its repeats together, in milliseconds.
  package var lasted: Int64 = 0
  /// The IGNOREs that took something in any repeat.
  package var usedIgnores: Set<Int>

  package enum Outcome: Sendable {
    case passed
    case failed(Failure)
    /// It fails as a ledger says.
    case known(Failure, Excuse)
    /// The testee does not claim these capabilities of its `needs`.
    case notClaimed(CapabilitySet)
    /// Nothing was judged; the failure, if any, is told for the owners of the rule.
    case open(Failure?)
  }
}

/// Plays runs against a testee.
package enum Replayer {
  /// Plays a run with each of its chances, up to the first failure.
  package static func judge(_ frame: Frame, against testee: any Testee) -> Verdict {
    var used: Set<Int> = []
    var last: Course?
    var lasted: Int64 = 0
    for chance in frame.run.chances {
      let course = play(Course(frame, chance: chance), against: testee)
      used.formUnion(course.usedIgnores)
      lasted += course.now
      last = course
      if course.failure != nil { break }
    }
    let failure = last?.failure
    let outcome: Verdict.Outcome =
      switch (frame.run.judge, failure) {
      case (.open, let failure): .open(failure)
      case (.pass, let failure?): .failed(failure)
      case (.pass, nil): .passed
      }
    return Verdict(
      run: frame.run, outcome: outcome, chance: last?.chance ?? 0.5, trace: last?.trace ?? [],
      startEntries: last?.startEntries ?? 0,
      openingEntries: last?.openingEntries ?? 0, lasted: lasted,
      usedIgnores: used)
  }

  /// Plays a course to its end.
  package static func play(_ course: Course, against testee: any Testee) -> Course {
    var course = course
    var last: Input?
    while case .input(let input) = course.next() {
      last = input
      do throws(TesteeError) {
        course.take(try testee.take(input))
      } catch {
        course.stop(error)
        return course
      }
    }
    // A testee that was not idle when it said so fails for this, whatever the specs say.
    if course.failure != nil, course.hasNothingDue, let last,
      let late = testee.lateness(after: last)
    {
      course.fail(late)
    }
    return course
  }
}
