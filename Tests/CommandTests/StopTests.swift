import Foundation
import Testing

@Suite struct StopTests {
  /// Runs that each take so long that the signal finds most of them not begun.
  private func long() throws -> Bench {
    let bench = try Bench()
    let rows = (0..<300).map { "{ n: n\($0) }" }.joined(separator: ", ")
    let calls = String(
      repeating: "      - call: trackScreenView\n        with: { screenName: Home }\n", count: 200)
    try bench.write(
      "Specs/grovs/screens/repeat.yaml",
      """
      spec: 1
      rule: screens.repeat-within-one-second-dropped
      scenarios:
        - name: $n
          for: [\(rows)]
          steps:
            - do: configured
      \(calls)      - advance: 5s
            - request: /events/batch
              body: { events: [{ $screen: { properties: { screen_name: Home } } }] }
              reply: accepted

      """)
    return bench
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a run that is stopped reports what is finished and names the rest`(
    signal: Int32
  ) throws {
    let bench = try long()
    // The command takes an earlier report away once it listens.
    try bench.write("r.xml", "old")

    let outcome = try bench.run(
      "run", "--jobs", "2", "--junit", "r.xml", "--json", "r.json", "--markdown", "r.md",
      signal: signal, onceGone: "r.xml")

    let name = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"][signal] ?? ""
    #expect(outcome.code == 3)
    #expect(outcome.results.contains("stopped by \(name): "))
    let xml = try bench.text("r.xml")
    #expect(xml.contains("<testsuites name=\"grovs\" tests=\"300\" failures=\"0\" errors=\""))
    #expect(xml.contains("<error message=\"not run: stopped by \(name)\" type=\"not run\"/>"))
    #expect(try bench.text("r.json").contains("\"stopped\":\"\(name)\""))
    #expect(try bench.text("r.md").contains("\nstopped by \(name): "))
  }

  @Test func `a report that was stopped is no base`() throws {
    let bench = try long()
    try bench.write("r.json", "old")
    _ = try bench.run("run", "--json", "r.json", signal: SIGTERM, onceGone: "r.json")

    let outcome = try bench.run("run", "--base", "r.json")

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints.hasPrefix("error: r.json: a base must be whole; it was stopped by SIGTERM")
    )
  }

  @Test(arguments: ["silent", "term-ignored"])
  func `a testee that never answers does not hold up a stop`(how: String) throws {
    let bench = try Toy(how: how).bench
    try bench.write("r.xml", "old")

    let outcome = try bench.run(
      "run", "--specs", "Specs/toy", "--turn-limit", "0", "--junit", "r.xml", "--testee",
      "exec '\(Bench.built("scripted-testee"))'", signal: SIGTERM, onceGone: "r.xml")

    #expect(outcome.code == 3)
    #expect(try bench.text("r.xml").contains("not run: stopped by SIGTERM"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a gate that is stopped ends with 3 and its reports`(signal: Int32) throws {
    let bench = try long()
    try bench.write("r.xml", "old")

    let outcome = try bench.run(
      "check", "--jobs", "2", "--junit", "r.xml", signal: signal, onceGone: "r.xml")

    #expect(outcome.code == 3)
    #expect(try bench.text("r.xml").contains("<error message=\"not run: stopped by SIG"))
  }

  @Test(arguments: ["record", "sharpen", "next"])
  func `what has no report to write ends by the signal and leaves nothing in the way`(
    command: String
  ) throws {
    let bench = try long()

    let outcome = try bench.shell(
      """
      "$0" \(command) --jobs 1 >/dev/null & pid=$!
      sleep 0.3; kill -TERM $pid; wait $pid; code=$?
      [ -z "$(find . -name '*.new-*')" ] && exit $code
      """)
    try bench.write("Specs/grovs/screens/repeat.yaml", Bench.spec)
    let after = try bench.run("record")

    #expect(outcome.code == 128 + SIGTERM)
    #expect(after.code == 0)
  }
}
