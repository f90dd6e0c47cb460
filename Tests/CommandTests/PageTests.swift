import Testing

@Suite struct PageTests {
  @Test(arguments: ["run", "check"])
  func `--html writes a page with the closing line, whatever the verdict`(command: String) throws {
    let bench = try Bench()
    try bench.write("Specs/grovs/screens/repeat.yaml", Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.run(command, "--html", "page.html")

    #expect(outcome.code == 1)
    let page = try bench.text("page.html")
    #expect(page.hasPrefix("<!doctype html>\n"))
    #expect(page.contains("<h1>grovs: conformance of grovs-core</h1>"))
    #expect(page.contains("<p>1 passed, 1 failed, 0 known, 0 not claimed, 0 open</p>"))
  }

  @Test func `a page that cannot be written ends with 3`() throws {
    let outcome = try Bench().run("run", "--html", "nowhere/page.html")

    #expect(outcome.code == 3)
    #expect(
      outcome.complaints.hasPrefix("error: the report could not be written: nowhere/page.html"))
  }

  @Test func `matrix puts reports side by side and writes a page`() throws {
    let bench = try Bench()
    _ = try bench.run("run", "--json", "a.json")
    try bench.write("Specs/grovs/screens/repeat.yaml", Bench.spec.replacing("999ms", with: "1s"))
    _ = try bench.run("run", "--json", "b.json")

    let outcome = try bench.run("matrix", "a.json", "b.json", "--html", "page.html")

    #expect(outcome.code == 0)
    #expect(outcome.closing == "1 rules, 0 of them passed by all, 1 told differently")
    #expect(try bench.text("page.html").contains(#""page":"matrix""#))
  }

  static let refused: [([String], Int32, String)] = [
    (["matrix"], 2, "error: matrix takes the files of at least one report"),
    (["matrix", "nothing.json"], 3, "error: nothing.json: No such file"),
    (
      ["matrix", "Specs/grovs/starts.yaml"], 3, "error: Specs/grovs/starts.yaml: this is no report"
    ),
    (["merge", "--html", "x", "a.json"], 2, "error: there is no option '--html' here"),
    (["run", "--sweep", "--html", "x"], 2, "error: --sweep writes no HTML"),
  ]

  @Test(arguments: refused)
  func `what cannot be shown is refused`(words: [String], code: Int32, complaint: String) throws {
    let outcome = try Bench().run(words)

    #expect(outcome.code == code)
    #expect(outcome.complaints.hasPrefix(complaint))
  }

  @Test func `explain tells a rule that no spec shows`() throws {
    let outcome = try Bench().run("explain", "screens.different-name-within-one-second-kept")

    #expect(outcome.code == 0)
    #expect(outcome.results.hasPrefix("screens.different-name-within-one-second-kept\n"))
    #expect(outcome.results.hasSuffix("  no spec shows it\n"))
  }

  @Test func `explain tells what is done at an open point`() throws {
    let bench = try Bench()
    try bench.write(
      "Specs/grovs/screens/repeat.yaml",
      Bench.spec.replacing("999ms", with: "1s").replacing(
        "    steps:", with: "    judge: open\n    because: nobody has decided\n    steps:"))

    let outcome = try bench.run("explain", "screens.repeat-within-one-second-dropped/Home after 1s")

    #expect(outcome.code == 0)
    #expect(
      outcome.results.contains(
        """
          open: nobody has decided
          grovs-core parts from the transcript: request /events/batch differs in its body at events[1]
        """))
  }
}
