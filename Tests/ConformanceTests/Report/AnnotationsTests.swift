import Testing

@testable import Conformance

@Suite struct AnnotationsTests {
  @Test func `a failure is told at its step, escaped as GitHub reads it`() {
    let one = Printed.one("50%, a: b", .failed, says: "100% of\n::it, all: wrong")

    let lines = Annotations.lines(of: Printed.report([Printed.one("a"), one])) { "root/" + $0 }

    #expect(
      lines == [
        "::error file=root/Specs/demo/events/one.yaml,line=12,col=9,"
          + "title=events.one/50%25%2C a%3A b::100%25 of\\n::it, all: wrong"
      ])
  }

  @Test(arguments: [(10, 10, nil), (13, 11, "3 more failures are not annotated.")])
  func `no more than ten are told, and how many are not`(
    failures: Int, count: Int, last: String?
  ) {
    let cases = (0..<failures).map { Printed.one("n\($0)", .failed) }

    let lines = Annotations.lines(of: Printed.report(cases)) { $0 }

    #expect(lines.count == count)
    if let last { #expect(lines.last == last) }
  }

  @Test func `what holds has none`() {
    #expect(Annotations.lines(of: Printed.report([Printed.one("a")])) { $0 } == [])
  }
}
