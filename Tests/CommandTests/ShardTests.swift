import Foundation
import Testing

@Suite struct ShardTests {
  private let file = "Specs/grovs/screens/repeat.yaml"

  /// Seven runs, of which one fails.
  private func seven() throws -> Bench {
    let bench = try Bench()
    let rows = ["0ms", "1ms", "2ms", "500ms", "998ms", "999ms", "1s"].map { "{ gap: \($0) }" }
    try bench.write(
      file,
      Bench.spec.replacing(
        "[{ gap: 0ms }, { gap: 999ms }]", with: "[\(rows.joined(separator: ", "))]"))
    return bench
  }

  @Test(arguments: [1, 3, 9])
  func `merged shards are the report of the whole, byte for byte`(count: Int) throws {
    let bench = try seven()
    let whole = try bench.run("run", "--json", "whole.json", "--junit", "whole.xml")
    for index in 1...count {
      _ = try bench.run("run", "--shard", "\(index)/\(count)", "--json", "\(index).json")
    }

    let merged = try bench.run(
      ["merge", "--json", "merged.json", "--junit", "merged.xml"]
        + (1...count).reversed().map { "\($0).json" })

    #expect(merged.code == 1)
    #expect(merged.closing == whole.closing)
    #expect(try bench.text("merged.json") == bench.text("whole.json"))
    #expect(try bench.text("merged.xml") == bench.text("whole.xml"))
  }

  @Test func `shards of a sweep are merged in the same way`() throws {
    let bench = try Bench()
    let invariants = try bench.project("Specs/grovs/invariants.yaml")
    try bench.write(
      "Specs/grovs/invariants.yaml", invariants.replacing("areas: [", with: "areas: [screens, "))
    _ = try bench.run("run", "--sweep", "--json", "whole.json")
    for index in 1...2 {
      _ = try bench.run("run", "--sweep", "--shard", "\(index)/2", "--json", "\(index).json")
    }

    let merged = try bench.run("merge", "1.json", "2.json", "--json", "merged.json")

    #expect(merged.code == 0)
    #expect(merged.closing == "2 passed, 0 failed, 0 known, 0 not claimed, 0 open")
    #expect(try bench.text("merged.json") == bench.text("whole.json"))
    #expect(try bench.text("whole.json").contains("\"kind\":\"sweep\""))
  }

  @Test func `filters in another order deal the same runs`() throws {
    let bench = try seven()
    let filters = ["*/Home after 0ms", "*/Home after 1s", "screens.*/Home after 2ms"]
    _ = try bench.run(["run", "--shard", "2/2", "--json", "a.json"] + filters)
    _ = try bench.run(["run", "--json", "b.json", "--shard=2/2"] + filters.reversed())

    #expect(try bench.text("a.json") == bench.text("b.json"))
  }

  @Test func `a shard without runs holds and says so`() throws {
    let outcome = try Bench().run("run", "--shard", "3/3")

    #expect(outcome.code == 0)
    #expect(
      outcome.results == """
        shard 3/3: 0 of 2 runs
        0 passed, 0 failed, 0 known, 0 not claimed, 0 open

        """)
  }

  @Test func `Bazel's variables choose the shard, the report and the file that confirms it`() throws
  {
    let bench = try seven()
    _ = try bench.run("run", "--shard", "2/3", "--junit", "own.xml")

    let outcome = try bench.run(
      ["run"],
      environment: [
        "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "1", "TEST_SHARD_STATUS_FILE": "status",
        "XML_OUTPUT_FILE": "test.xml",
      ])

    #expect(outcome.results.contains("shard 2/3: 2 of 7 runs\n"))
    #expect(try bench.text("status") == "")
    #expect(try bench.text("test.xml") == bench.text("own.xml"))
  }

  @Test func `options of the command line go before Bazel's variables`() throws {
    let bench = try seven()

    let outcome = try bench.run(
      ["run", "--shard", "1/1", "--junit", "own.xml"],
      environment: [
        "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "1", "XML_OUTPUT_FILE": "test.xml",
      ])

    #expect(outcome.results.contains("shard 1/1: 7 of 7 runs\n"))
    #expect(bench.has("own.xml"))
    #expect(!bench.has("test.xml"))
  }

  @Test(arguments: [("3", "3"), ("3", "-1"), ("3", ""), ("x", "0")])
  func `a shard of Bazel's that cannot be is wrong use`(total: String, index: String) throws {
    let outcome = try Bench().run(
      ["run"], environment: ["TEST_TOTAL_SHARDS": total, "TEST_SHARD_INDEX": index])

    #expect(outcome.code == 2)
    #expect(
      outcome.complaints.hasPrefix("error: TEST_SHARD_INDEX must be from 0 to below TEST_TOTAL"))
  }

  @Test(arguments: ["0/3", "4/3", "3", "a/b"])
  func `a shard that cannot be is wrong use`(text: String) throws {
    let outcome = try Bench().run("run", "--shard", text)

    #expect(outcome.code == 2)
    #expect(outcome.complaints.hasPrefix("error: --shard takes I/N with I from 1 to N"))
  }

  @Test(
    arguments: [
      (["1.json"], "error: shard 2/2 is missing\n"),
      (["1.json", "1.json"], "error: 1.json: shard 1/2 is there twice; first in 1.json\n"),
      (
        ["whole.json"],
        "error: whole.json: this is no shard's report; merge joins reports of "
          + "'run --shard I/N --json'\n"
      ),
      (["1.json", "nothing.json"], "error: nothing.json: No such file or directory\n"),
      (["1.json", "other.json"], "error: other.json: of other specs than 1.json\n"),
      (["1.json", "filtered.json"], "error: filtered.json: with other filters than 1.json\n"),
    ] as [([String], String)])
  func `a hole ends with 3 and one line`(files: [String], complaint: String) throws {
    let bench = try Bench()
    _ = try bench.run("run", "--json", "whole.json")
    _ = try bench.run("run", "--shard", "1/2", "--json", "1.json")
    _ = try bench.run("run", "--shard", "2/2", "--json", "filtered.json", "screens")
    try bench.write(file, Bench.spec.replacing("999ms", with: "998ms"))
    _ = try bench.run("run", "--shard", "2/2", "--json", "other.json")

    let outcome = try bench.run(["merge", "--junit", "r.xml"] + files)

    #expect(outcome.code == 3)
    #expect(outcome.complaints == complaint)
    #expect(!bench.has("r.xml"))
  }

  @Test func `merge without a report is wrong use`() throws {
    #expect(try Bench().run("merge").code == 2)
  }
}
