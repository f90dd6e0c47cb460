import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct SharpenReportTests {
  private func sharpness(mutants: Int, passes: Int, survivors: [String] = []) throws -> Sharpness {
    let run = try #require(Stage.suite(Stage.spec("- app: launch")).runs.first)
    var sharpness = Sharpness(run: run)
    sharpness.mutants = mutants
    if passes > 0 { sharpness.passes = [("$like", passes)] }
    sharpness.survivors = survivors.map {
      Sharpness.Survivor(mark: Mark(file: Stage.path, line: 9, column: 3), change: $0)
    }
    return sharpness
  }

  @Test(arguments: [(100, 20, true), (100, 21, false), (5, 1, true), (4, 1, false), (0, 0, true)])
  func `a file in which over a fifth is let through fails`(
    mutants: Int, passes: Int, holds: Bool
  ) throws {
    let report = SharpenReport([try sharpness(mutants: mutants, passes: passes)])

    #expect(report.holds == holds)
    #expect(report.flawCount == (holds ? 0 : 1))
  }

  @Test func `the runs of a file are summed up`() throws {
    let report = SharpenReport([
      try sharpness(mutants: 10, passes: 3), try sharpness(mutants: 10, passes: 1),
    ])

    #expect(report.holds)
    #expect(
      report.lines(listsAll: true) == [
        "Specs/demo/events/one.yaml:1:1: note: patterns let 4 of 20 changes through (20%): $like 4",
        "20 changed traces, 0 survivors, 4 let through by patterns",
      ])
  }

  @Test func `survivors and loose files are told at their places`() throws {
    let report = SharpenReport([
      try sharpness(mutants: 4, passes: 1, survivors: ["callback got dropped"])
    ])

    #expect(
      report.lines(listsAll: false) == [
        "Specs/demo/events/one.yaml:9:3: error: survivor in 'one': callback got dropped",
        "Specs/demo/events/one.yaml:1:1: error: over 20%: patterns let 1 of 4 changes through (25%): $like 1",
        "4 changed traces, 1 survivors, 1 let through by patterns",
      ])
    #expect(report.flawCount == 2)
  }
}
