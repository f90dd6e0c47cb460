import JSON
import Testing

@testable import Conformance

@Suite struct MergingTests {
  private func shards(_ total: Int, of count: Int) -> [RunReport.Named] {
    let cases = (0..<total).map { Printed.one("n\($0)", $0 == 1 ? .failed : .passed) }
    return (1...count).map { index in
      let mine = cases.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
      return RunReport.Named(
        path: "\(index).json", report: Printed.report(mine, shard: (index, of: count, total: total))
      )
    }
  }

  @Test(arguments: [(10, 1), (10, 3), (2, 4), (0, 2)])
  func `shards in any order are the whole again`(total: Int, count: Int) throws {
    let whole = try RunReport.merged(shards(total, of: count).reversed())

    #expect(whole.part == nil)
    #expect(whole.cases.map(\.name) == (0..<total).map { "n\($0)" })
  }

  typealias Change = @Sendable (inout [RunReport.Named]) -> Void

  static let refused: [(String, Change)] = [
    ("shard 2/3 is missing", { $0.remove(at: 1) }),
    ("shard 1/3 is missing, and 1 more", { $0.removeFirst(2) }),
    ("1.json: shard 1/3 is there twice; first in 1.json", { $0.append($0[0]) }),
    (
      "2.json: one of 4 shards, other than 1.json",
      { $0[1].report.part = Shard(2, of: 4).map { RunReport.Part(shard: $0, total: 10) } }
    ),
    ("2.json: of another testee than 1.json", { $0[1].report.testee.name = "x" }),
    ("2.json: of another version of the testee than 1.json", { $0[1].report.testee.sdk = nil }),
    ("2.json: with other claims than 1.json", { $0[1].report.testee.claims = [] }),
    ("2.json: with other filters than 1.json", { $0[1].report.filters = ["x"] }),
    ("2.json: of other specs than 1.json", { $0[1].report.suite.hash = "x" }),
    ("3.json: a sweep, other than 1.json", { $0[2].report.isSweep = true }),
    (
      "3.json: stopped by SIGINT: 0 of 3 runs were not run; run this shard again",
      { $0[2].report.stopped = "SIGINT" }
    ),
    (
      "2.json: 2 runs, and shard 2/3 of 10 runs has 3",
      { $0[1].report.cases.removeLast() }
    ),
    (
      "Specs/demo/events/one.yaml:5:5: 'n0' is in two reports",
      { $0[1].report.cases[0] = $0[0].report.cases[0] }
    ),
    (
      "2.json: this is no shard's report; merge joins reports of 'run --shard I/N --json'",
      { $0[1].report.part = nil }
    ),
  ]

  @Test(arguments: refused)
  func `a hole or another run is refused in one line`(message: String, change: Change) {
    var reports = shards(10, of: 3)
    change(&reports)

    #expect(throws: ReportError(message)) { try RunReport.merged(reports) }
  }
}
