import Foundation
import Testing

/// Exit codes of every command, wherever its output goes.
@Suite struct StreamTests {
  private static let right = "Specs/grovs/screens/repeat.yaml"
  private static let wrong = "Specs/grovs/screens/wrong.yaml"
  private static let rule = "screens.repeat-within-one-second-dropped"

  struct Line: CustomTestStringConvertible, Sendable {
    var words: String
    var code: Int32
    /// Whether anything is written as a result, not as a complaint.
    var hasResults = true

    var testDescription: String { words }
  }

  static let lines = [
    Line(words: "run \(right)", code: 0),
    Line(words: "run \(wrong)", code: 1),
    Line(words: "run \(right) --sweep", code: 3, hasResults: false),
    Line(words: "run --nothing", code: 2, hasResults: false),
    Line(words: "run screens.nothing", code: 3, hasResults: false),
    Line(words: "record \(right)", code: 0),
    Line(words: "record \(wrong)", code: 1),
    Line(words: "replay \(right)", code: 1),
    Line(words: "lint", code: 0),
    Line(words: "rules", code: 1),
    Line(words: "sharpen \(right)", code: 0),
    Line(words: "explain \(rule)", code: 0),
    Line(words: "check", code: 1),
    Line(words: "merge no.json", code: 3, hasResults: false),
    Line(words: "matrix no.json", code: 3, hasResults: false),
    Line(words: "diff \(right)", code: 2, hasResults: false),
    Line(words: "smoke", code: 2, hasResults: false),
    Line(words: "next \(wrong)", code: 1),
    Line(words: "members --for python --claims screens", code: 0),
    Line(words: "ledger", code: 3, hasResults: false),
    Line(words: "ledger --ledger ledger.yaml", code: 3, hasResults: false),
    Line(words: "completions bash", code: 0),
    Line(words: "manual", code: 0),
    Line(words: "help", code: 0),
    Line(words: "--version", code: 0),
    Line(words: "", code: 2, hasResults: false),
  ]

  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.write(
      Self.wrong, Bench.spec.replacing("999ms", with: "1s").replacing("Home after", with: "Late"))
    return bench
  }

  private static let streams = [
    "2>&1 | tee log >/dev/null", "| head -n 1", "| true", ">&-", "2>&-", ">&- 2>&- <&-",
    "2>/dev/full",
  ]

  @Test(arguments: lines)
  func `an exit code stands through pipes and closed streams`(line: Line) throws {
    let bench = try bench()
    // One shell for all: pipefail is bash's.
    let tries = Self.streams.map { stream in
      "rm -rf Recordings; '\(Bench.built("conformance"))' \(line.words) \(stream); echo \"$?\" >>codes"
    }
    try bench.write("try.bash", "set -o pipefail\n" + tries.joined(separator: "\n"))

    _ = try bench.shell("bash try.bash")

    let codes = try bench.text("codes").split(separator: "\n").map { Int32($0) }
    #expect(codes == Self.streams.map { _ in line.code }, "\(Self.streams)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: lines)
  func `results that a full disk does not take are told`(line: Line) throws {
    let outcome = try bench().shell("\"$0\" \(line.words) >/dev/full")

    let told = outcome.complaints.hasSuffix(
      "error: the results could not be written: No space left on device\n")
    #expect(told == line.hasResults, "\(outcome)")
    #expect(outcome.code == (line.code == 0 ? 3 : line.code))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "run \(right) --html", "check --html", "run \(right) --json", "run \(right) --junit",
      "run \(right) --markdown", "check --json",
      "check --junit", "check --markdown", "record \(right) --json", "replay \(right) --json",
      "lint --json", "rules --json", "sharpen \(right) --json",
    ])
  func `a report that a full disk does not take is told`(words: String) throws {
    let outcome = try bench().shell("\"$0\" \(words) /dev/full")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("No space left on device"), "\(outcome)")
  }
}
