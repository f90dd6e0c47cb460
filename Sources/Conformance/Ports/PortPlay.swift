import JSON
import YAML

/// What one testee did in one run: its portable trace, and whether the run holds.
struct PortPlay {
  let entries: [Value]
  let holds: Bool
  let verdict: String

  init(_ frame: Frame, chance: Double, against testee: any Testee) {
    let course = Replayer.play(Course(frame, chance: chance), against: testee)
    entries = PortableTrace(course.trace, frame.vocabulary).entries
    holds = course.failure == nil
    verdict = course.failure.map { "fails at \($0.mark): \(course.headline(of: $0))" } ?? "passes"
  }
}

extension Course {
  /// Why it failed, in one line.
  fileprivate func headline(of failure: Failure) -> String {
    let verdict = Verdict(
      run: frame.run, outcome: .failed(failure), chance: chance, trace: trace,
      startEntries: startEntries, usedIgnores: usedIgnores)
    return FailureText(
      verdict, failure, rule: nil, base: frame.vocabulary.base, repeatCommand: ""
    ).headline
  }
}
