@testable import Conformance
import Testing

@Suite struct InstantTextTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-01-01T00:00:00.000Z", 1_767_225_600_000),
      ("2024-02-29T12:34:56.789Z", 1_709_210_096_789),
      ("2000-02-29T00:00:00.000Z", 951_782_400_000),
      ("0000-03-01T00:00:00.000Z", -62_162_035_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func `an instant has one text`(text: String, milliseconds: Int64) {
    #expect(InstantText.parse(text) == milliseconds)
    #expect(InstantText.format(milliseconds) == text)
  }

  @Test(arguments: [
    "", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000", "2026-01-01t00:00:00.000z",
    "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z", "2026-01-00T00:00:00.000Z",
    "2026-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-04-31T00:00:00.000Z",
    "2026-01-01T24:00:00.000Z", "2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z",
    "2026-01-01T00:00:00.000+", "+026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z ",
    "２026-01-01T00:00:00.0Z",
  ])
  func `another form is no instant`(text: String) {
    #expect(InstantText.parse(text) == nil)
  }
}

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      ("0ms", 0), ("1ms", 1), ("999ms", 999), ("1s", 1000), ("2.001s", 2001), ("1.5s", 1500),
      ("5m 1ms", 300_001), ("14m", 840_000), ("1h 1m 1s", 3_661_000), ("30d", 2_592_000_000),
      ("1d 2h 3m 4.005s", 93_784_005),
    ] as [(String, Int64)])
  func `a duration has one shortest text`(text: String, milliseconds: Int64) {
    #expect(DurationText.parse(text) == milliseconds)
    #expect(DurationText.format(milliseconds) == text)
  }

  @Test(
    arguments: [("0.5m", 30_000), ("90s", 90_000), ("1.50s", 1500), ("007ms", 7)]
      as [(String, Int64)])
  func `a duration may be written otherwise`(text: String, milliseconds: Int64) {
    #expect(DurationText.parse(text) == milliseconds)
  }

  @Test(
    arguments: [
      ("", .malformed), ("5", .malformed), ("s", .malformed), ("5 s", .malformed),
      ("5s ", .malformed), ("5s  1ms", .malformed), ("-5s", .malformed), ("+5s", .malformed),
      (".5s", .malformed), ("5.s", .malformed), ("1.2.3s", .malformed), ("5S", .malformed),
      ("1e3s", .malformed), ("1ms 5m", .unordered), ("1s 1s", .unordered), ("0.5ms", .tooFine),
      ("1.0001s", .tooFine), ("36501d", .tooLong), ("36500d 1ms", .tooLong),
      ("99999999999999999999s", .tooLong),
    ] as [(String, DurationText.Reading)])
  func `a text that is no duration says why`(text: String, reading: DurationText.Reading) {
    #expect(DurationText.read(text) == reading)
  }

  @Test func `a negative duration is told with its sign`() {
    #expect(DurationText.format(-1500) == "-1.5s")
  }
}
