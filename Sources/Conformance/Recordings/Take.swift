/// A fresh recording of one run: what a testee does now.
package struct Take: Sendable {
  package var head: RecordingFile.RunHead
  /// The lines of the start that the run begins on.
  package var startLines: [String]
  /// The lines of the run behind its start.
  package var lines: [String]
  /// Set when the run does not hold: then nothing of it may be recorded.
  package var failure: Failure?
  package var verdict: Verdict

  /// Plays a run once, with the middle chance, and keeps its exact trace.
  package static func of(_ frame: Frame, against testee: any Testee) -> Take {
    let course = Replayer.play(Course(frame, chance: 0.5), against: testee)
    var exact = ExactTrace(epoch: course.bindings.start.wall)
    for entry in course.trace.prefix(course.startEntries) { exact.append(entry) }
    let startCount = exact.lines.count
    for entry in course.trace.dropFirst(course.startEntries) { exact.append(entry) }
    let startLines = Array(exact.lines.prefix(startCount))
    let run = frame.run
    let start = run.start.map {
      RecordingFile.RunHead.StartHead(name: $0.name, hash: startLines.hash)
    }
    let head = RecordingFile.RunHead(
      name: run.name, rule: run.rule, inputs: run.inputsHash, steps: run.stepsHash, start: start)
    let failure = course.failure
    return Take(
      head: head, startLines: startLines, lines: Array(exact.lines.dropFirst(startCount)),
      failure: failure,
      verdict: Verdict(
        run: run, outcome: failure.map { .failed($0) } ?? .passed, chance: 0.5,
        trace: course.trace, startEntries: course.startEntries, usedIgnores: course.usedIgnores))
  }
}

extension [String] {
  /// The hash of all lines.
  var hash: String {
    var print = Fingerprint()
    for line in self { print.feed(line) }
    return print.text
  }
}
