import Foundation
import Testing

/// The ports under tools/ports, as their README tells to use them.
@Suite(.enabled("needs Python 3.11 and Node 20") { canRunPorts() })
struct StarterPortTests {
  private static let ports = Bench.root.appendingPathComponent("tools/ports")
  private static let specs = Bench.root.appendingPathComponent("Specs/grovs").path

  static let starts = [
    ("python", "adapter.py", "port.py", "python3 port.py"),
    ("js", "adapter.mjs", "port.mjs", "node port.mjs"),
  ]

  @Test(arguments: starts)
  func `what the README writes into a file makes the first rule green`(
    language: String, adapter: String, port: String, command: String
  ) throws {
    let readme = try text("README.md")
    let block = try #require(readme.components(separatedBy: "```\(language)\n").dropFirst().first)
    let bench = try Bench()
    try bench.write(
      adapter, try text("\(language == "js" ? "node" : language)/\(adapter)"))
    try bench.write(port, try #require(block.components(separatedBy: "```").first))

    let outcome = try bench.run(
      "run", "--specs", Self.specs, "--testee", command, "configure.authenticates")

    #expect(outcome.code == 0)
    #expect(outcome.closing == "3 passed, 0 failed, 0 known, 0 not claimed, 0 open")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.ports.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `a port that claims less passes, and what it does not claim is named`() throws {
    let port = "python3 -B '\(Self.ports.path)/python/grovs_port.py' --claims configure,consent"

    let outcome = try Bench().run("run", "--specs", Self.specs, "--testee", port)

    #expect(outcome.code == 0, "\(outcome.results)")
    #expect(outcome.closing.contains(" passed, 0 failed, 0 known, "))
    #expect(outcome.closing.contains(" not claimed (logging, "))
    #expect(outcome.closing.contains(", deep-links, "))
    #expect(!outcome.closing.contains("consent"))
  }
}

private func canRunPorts() -> Bool {
  let test = "python3 -c 'import asyncio; asyncio.timeout' && node -e AbortSignal.any"
  return (try? Bench().shell(test).code) == 0
}
