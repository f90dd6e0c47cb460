/// What the device's clock shows, in milliseconds since 1970 UTC.
public struct WallTime: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// How long ago an earlier time was; a time later than this one counts as now.
  func since(_ earlier: WallTime) -> Span {
    guard earlier < self else { return Span(milliseconds: 0) }
    let (span, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return Span(milliseconds: overflow ? .max : span)
  }
}

// MARK: - ISO 8601

extension WallTime {
  private static let dayLength: Int64 = 86_400_000
  private static let first = WallTime(milliseconds: -62_167_219_200_000)
  private static let last = WallTime(milliseconds: 253_402_300_799_999)

  /// The time as `2026-01-01T00:00:00.000Z`, held within the years 0000 to 9999.
  public var iso: String {
    let held = min(max(self, .first), .last).milliseconds
    let day = held >= 0 ? held / Self.dayLength : (held - Self.dayLength + 1) / Self.dayLength
    var rest = Int(held - day * Self.dayLength)
    let date = Self.date(ofDay: day)
    let milliseconds = rest % 1000
    rest /= 1000
    return String(unsafeUninitializedCapacity: 24) { text in
      func put(_ number: Int, _ width: Int, at place: Int) {
        var number = number
        for offset in stride(from: width - 1, through: 0, by: -1) {
          text[place + offset] = UInt8(ascii: "0") + UInt8(number % 10)
          number /= 10
        }
      }
      put(date.year, 4, at: 0)
      text[4] = UInt8(ascii: "-")
      put(date.month, 2, at: 5)
      text[7] = UInt8(ascii: "-")
      put(date.day, 2, at: 8)
      text[10] = UInt8(ascii: "T")
      put(rest / 3600, 2, at: 11)
      text[13] = UInt8(ascii: ":")
      put(rest / 60 % 60, 2, at: 14)
      text[16] = UInt8(ascii: ":")
      put(rest % 60, 2, at: 17)
      text[19] = UInt8(ascii: ".")
      put(milliseconds, 3, at: 20)
      text[23] = UInt8(ascii: "Z")
      return 24
    }
  }

  /// Reads `2026-01-01T00:00:00.000Z`, in this form alone, or gives `nil`.
  public init?(iso text: String) {
    let bytes = Array(text.utf8)
    let form = Array("0000-00-00T00:00:00.000Z".utf8)
    guard bytes.count == form.count else { return nil }
    for (byte, sign) in zip(bytes, form) {
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard sign == UInt8(ascii: "0") ? isDigit : byte == sign else { return nil }
    }
    func number(_ range: Range<Int>) -> Int64 {
      bytes[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    let days = Self.day(year: year, month: month, day: day)
    guard Self.date(ofDay: days) == (Int(year), Int(month), Int(day)) else { return nil }
    let seconds = hour * 3600 + minute * 60 + second
    milliseconds = days * Self.dayLength + seconds * 1000 + number(20..<23)
  }

  // Years are counted from March, so that the leap day is a year's last and months follow one rule.
  private static func date(ofDay day: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civil = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civil <= 2 ? 1 : 0)
    return (Int(year), Int(civil), Int(dayOfYear - (153 * month + 2) / 5 + 1))
  }

  private static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
