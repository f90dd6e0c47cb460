import Conformance
import GrovsTestee
import PushwooshTestee
import JSON

/// The SDKs that are built into this command, by the name of their suite.
enum Suites {
  private static let builtIn: [(suite: String, testee: TesteeKind)] = [
    ("grovs", grovsTestee), ("pushwoosh", pushwooshTestee),
  ]

  /// The testee that is built in for a suite, if there is one.
  static func testee(of suite: String) -> TesteeKind? {
    builtIn.first { $0.suite.isSame(as: suite) }?.testee
  }
}
