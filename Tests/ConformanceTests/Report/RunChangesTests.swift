import Testing

@testable import Conformance

@Suite struct RunChangesTests {
  static let table: [(RunReport.Outcome, RunReport.Outcome, RunChanges.Kind?)] = [
    (.passed, .passed, nil), (.passed, .failed, .broken), (.passed, .notClaimed, .unclaimed),
    (.passed, .known, .excused), (.passed, .open, .excused), (.passed, .notRun, nil),
    (.failed, .passed, .fixed), (.failed, .failed, nil), (.failed, .notClaimed, .unclaimed),
    (.failed, .known, nil), (.known, .passed, .fixed), (.known, .failed, .broken),
    (.notClaimed, .passed, .claimed), (.notClaimed, .failed, .claimed),
    (.notClaimed, .notClaimed, nil), (.open, .failed, .broken), (.open, .notClaimed, .unclaimed),
  ]

  @Test(arguments: table)
  func `what became of a run is held to what it was`(
    old: RunReport.Outcome, new: RunReport.Outcome, kind: RunChanges.Kind?
  ) {
    let changes = RunChanges(
      from: Printed.report([Printed.one("a", old)]), to: Printed.report([Printed.one("a", new)]))

    #expect(changes.all.map(\.kind) == (kind.map { [$0] } ?? []))
    #expect(changes.lost == (old == .passed && new == .notClaimed))
  }

  @Test func `they are told by kind, most of them named`() {
    let base = Printed.report([Printed.one("gone"), Printed.one("x"), Printed.one("u")])
    let now = Printed.report(
      [Printed.one("x", .failed), Printed.one("u", .notClaimed)]
        + (0..<4).map { Printed.one("n\($0)") })

    #expect(
      RunChanges(from: base, to: now).lines(most: 2) == [
        "newly broken: 1", "  events.one/x", "newly unclaimed: 1", "  events.one/u (events)",
        "new: 4", "  events.one/n0", "  events.one/n1", "  … and 2 more", "gone: 1",
        "  events.one/gone",
      ])
  }

  @Test func `nothing is gone where the filters are others`() {
    var now = Printed.report([])
    now.filters = ["screens"]

    #expect(RunChanges(from: Printed.report([Printed.one("a")]), to: now).all.isEmpty)
  }

  @Test func `a spec that was moved is the same`() {
    let old = Printed.one("a")
    let new = Printed.one("a", line: 90)

    #expect(RunChanges(from: Printed.report([old]), to: Printed.report([new])).all.isEmpty)
  }
}
