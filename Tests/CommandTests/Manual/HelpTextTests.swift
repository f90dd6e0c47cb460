import Foundation
import Testing

@testable import conformance_cli

@Suite struct HelpTextTests {
  private let help = HelpText(
    """
    Does this.
    And that.

    usage: conformance do [OPTION…] [FILTER…]
           conformance do CMD

      CMD               a command
      --all             every one
      --shard I/N       a part,
                        and no more
      --save-input FILE write it

    FILTER is a path. It offers:

      do.one  {value}   returns it
    """)

  @Test func `options are taken apart into name, value and text`() {
    #expect(
      help.options == [
        HelpText.Term(name: "--all", value: nil, text: "every one"),
        HelpText.Term(name: "--shard", value: "I/N", text: "a part, and no more"),
        HelpText.Term(name: "--save-input", value: "FILE", text: "write it"),
      ])
  }

  @Test func `what stands around the options keeps its place`() {
    let command = HelpText.Term(name: "CMD", value: nil, text: "a command")
    let offer = HelpText.Term(name: "do.one", value: nil, text: "{value} returns it")
    #expect(help.about == ["Does this. And that."])
    #expect(help.usage == ["conformance do [OPTION…] [FILTER…]", "conformance do CMD"])
    #expect(
      help.blocks == [
        .terms([command] + help.options), .paragraph("FILTER is a path. It offers:"),
        .terms([offer]),
      ])
    #expect(help.operands == ["[FILTER…]", "CMD"])
  }

  @Test(arguments: (Commands.all + Commands.hidden).map { $0.name })
  func `every option of a help is one that its command takes`(name: String) throws {
    let command = try #require(Commands.named(name))

    for option in HelpText(command.help).options {
      var arguments = Arguments([option.name] + (option.value == nil ? [] : ["1"]))
      do {
        _ = try command.init(&arguments)
      } catch {
        #expect(!error.message.contains("there is no option '\(option.name)'"))
      }
    }
  }

  @Test func `every option that the sources take stands in a help`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/conformance-cli").standardized
    let known = Set(
      (Commands.all + Commands.hidden).flatMap { HelpText($0.help).options.map(\.name) })
    let takes = /(?:flag\(|value\(of: |number\(of: )"(--[a-z-]+)"/
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var taken: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: takes) { taken.insert(String(match.1)) }
    }

    #expect(taken.contains("--jobs"))
    // The usage of `fuzz` tells two; the day of today is for tests of ledgers.
    #expect(taken.subtracting(known) == ["--print", "--seed", "--today"])
  }
}
