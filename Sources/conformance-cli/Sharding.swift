import Conformance

/// Which part of the chosen runs this process has: as `--shard` says, or else Bazel.
enum Sharding {
  static let help = """
      --shard I/N       only part I of N; every run is in exactly one (default: as Bazel says)
    """

  /// Takes `--shard I/N`; without it TEST_TOTAL_SHARDS and TEST_SHARD_INDEX, which counts from 0.
  static func take(
    _ arguments: inout Arguments, _ environment: (String) -> String? = Environment.value
  ) throws(UsageError) -> Shard? {
    if let text = try arguments.value(of: "--shard") {
      guard let shard = Shard(text: text) else {
        throw UsageError("--shard takes I/N with I from 1 to N, such as 2/5, not '\(text)'")
      }
      return shard
    }
    guard let total = environment("TEST_TOTAL_SHARDS"), total != "0" else { return nil }
    let index = environment("TEST_SHARD_INDEX") ?? ""
    guard let count = Int(total), let zero = Int(index), let shard = Shard(zero + 1, of: count)
    else {
      throw UsageError(
        "TEST_SHARD_INDEX must be from 0 to below TEST_TOTAL_SHARDS, not '\(index)' and '\(total)'")
    }
    return shard
  }

  /// Touches the file by which Bazel knows that shards are understood here.
  static func confirm() throws(Project.Refusal) {
    guard let file = Environment.value("TEST_SHARD_STATUS_FILE") else { return }
    do throws(Files.Problem) {
      try Files.write("", to: file)
    } catch {
      throw Project.Refusal(lines: ["error: \(error)"])
    }
  }
}
