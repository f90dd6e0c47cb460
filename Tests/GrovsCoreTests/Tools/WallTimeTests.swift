import Testing

@testable import GrovsCore

@Suite struct WallTimeTests {
  private static let times: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_767_225_600_001, "2026-01-01T00:00:00.001Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (951_868_799_999, "2000-02-29T23:59:59.999Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ]

  @Test(arguments: times)
  func `a time is written and read`(milliseconds: Int64, text: String) {
    #expect(WallTime(milliseconds: milliseconds).iso == text)
    #expect(WallTime(iso: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01 00:00:00.000Z",
    "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z",
    "2026-01-00T00:00:00.000Z", "2026-01-32T00:00:00.000Z", "2026-01-01T24:00:00.000Z",
    "2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z", "2026-01-01T00:00:00.000z",
    "2026-01-01T00:00:00.000+00:00", "+026-01-01T00:00:00.000Z",
  ])
  func `another form is refused`(text: String) {
    #expect(WallTime(iso: text) == nil)
  }

  @Test func `a time outside four-digit years is held at the bounds`() {
    #expect(WallTime(milliseconds: .max).iso == "9999-12-31T23:59:59.999Z")
    #expect(WallTime(milliseconds: .min).iso == "0000-01-01T00:00:00.000Z")
  }

  @Test(arguments: [(10, 4, 6), (4, 4, 0), (4, 10, 0)] as [(Int64, Int64, Int64)])
  func `a later time counts as now`(now: Int64, earlier: Int64, span: Int64) {
    let since = WallTime(milliseconds: now).since(WallTime(milliseconds: earlier))

    #expect(since == .milliseconds(span))
  }
}
