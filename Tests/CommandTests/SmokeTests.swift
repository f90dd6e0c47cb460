import Foundation
import Testing

@Suite struct SmokeTests {
  private let core = "'\(Bench.built("grovs-testee"))'"

  private static let everythingHolds = """
    ✓ lines come at once
    ✓ the first line is a hello
    ✓ a launch ends in idle
    ✓ two children say the same hello
    ✓ protocols that it does not know are passed over
    ✓ nothing is claimed of an unknown suite
    ✓ re is the id of the line that is answered
    ✓ ids may have any spelling
    ✓ unknown fields are passed over
    ✓ JSON may have any spelling
    ✓ a line may come in pieces
    ✓ stray prints stay out of the lines
    ✓ a print of 1 MiB does no harm
    ✓ an unknown member is unsupported
    ✓ an exception is told as a fault, and the port lives on
    ✓ JSON comes back from a call as it went
    ✓ every text comes back as it went
    ✓ 2^53+1 and 2^64-1 pass through a call
    ✓ 2^53+1 and 2^64-1 pass through a body
    ✓ 2^53+1 and 2^64-1 pass through storage
    ✓ NaN and the infinities pass through a call
    ✓ dates, bytes, URLs and UUIDs pass through a call
    ✓ an object of the app is called and answers
    ✓ a released object is gone
    ✓ bodies travel as they are
    ✓ open requests are told apart
    ✓ a failed request is told to the SDK
    ✓ a launch line of 10 MB is read
    ✓ storage is what the launch says it is
    ✓ two launches share nothing
    ✓ a fractional delay is named as a whole number, rounded up
    ✓ a delay of 0 ms belongs to its turn
    ✓ timers fire when they are due, in order, once
    ✓ a chain of 1,000 awaits ends in its turn
    ✓ nothing comes after idle
    ✓ the end of the input ends it within 2 s, with status 0
    ✓ nothing comes after the end of the input
    37 hold, 0 fail, 0 not tried

    """

  @Test func `the core holds in every check`() throws {
    let outcome = try Bench().run("smoke", core)

    #expect(outcome.code == 0)
    #expect(outcome.results == Self.everythingHolds)
    #expect(outcome.complaints == "")
  }

  static let ports = [
    Port(
      command: "python3 -B", file: "python/grovs_port.py",
      probe: "python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'"),
    Port(command: "node", file: "node/hello.mjs", probe: "node --version >/dev/null"),
  ]

  @Test(arguments: ports.filter(\.canRun))
  func `the starter ports hold in every check`(port: Port) throws {
    let outcome = try Bench().run("smoke", "\(port.command) '\(port.path)'")

    #expect(outcome.code == 0)
    #expect(outcome.results == Self.everythingHolds)
  }

  static let gone = [
    ("exit 4", "it exited with status 4 before its hello\n"),
    ("echo lost >&2; exit 1", "it exited with status 1 before its hello (stderr: lost)\n"),
    ("kill -9 $$", "it was killed by signal 9 (Killed) before its hello\n"),
  ]

  @Test(arguments: gone)
  func `a program that ends before its hello ends the command with 3`(
    command: String, why: String
  ) throws {
    let outcome = try Bench().run("smoke", command)

    #expect(outcome.code == 3)
    #expect(outcome.complaints == "error: the testee cannot be used: " + why)
    #expect(outcome.results == "")
  }

  @Test func `a program that prints first fails, and nothing more is tried`() throws {
    let outcome = try Bench().run("smoke", "echo 'Starting up'; cat >/dev/null")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.hasPrefix(
        """
        ✓ lines come at once
        ✘ the first line is a hello: this is no line of the protocol; stray prints belong on \
        stderr: Starting up; fix: answer hello by {"re":1,"hello":
        """))
    #expect(outcome.closing == "1 hold, 1 fail, 35 not tried")
  }

  @Test func `what is held back until the input ends is told as not flushed`() throws {
    let outcome = try Bench().run("smoke", "line=$(cat); echo '{}'")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.hasPrefix(
        """
        ✘ lines come at once: the answer to hello came only when the input had ended; fix: flush \
        stdout at the end of each turn: a pipe is no terminal

        """))
  }

  @Test func `a command in several words is wrong use`() throws {
    let outcome = try Bench().run("smoke", "python3", "port.py")

    #expect(outcome.code == 2)
    #expect(
      outcome.complaints
        == "error: smoke takes one command; put it in quotes; see conformance smoke --help\n")
  }
}

/// A port that comes with the project, and how to know whether its language is here.
struct Port: Sendable {
  var command: String
  var file: String
  var probe: String

  var path: String { Bench.root.appendingPathComponent("tools/ports/\(file)").path }

  var canRun: Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\(probe) 2>/dev/null"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
