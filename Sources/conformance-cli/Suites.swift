import Conformance
import GrovsTestee
import JSON
import PushwooshTestee

/// The SDKs that are built into this command, by the name of their suite.
enum Suites {
  private static let builtIn: [(suite: String, testee: TesteeKind)] = [
    ("grovs", grovsTestee), ("pushwoosh", pushwooshTestee),
  ]

  /// The testee that is built in for a suite.
  static func testee(of suite: String) throws(Project.Refusal) -> TesteeKind {
    if let known = builtIn.first(where: { $0.suite.isSame(as: suite) }) { return known.testee }
    throw Project.Refusal(lines: [
      "error: no SDK is built in for the suite '\(suite)'; name one with --testee CMD"
    ])
  }
}
