import Testing

@testable import conformance_cli

@Suite struct CompletionTests {
  struct Suite: Naming {
    var specs: String?

    var suites: [Completion.Candidate] { [Completion.Candidate("phone")] }
    var rules: [Completion.Candidate] {
      ["screens.one", "screens.two", "screen-names.one"].map { Completion.Candidate($0, "Says.") }
        + (specs.map { [Completion.Candidate($0 + ".own")] } ?? [])
    }
    var capabilities: [Completion.Candidate] {
      ["push", "push-images"].map { Completion.Candidate($0) }
    }
  }

  private func complete(_ words: [String]) -> Completion {
    Completion(words) { specs, _ in Suite(specs: specs) }
  }

  static let cases: [([String], Completion.Kind, [String])] = [
    (["rec"], .words, ["record"]),
    (["le"], .words, ["ledger"]),
    (["--v"], .words, ["--version"]),
    (["help", "rec"], .words, ["record"]),
    (["nothing", ""], .words, []),
    (["run", "--te"], .words, ["--testee"]),
    (["run", "--testee", "py"], .commands, []),
    (["run", "--json", "r"], .files, []),
    (["run", "--json", "="], .files, []),
    (["run", "--json", "=", "r"], .files, []),
    (["run", "--specs", "S"], .folders, []),
    (["run", "--jobs", ""], .words, []),
    (["run", "--suite", "ph"], .words, ["phone"]),
    (["run", "sc"], .files, ["screens", "screens.", "screen-names", "screen-names."]),
    (["run", "screens"], .files, ["screens", "screens."]),
    (["run", "--sweep", "screens.t"], .files, ["screens.two"]),
    (["run", "--", "--te"], .files, []),
    (["explain", "screens.o"], .words, ["screens.one"]),
    (["explain", "--specs", "x", "x."], .words, ["x.own"]),
    (["explain", "--specs=x", "x."], .words, ["x.own"]),
    (["explain", "--specs", "=", "x", "x."], .words, ["x.own"]),
    (["members", "--claims", ""], .words, ["push", "push-images"]),
    (["members", "--claims", "push,"], .words, ["push,push-images"]),
    (["members", "--for", "p"], .words, ["python"]),
    (["completions", ""], .words, ["bash", "zsh", "fish"]),
    (["ledger", ""], .words, []),
    (["smoke", "py"], .commands, []),
    (["matrix", "r"], .files, []),
    (["diff", "a", "b", "screens.o"], .files, ["screens.one"]),
    (["check", ""], .words, []),
  ]

  @Test(arguments: cases)
  func `what fits is offered`(
    words: [String], kind: Completion.Kind, candidates: [String]
  ) {
    let completion = complete(words)

    #expect(completion.kind == kind)
    #expect(completion.candidates.map(\.word) == candidates)
  }

  @Test func `a command alone offers all commands and no option`() {
    #expect(complete([""]).candidates.map(\.word) == Commands.all.map { $0.name } + ["help"])
  }

  @Test(arguments: Commands.all.map { $0.name })
  func `every option of a command is offered`(name: String) throws {
    let help = HelpText(try #require(Commands.named(name)).help)

    #expect(
      complete([name, "-"]).candidates.map(\.word) == help.options.map(\.name) + ["--help"])
  }
}
