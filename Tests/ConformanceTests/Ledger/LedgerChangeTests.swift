import JSON
import Testing
import YAML

@testable import Conformance

@Suite struct LedgerChangeTests {
  private func ground() throws -> LedgerChange.Ground {
    LedgerChange.Ground(reason: "Not built yet.", until: try #require(LedgerEnd("3.2.0")))
  }

  /// The text after the smallest change; `failing`: the runs that fail.
  private func updated(
    _ text: String, failing: [String], claims: [String] = ["events"], grounded: Bool = false
  ) throws -> String {
    let books = Books(text)
    #expect(books.ledger.errors == [])
    let change = books.change(
      try books.judged(claims: claims, failing: failing), claims: claims,
      ground: grounded ? try ground() : nil)
    #expect(change.refusals == [])
    return try LedgerText(text, books.ledger, books.suite.vocabulary).changed(by: change)
  }

  private static let text = """
    # The port's ledger.
    ledger: 1
    claims: [base]   # so far
    known:
      # The first.
      - run: events.one/a
        diverges: "the returned value: false, not true"
        reason: >
          Some
          words.
        until: 2026-03-01

      # The second.
      - { run: events.one/b, diverges: "the returned value: false, not true", reason: x, until: 3.2.0 }
    # The end.

    """

  @Test func `an entry that passes goes, and all other lines keep their bytes`() throws {
    #expect(
      try updated(Self.text, failing: ["a"])
        == Self.text.replacing("[base] ", with: "[base, events] ").replacing(
          "  - { run: events.one/b, diverges: \"the returned value: false, not true\", reason: x, until: 3.2.0 }\n",
          with: ""))
  }

  @Test func `the last entry leaves an empty list behind`() throws {
    #expect(
      try updated(
        "ledger: 1\nclaims:\n  - base\n  - events\nknown:   # two\n" + Books.entry, failing: [])
        == "ledger: 1\nclaims:\n  - base\n  - events\nknown: []   # two\n")
  }

  static let beginnings = ["known: []\n", "known:\n" + Books.entry, ""]

  @Test(arguments: beginnings)
  func `a new failure comes in with its reason and its end`(known: String) throws {
    let head = "ledger: 1\nclaims: [base, events]\n"

    #expect(
      try updated(head + known, failing: ["c"], grounded: true) == head + """
        known:
          - run: "events.one/c"
            diverges: "the returned value: false, not true"
            reason: "Not built yet."
            until: "3.2.0"

        """)
  }

  @Test func `a new failure without a reason is refused`() throws {
    let books = Books("ledger: 1\nclaims: [base, events]\n")

    let change = books.change(try books.judged(failing: ["a", "d"]))

    #expect(
      change.refusals == [
        "error: 'events.one/a' and 1 more fail and are not listed so; mend it, or say why and how "
          + "long with --reason TEXT and --until END"
      ])
  }

  @Test func `a failure of another kind takes the place of the old one`() throws {
    let text = Books.text.replacing(Books.divergence, with: "request /a is missing")

    #expect(
      try updated(text, failing: ["d"], grounded: true).contains(
        "  - run: \"events.one/d\"\n    diverges: \"the returned value: false, not true\"\n"))
  }

  @Test func `no end is moved and no claim goes`() throws {
    let text = Books.text.replacing("[base, events]", with: "[base, events, other]")
    let books = Books(text)

    let change = books.change(try books.judged(today: "2026-03-01"), ground: try ground())

    #expect(change.isEmpty)
    #expect(
      change.refusals == [
        "ledger.yaml:4:5: error: 'events.one/d' was known until 2026-03-01, which has come; mend it",
        "ledger.yaml:2:24: error: 'other' is claimed no more; claim it, or list it under 'withdrawn'",
      ])
  }

  @Test func `a new claim comes in behind the others`() throws {
    let block = "ledger: 1\nclaims:\n- base\n- events  # since 3.0\n# end\n"

    #expect(
      try updated(block, failing: [], claims: ["events", "other"])
        == "ledger: 1\nclaims:\n- base\n- events  # since 3.0\n- other\n# end\n")
    #expect(
      try updated("ledger: 1\nclaims: []\n", failing: [])
        == "ledger: 1\nclaims: [base, events]\n")
    #expect(
      try updated("ledger: 1\nclaims: [ \"base\" ]\n", failing: [])
        == "ledger: 1\nclaims: [ \"base\", events ]\n")
  }

  @Test func `a layout that cannot be changed is refused and not guessed at`() throws {
    let text = """
      ledger: 1
      claims: [base, events]
      known: [{ run: events.one/a, diverges: x, reason: x, until: 3.2.0 }]

      """
    let books = Books(text)
    let change = books.change(try books.judged(failing: []))

    #expect(throws: LedgerText.Refusal.self) {
      try LedgerText(text, books.ledger, books.suite.vocabulary).changed(by: change)
    }
  }

  @Test func `a new ledger holds the claims and the failures`() throws {
    let books = Books("ledger: 1\nclaims: []\n")
    let change = books.change(try books.judged(), ground: try ground())

    #expect(
      LedgerText.new(change) == """
        ledger: 1
        claims: [base, events]
        known:
          - run: "events.one/d"
            diverges: "the returned value: false, not true"
            reason: "Not built yet."
            until: "3.2.0"

        """)
  }
}
