import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct LedgerTests {
  @Test func `a failure that is listed as it is becomes known`() throws {
    let judged = try Books().judged()

    #expect(
      judged.verdicts.map(\.told) == ["passed", "passed", "passed", "known until 2026-03-01"])
    #expect(judged.states == [.holds])
    #expect(judged.faults == [])
    #expect(Tally(judged.verdicts).known == 1)
    #expect(
      judged.verdicts.compactMap(KnownText.line) == [
        "~ events.one/d: known until 2026-03-01: The server turns it down."
      ])
  }

  static let mistakes = [
    ("claims: [base, ▸evnts]", "unknown capability 'evnts'; did you mean 'events'?"),
    ("claims: [base, ▸base]", "'base' is claimed twice; the first is at line 2"),
    ("▸claim: [base]", "unknown key 'claim' of the ledger; did you mean 'claims'?"),
    (
      "claims: []\nknown:\n  - { ▸runn: a/b, run: a/b, diverges: x, reason: x, until: 3.2.0 }",
      "unknown key 'runn' of an entry; did you mean 'run'?"
    ),
    (
      "claims: []\nknown:\n  - { run: ▸a, diverges: x, reason: x, until: 3.2.0 }",
      "'a' is no run; an entry names one, as rule/name"
    ),
    (
      "claims: []\nknown:\n  - { run: a/b, diverges: x, reason: ▸'', until: 3.2.0 }",
      "expected a sentence, found an empty text"
    ),
    (
      "claims: []\nknown:\n  - { run: a/b, diverges: x, reason: x, until: ▸3.2 }",
      "expected a day or a version, found the number 3.2; quote it"
    ),
    (
      "claims: []\nknown:\n  - { run: a/b, diverges: x, reason: x, until: ▸2026-02-29 }",
      "expected a day such as 2026-03-01 or a version such as 3.2.0, found '2026-02-29'"
    ),
    (
      "claims: []\nknown:\n  - ▸{ run: a/b, diverges: x, reason: x }", "an entry needs 'until'"
    ),
    (
      "claims: []\nwithdrawn:\n  - { capability: ▸far, reason: x, until: 3.2.0 }",
      "unknown capability 'far'"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake in a ledger is told with its place`(text: String, message: String) {
    let marked = Marked("ledger: 1\n" + text)
    let place = marked.marks.first.map { "\($0.line):\($0.column)" } ?? "nowhere"

    #expect(
      Books(marked.text).ledger.errors.map(\.description).contains(
        "ledger.yaml:\(place): error: \(message)"))
  }

  @Test func `a run that is listed twice is refused`() {
    #expect(
      Books(Books.text + Books.entry).ledger.errors.map(\.description) == [
        "ledger.yaml:8:5: error: 'events.one/d' is listed twice; the first is at line 4"
      ])
  }

  static let misuse = [
    ("one/d", "one/a", "'events.one/a' passes; take its entry out"),
    (
      "one/d", "one/e",
      "no run is called 'events.one/e'; did you mean 'events.one/a'?"
    ),
    (
      Books.divergence, "request /a is missing",
      "'events.one/d' fails otherwise than listed: \(Books.divergence)"
    ),
    (
      "2026-03-01", "2026-02-28",
      "'events.one/d' was known until 2026-02-28, which has come; mend it"
    ),
    (
      "2026-03-01", "3.1.0", "'events.one/d' was known until 3.1.0, which has come; mend it"
    ),
  ]

  @Test(arguments: misuse)
  func `misuse of an entry is told at its place, and the run is not excused`(
    text: String, other: String, message: String
  ) throws {
    let judged = try Books(Books.text.replacing(text, with: other)).judged()

    #expect(judged.faults.map(\.description) == ["ledger.yaml:4:5: error: \(message)"])
    #expect(Tally(judged.verdicts).failed == 1)
  }

  @Test func `an entry for a run that is not claimed is misuse`() throws {
    let judged = try Books(Books.text.replacing("[base, events]", with: "[base]"))
      .judged(claims: ["base"])

    #expect(
      judged.faults.map(\.message) == [
        "'events.one/d' is not claimed and cannot fail; take its entry out"
      ])
  }

  @Test func `a version ends nothing where the testee tells none`() throws {
    let judged = try Books(Books.text.replacing("2026-03-01", with: "3.2.0")).judged(sdk: nil)

    #expect(
      judged.faults.map(\.message) == [
        "the testee tells no version of its SDK; end the entry on a day"
      ])
  }

  @Test func `an entry that the filters leave out is not judged`() throws {
    let books = Books(Books.text.replacing("one/d", with: "one/e"))

    let judged = books.ledger.judge(
      [], of: nil, claims: .all, books.suite.vocabulary,
      LedgerMoment(today: try #require(Day("2026-02-28")), sdk: nil))

    #expect(judged.states == [.notChosen])
    #expect(judged.faults == [])
  }

  // MARK: - Claims

  private static let claims = "ledger: 1\nclaims: [base, events, other]\n"
  private static let gone = "withdrawn:\n  - { capability: other, reason: x, until: 2026-03-01 }\n"

  @Test func `to claim less than before fails at the claim`() throws {
    let judged = try Books(Self.claims).judged()

    #expect(
      judged.faults.map(\.description) == [
        "ledger.yaml:2:24: error: 'other' is claimed no more; claim it, or list it under 'withdrawn'"
      ])
  }

  @Test func `a claim may be withdrawn with a reason and an end`() throws {
    #expect(try Books(Self.claims + Self.gone).judged().faults == [])
  }

  @Test func `a withdrawn claim comes back by its end`() throws {
    #expect(
      try Books(Self.claims + Self.gone).judged(today: "2026-03-01").faults.map(\.message) == [
        "'other' was withdrawn until 2026-03-01, which has come; claim it"
      ])
  }

  @Test func `what is claimed cannot be withdrawn as well`() throws {
    #expect(
      try Books(Self.claims + Self.gone).judged(claims: ["events", "other"]).faults.map(\.message)
        == ["'other' is claimed; take it out of 'withdrawn'"])
  }

  @Test func `what was never claimed cannot be withdrawn`() throws {
    let text = "ledger: 1\nclaims: [base, events]\n" + Self.gone

    #expect(
      try Books(text).judged().faults.map(\.message) == [
        "'other' was never claimed; take it out of 'withdrawn'"
      ])
  }

  // MARK: - Ends

  static let ends: [(String, String, String?, Bool?)] = [
    ("2026-03-01", "2026-02-28", nil, false), ("2026-03-01", "2026-03-01", nil, true),
    ("2026-03-01", "2027-01-01", nil, true), ("3.2.0", "2026-01-01", "3.1.9", false),
    ("3.2.0", "2026-01-01", "3.2", true), ("3.2.0", "2026-01-01", "3.10.0", true),
    ("3.2", "2026-01-01", "3.2.0-beta", true), ("3.2.0", "2026-01-01", nil, nil),
    ("3.2.0", "2026-01-01", "unknown", nil),
  ]

  @Test(arguments: ends)
  func `an end has come on its day, or with its version`(
    end: String, today: String, sdk: String?, isReached: Bool?
  ) throws {
    let moment = LedgerMoment(today: try #require(Day(today)), sdk: sdk)

    #expect(try #require(LedgerEnd(end)).isReached(moment) == isReached)
  }

  @Test(arguments: ["", "soon", "2026-13-01", "2026-3-1", "3", "3..1", "3.1-beta", "v3.1"])
  func `what is neither a day nor a version ends nothing`(text: String) {
    #expect(LedgerEnd(text) == nil)
  }

  @Test func `the clock shows a day that can be written and read`() throws {
    let today = try #require(Day.today)

    #expect(Day(today.description) == today)
  }
}
