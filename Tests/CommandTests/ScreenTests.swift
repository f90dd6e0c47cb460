import Foundation
import Testing

/// What a person at a terminal sees, byte by byte.
@Suite(.enabled(if: ShellTests.has("script"), "script is not here")) struct ScreenTests {
  private let right = "Specs/grovs/screens/repeat.yaml"
  private let wrong = "Specs/grovs/screens/wrong.yaml"

  /// Runs a command at a pseudo-terminal, both streams of which come back as one.
  private func screen(_ line: String, _ environment: String = "TERM=xterm") throws -> Bench.Outcome
  {
    let bench = try Bench()
    try bench.write(
      wrong, Bench.spec.replacing("999ms", with: "1s").replacing("Home after", with: "Late"))
    let command = "'\(Bench.built("conformance"))' \(line)"
    return try bench.shell("\(environment) script -qec \"\(command)\" /dev/null")
  }

  @Test func `a bar shows how far long work is, and is gone when it ends`() throws {
    let outcome = try screen("run \(right)")

    let bar = String(repeating: "█", count: 20)
    #expect(
      outcome.results.hasPrefix("\r\u{1B}[2Kjudging \(bar) 2 of 2\r\u{1B}[2K"), "\(outcome)")
    #expect(outcome.results.components(separatedBy: "judging").count == 2)
  }

  @Test func `what holds is green and what fails is red`() throws {
    #expect(try screen("run \(right)").results.contains("\u{1B}[32m2 passed, 0 failed"))
    let outcome = try screen("run \(wrong)")
    #expect(outcome.results.contains("\u{1B}[31m✘ screens.repeat"))
    #expect(outcome.results.contains("\u{1B}[31m1 passed, 1 failed"))
    #expect(outcome.code == 1)
  }

  @Test func `with NO_COLOR there is the bar and no colour`() throws {
    let outcome = try screen("run \(wrong)", "NO_COLOR=1 TERM=xterm")

    #expect(outcome.results.contains("judging █"))
    #expect(!outcome.results.contains("\u{1B}[3"))
    #expect(!outcome.results.contains("\u{1B}[0m"))
  }

  @Test(arguments: ["run", "check", "record", "replay", "sharpen", "next", "lint", "rules"])
  func `a dumb terminal gets letters only`(command: String) throws {
    let outcome = try screen(command, "TERM=dumb")

    #expect(!outcome.results.isEmpty)
    #expect(!outcome.results.contains("\u{1B}"))
    #expect(!outcome.results.contains("judging"))
  }

  @Test(arguments: ["run", "check", "record", "replay", "sharpen", "next", "lint", "rules"])
  func `where nobody looks on there is neither colour nor bar`(command: String) throws {
    let outcome = try Bench().run(command, environment: ["TERM": "xterm"])

    #expect(!(outcome.results + outcome.complaints).contains("\u{1B}"))
    #expect(!(outcome.results + outcome.complaints).contains("█"))
  }

  @Test func `results in a file and a person at stderr give a bar and no colour`() throws {
    let outcome = try screen("run \(right) >results")

    #expect(outcome.results.contains("judging █"))
    #expect(!outcome.results.contains("\u{1B}[3"))
  }
}
