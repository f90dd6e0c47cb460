import Conformance

/// `conformance testee`: the suite's own core behind stdin and stdout; what `--isolate` starts.
struct TesteeCommand: Command {
  static let name = "testee"
  static let summary = "Serve the suite's own core at stdin and stdout."
  static let help = """
    Speaks the protocol for the suite's own core.

    usage: conformance testee SUITE
    """

  var suite: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    let words = try arguments.rest()
    guard words.count == 1, let name = words.first else {
      throw UsageError("testee takes the name of one suite")
    }
    suite = name
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    do throws(Project.Refusal) {
      var serving = Serving(try Suites.testee(of: suite), suite: suite)
      return serving.run() == 0 ? .holds : .fails
    } catch {
      return terminal.refuse(error)
    }
  }
}
