import Foundation
import Testing

@testable import conformance_cli

@Suite struct ManualTests {
  @Test func `the page tells every command with every option`() throws {
    let page = try Bench().run("manual")
    let plain = page.results.replacing(#"\-"#, with: "-")

    #expect(page.code == 0)
    for command in Commands.all {
      #expect(plain.contains("\n.SS \(command.name)\n"))
      for option in HelpText(command.help).options {
        #expect(plain.contains("\n\\fB\(option.name)\\fR"))
      }
    }
  }

  @Test(
    arguments: [
      ("a-b", #"a\-b"#), (".TH", #"\&.TH"#), (#"\fB"#, #"\efB"#), ("'x'", #"\(aqx\(aq"#),
      ("é", #"\[u00E9]"#), ("✓ ✘", "+ x"), ("N…", "N..."),
    ] as [(String, String)])
  func `no text is a command of roff`(text: String, escaped: String) {
    #expect(ManualPage.escaped(text) == escaped)
  }

  // The page has a version, and no date to go stale.
  static let checkers = [
    "groff -man -Tutf8 -ww -z", "mandoc -Tlint -Wwarning | grep -v 'missing date'",
    "man --warnings -l - >/dev/null",
  ]

  @Test(arguments: checkers.filter { ShellTests.has(String($0.prefix { $0 != " " })) })
  func `readers of manual pages have nothing to complain of`(checker: String) throws {
    let outcome = try Bench().shell("'\(Bench.built("conformance"))' manual | \(checker)")

    #expect(outcome.results == "")
    #expect(outcome.complaints == "")
  }
}
