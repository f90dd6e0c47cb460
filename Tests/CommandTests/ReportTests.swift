import Foundation
import Testing

@Suite struct ReportTests {
  private let file = "Specs/grovs/screens/repeat.yaml"
  private let rule = "screens.repeat-within-one-second-dropped"

  private func failing() throws -> Bench {
    let bench = try Bench()
    try bench.write(file, Bench.spec.replacing("999ms", with: "1s"))
    return bench
  }

  @Test func `every report is written, wherever its option stands`() throws {
    let bench = try failing()

    let outcome = try bench.run(
      "run", "--markdown", "r.md", "screens", "--junit=r.xml", "--jobs", "2", "--json", "r.json")

    #expect(outcome.code == 1)
    #expect(try bench.text("r.xml").contains("tests=\"2\" failures=\"1\" errors=\"0\""))
    #expect(try bench.text("r.xml").contains("<property name=\"source\" value=\"api-reference#"))
    #expect(try bench.text("r.md").hasPrefix("❌ **\(outcome.closing)**\n"))
    #expect(try bench.text("r.json").contains("\"closing\":\"\(outcome.closing)\""))
  }

  @Test(arguments: ["r.json", "r.xml", "r.md"])
  func `the same runs give the same bytes, whatever the number of jobs`(name: String) throws {
    let bench = try failing()
    var texts: [String] = []
    for jobs in ["1", "2", "8"] {
      _ = try bench.run(
        "run", "--jobs", jobs, "--json", "r.json", "--junit", "r.xml", "--markdown", "r.md")
      texts.append(try bench.text(name))
    }

    #expect(Set(texts).count == 1)
  }

  @Test func `a report that cannot be written is named and keeps no other back`() throws {
    let bench = try failing()

    let outcome = try bench.run(
      "run", "--junit", "no/r.xml", "--json", "r.json", "--markdown", "/dev/full")

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints == """
        error: the report could not be written: no/r.xml: No such file or directory
        error: the report could not be written: /dev/full: No space left on device

        """)
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
    #expect(try bench.text("r.json").hasSuffix("}\n"))
  }

  @Test func `a report that outgrows the disk is told, and no half of it is left`() throws {
    let bench = try Bench()
    let outcome = try bench.shell("ulimit -f 1; exec \"$0\" run --junit r.xml --markdown r.md")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.contains("could not be written: r.xml: File too large"))
    #expect(!bench.has("r.xml"))
    #expect(try bench.text("r.md").hasPrefix("✅"))
  }

  @Test func `an earlier report is gone when a later command ends early`() throws {
    let bench = try Bench()
    _ = try bench.run("run", "--junit", "r.xml")

    let outcome = try bench.run("run", "--junit", "r.xml", "screens.nothing")

    #expect(outcome.code == 3)
    #expect(!bench.has("r.xml"))
  }

  @Test func `two reports in one file are wrong use`() throws {
    let outcome = try Bench().run("run", "--junit", "r", "--json", "r")

    #expect(outcome.code == 2)
    #expect(outcome.complaints.hasPrefix("error: two reports cannot both be written to 'r'"))
  }

  @Test(arguments: [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", "| head -0"])
  func `with a stream closed the code is the verdict's and reports are written`(
    streams: String
  ) throws {
    let bench = try failing()
    let outcome = try bench.shell("(\"$0\" run --junit r.xml; echo $? > code) \(streams)")

    let told = "error: the results could not be written: No space left on device\n"
    #expect(outcome.complaints == (streams == ">/dev/full" ? told : ""))
    #expect(try bench.text("code") == "1\n")
    #expect(try bench.text("r.xml").hasSuffix("</testsuites>\n"))
    #expect(try bench.text(file) == Bench.spec.replacing("999ms", with: "1s"))
  }

  @Test func `on GitHub a failure is told at its line, counted from the checkout`() throws {
    let bench = try failing()
    let root = bench.folder.deletingLastPathComponent().path
    let outcome = try bench.run(
      ["run"], environment: ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": root])

    #expect(
      outcome.results.contains(
        "\n::error file=project/\(file),line=14,col=9,title=\(rule)/Home after 1s::request "))
    #expect(outcome.closing == "1 passed, 1 failed, 0 known, 0 not claimed, 0 open")
  }

  @Test(arguments: ["run", "check"])
  func `what changed since a base is told`(command: String) throws {
    let bench = try Bench()
    _ = try bench.run("run", "--json", "base.json")
    try bench.write(file, Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.run(command, "--base", "base.json", "--markdown", "r.md")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.contains(
        "\nnew: 1\n  \(rule)/Home after 1s\ngone: 1\n  \(rule)/Home after 999ms\n"))
    #expect(try bench.text("r.md").contains("- **new: 1**\n"))
  }

  @Test func `who passed in the base and is not claimed now fails`() throws {
    let bench = try Bench()
    try bench.write("Specs/grovs/screens/other.yaml", Bench.spec)
    _ = try bench.run("run", "--json", "base.json")
    let vocabulary = try bench.text("Specs/grovs/vocabulary.yaml")
    try bench.write(
      "Specs/grovs/vocabulary.yaml",
      vocabulary.replacing(
        "capabilities:\n", with: "capabilities:\n  unbuilt: { says: Nobody claims it. }\n"))
    try bench.write(
      file, Bench.spec.replacing("scenarios:", with: "needs: [screens, unbuilt]\nscenarios:"))

    let plain = try bench.run("run")
    let held = try bench.run("run", "--base", "base.json")

    #expect(plain.code == 0)
    #expect(held.code == 1)
    #expect(held.results.contains("newly unclaimed: 2\n  \(rule)/Home after 0ms (unbuilt)\n"))
    #expect(held.closing == "2 passed, 0 failed, 0 known, 2 not claimed (unbuilt), 0 open")
  }

  @Test(arguments: [
    ("{}", "error: base.json: this is no report that 'run --json' wrote\n"),
    ("{", "error: base.json: this is no report: 1:2: "),
    (nil, "error: base.json: No such file or directory\n"),
  ])
  func `a base that is none ends with 3 before anything runs`(
    text: String?, complaint: String
  ) throws {
    let bench = try Bench()
    if let text { try bench.write("base.json", text) }

    let outcome = try bench.run("run", "--base", "base.json")

    #expect(outcome.code == 3)
    #expect(outcome.complaints.hasPrefix(complaint))
    #expect(outcome.results == "")
  }
}
