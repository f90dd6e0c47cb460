import Foundation

/// A suite of one member in a folder of its own, judged against the scripted testee.
struct Toy {
  let bench: Bench

  private static let vocabulary = """
    vocabulary: 1
    base: https://toy.test
    capabilities:
      base: { says: Tracks. }
      more: { says: Tracks more., on: [base] }
    members:
      track: { capability: base, with: { name: string, text: string? }, completion: nothing }
      extra: { capability: more }

    """
  private static let rulebook = """
    rulebook: 1
    rules:
      - { id: base.one, says: Tracking returns., sources: [toy#one], level: core }

    """

  /// A scenario that tracks under this name; the name says how the testee misbehaves.
  ///
  /// The steps after the call are those given, else a second in which nothing happens.
  static func scenario(_ name: String, _ how: String, then steps: String = "- quiet: 1s") -> String
  {
    """
      - name: \(name)
        steps:
          - app: launch
          - call: track
            with: { name: "\(how)" }

    """ + steps.split(separator: "\n").map { "      \($0)\n" }.joined()
  }

  /// Scenarios as they stand in a file; by default a bad one and a good one behind it.
  init(_ scenarios: String) throws {
    bench = try Bench()
    let folder = bench.folder.appendingPathComponent("Specs/toy/base")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try bench.write("Specs/toy/vocabulary.yaml", Self.vocabulary)
    try bench.write("Specs/toy/rulebook.yaml", Self.rulebook)
    try bench.write("Specs/toy/starts.yaml", "starts: 1\n")
    try bench.write("Specs/toy/replies.yaml", "replies: 1\n")
    try bench.write(
      "Specs/toy/base/one.yaml", "spec: 1\nrule: base.one\nscenarios:\n" + scenarios)
  }

  /// One run that misbehaves so, and a good one behind it.
  init(how: String, then steps: String = "- quiet: 1s") throws {
    try self.init(Self.scenario("bad", how, then: steps) + Self.scenario("good", "good"))
  }

  /// Judges the suite with a testee that says hello in this manner; one after the other.
  ///
  /// `limit`: seconds that a turn may take; a busy machine needs more than a test can wait for.
  func run(
    _ manner: String = "", limit: Int = 60, _ words: String...
  ) throws -> Bench.Outcome {
    try bench.run(
      ["run", "--specs", "Specs/toy", "--jobs", "1", "--turn-limit", "\(limit)", "--testee"]
        + ["'\(Bench.built("scripted-testee"))' \(manner)"] + words)
  }
}
