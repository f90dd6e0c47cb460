import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Conformance

@Suite struct JUnitTextTests {
  @Test func `a case stands with its rule, its sources and what became of it`() {
    let text = JUnitText.text(of: Printed.report([Printed.one("a"), Printed.one("b", .failed)]))

    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="demo" tests="2" failures="1" errors="0" skipped="0" time="0">
          <testsuite name="events" tests="2" failures="1" errors="0" skipped="0" time="0">
            <properties>
              <property name="testee" value="script"/>
              <property name="sdk" value="3.1"/>
              <property name="closing" value="1 passed, 1 failed, 0 known, 0 not claimed, 0 open"/>
              <property name="passed" value="1"/>
              <property name="failed" value="1"/>
              <property name="known" value="0"/>
              <property name="not claimed" value="0"/>
              <property name="open" value="0"/>
            </properties>
            <testcase classname="events.one" name="a" file="Specs/demo/events/one.yaml" line="5" time="0">
              <properties>
                <property name="rule" value="events.one"/>
                <property name="says" value="One is sent."/>
                <property name="source" value="page#one"/>
                <property name="area" value="events"/>
                <property name="needs" value="events"/>
                <property name="virtual time" value="0ms"/>
              </properties>
            </testcase>
            <testcase classname="events.one" name="b" file="Specs/demo/events/one.yaml" line="5" time="0">
              <properties>
                <property name="rule" value="events.one"/>
                <property name="says" value="One is sent."/>
                <property name="source" value="page#one"/>
                <property name="area" value="events"/>
                <property name="needs" value="events"/>
                <property name="virtual time" value="0ms"/>
              </properties>
              <failure message="it differs" type="unexpected">✘ text</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test(
    arguments: [
      (.notClaimed, "<skipped message=\"not claimed: events\"/>"),
      (.open, "<skipped message=\"open: the papers are silent\"/>"),
      (.known, "<skipped message=\"known until 2026-03-01: not built\"/>"),
      (.notRun, "<error message=\"not run: stopped by SIGTERM\" type=\"not run\"/>"),
    ] as [(RunReport.Outcome, String)])
  func `what did not pass says why`(outcome: RunReport.Outcome, line: String) {
    let report = Printed.report([Printed.one("a", outcome)], stopped: "SIGTERM")

    #expect(JUnitText.text(of: report).contains("      \(line)\n"))
  }

  @Test func `the counts of areas and of the whole are those of the cases`() throws {
    let read = try Strict.read(JUnitText.text(of: Printed.mixed))

    #expect(
      read.counts == [
        "testsuites 6 1 1 3", "testsuite 4 1 0 2", "testsuite 2 0 1 1",
      ])
    #expect(read.cases.map(\.name) == ["a", "b", "c", "d", "e", "f"])
  }

  static let hostile: [(String, String)] = [
    ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\0b", "a\\u{0}b"),
    ("\u{FFFE}\u{FFFF}", "\\u{fffe}\\u{ffff}"),
    ("\u{1FFFE}", "\\u{1fffe}"), ("]]>", "]]>"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ("\" ' &amp; <![CDATA[", "\" ' &amp; <![CDATA["), ("a\r\nb\tc\rd", "a\r\nb\tc\rd"),
    ("\u{202E}evil", "\\u{202e}evil"), ("\u{7F}\u{85}", "\\u{7f}\\u{85}"),
    ("&#0; %s ${x}", "&#0; %s ${x}"),
    (
      String(decoding: [0xFF, 0xFE, 0xED, 0xA0, 0x80], as: UTF8.self),
      "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
    ),
    ("é e\u{301} 👍🏽 \u{10FFFD}", "é e\u{301} 👍🏽 \u{10FFFD}"),
  ]

  @Test(arguments: hostile)
  func `a strict reader gets every text, what XML forbids as its escape`(
    text: String, told: String
  ) throws {
    var one = Printed.one(text, .failed, says: text, text: text)
    one.because = text
    let read = try Strict.read(JUnitText.text(of: Printed.report([one])))

    let found = try #require(read.cases.first)
    #expect(Array(found.name.utf8) == Array(told.utf8))
    #expect(Array(found.message.utf8) == Array(told.utf8))
    #expect(Array(found.text.utf8) == Array(told.utf8))
  }

  @Test func `ten megabytes are cut with a note`() throws {
    let text = String(repeating: "é\u{1}]]>", count: 2 << 20)
    let one = Printed.one(text, .failed, says: text, text: text)

    let junit = JUnitText.text(of: Printed.report([one]))

    #expect(junit.utf8.count < 1 << 20)
    let read = try Strict.read(junit)
    #expect(try #require(read.cases.first).text.hasSuffix("… (cut; 12582912 bytes in all)"))
  }
}

/// Reads XML as strictly as libxml2 does.
private final class Strict: NSObject, XMLParserDelegate {
  struct Case {
    var name = ""
    var message = ""
    var text = ""
  }

  private(set) var counts: [String] = []
  private(set) var cases: [Case] = []

  static func read(_ text: String) throws -> Strict {
    let reader = Strict()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    return reader
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    switch name {
    case "testsuites", "testsuite":
      let numbers = ["tests", "failures", "errors", "skipped"].map { attributes[$0] ?? "none" }
      counts.append(([name] + numbers).joined(separator: " "))
    case "testcase": cases.append(Case(name: attributes["name"] ?? ""))
    case "failure": cases[cases.count - 1].message = attributes["message"] ?? ""
    default: break
    }
    isInFailure = name == "failure"
  }

  private var isInFailure = false

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInFailure { cases[cases.count - 1].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    isInFailure = false
  }
}
