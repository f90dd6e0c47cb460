import Foundation
import Testing

@Suite struct WatchTests {
  private let file = "Specs/grovs/screens/repeat.yaml"

  @Test func `a changed spec is judged alone, a shared file judges all, and ctrl-C ends it`() throws
  {
    let bench = try Bench()
    try bench.write("Specs/grovs/screens/other.yaml", Bench.spec.replacing("999ms", with: "500ms"))
    let starts = try bench.text("Specs/grovs/starts.yaml")

    let outcome = try bench.watch([
      ({}, "screens  4 passed\n4 passed"),
      (
        { try bench.write(self.file, Bench.spec.replacing("999ms", with: "1s")) },
        "\nscreens  1 passed, 1 failed\n1 passed, 1 failed"
      ),
      ({ try bench.write(self.file, "spec: 2\n") }, "\(file):1:7: error: "),
      ({ try bench.write(self.file, Bench.spec) }, "\n\(file)\nscreens  2 passed\n2 passed"),
      (
        { try bench.write("Specs/grovs/starts.yaml", starts + "\n# changed\n") },
        "\nSpecs/grovs/starts.yaml\nscreens  4 passed\n4 passed"
      ),
      ({ try bench.remove(self.file) }, "\n\(file)\ngone, so there is nothing to judge\n"),
    ])

    #expect(outcome.code == 0)
    #expect(!outcome.results.contains("stopped"))
  }

  @Test(arguments: [["--sweep"], ["--junit", "r.xml"], ["--shard", "1/2"], ["--base", "b.json"]])
  func `what it cannot do with it is wrong use`(words: [String]) throws {
    let outcome = try Bench().run(["run", "--watch"] + words)

    #expect(outcome.code == 2)
    #expect(outcome.complaints.hasPrefix("error: --watch shows what it judges; "))
  }
}
