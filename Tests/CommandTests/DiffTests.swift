import Testing

@Suite struct DiffTests {
  @Test func `two cores are equal`() throws {
    let outcome = try Bench().run("diff", "core", "core")

    #expect(outcome.code == 0)
    #expect(
      outcome.results == "2 equal, 0 differ, 0 not claimed by A, 0 not claimed by B\n")
  }

  @Test func `the core's own process is equal to the core`() throws {
    let bench = try Bench()

    let outcome = try bench.run("diff", "core", "exec '\(Bench.built("conformance"))' testee grovs")

    #expect(outcome.code == 0)
    #expect(outcome.closing.hasPrefix("2 equal, 0 differ, "))
  }

  @Test func `a testee that claims nothing leaves nothing to compare`() throws {
    let silent =
      "read line; echo '{\"re\":1,\"hello\":{\"protocol\":1,\"name\":\"none\","
      + "\"sdk\":\"1\",\"claims\":[]}}'; cat > /dev/null"

    let outcome = try Bench().run("diff", "core", silent)

    #expect(outcome.code == 3)
    #expect(outcome.closing.contains("2 not claimed by B (configure, "))
    #expect(outcome.complaints.hasSuffix("nothing was compared: no run is claimed by both\n"))
  }

  @Test func `a program that cannot start ends with 3`() throws {
    #expect(try Bench().run("diff", "exit 3", "core").code == 3)
  }

  static let wrong: [([String], String)] = [
    (["diff", "core"], "diff takes two testees: commands, or core for the suite's own core"),
    (["diff", "--testee", "x", "core", "core"], "diff takes its testees as its first two words"),
    (["run", "--vary", "--sweep"], "--sweep and --vary do not go together"),
    (["run", "--vary=x"], "--vary takes a whole number of at most 64 bits, not 'x'"),
  ]

  @Test(arguments: wrong)
  func `wrong use is told`(words: [String], complaint: String) throws {
    let outcome = try Bench().run(words)

    #expect(outcome.code == 2)
    #expect(outcome.complaints.hasPrefix("error: \(complaint); see "))
  }

  @Test func `a varied run that fails is repeated with its seed`() throws {
    let bench = try Bench()
    try bench.write(
      "Specs/grovs/screens/repeat.yaml", Bench.spec.replacing("999ms", with: "1s"))

    let outcome = try bench.run("run", "--vary", "7", "screens")

    #expect(outcome.code == 1)
    #expect(
      outcome.results.contains(
        "  repeat: conformance run --vary 7 "
          + "'screens.repeat-within-one-second-dropped/Home after 1s'\n"))
    #expect(outcome.results.contains("varied by the seed 7; "))
  }
}
