/// ISO 8601 texts of instants: UTC, milliseconds, `Z`.
package enum InstantText {
  /// The text of an instant in milliseconds since 1970 UTC.
  package static func format(_ milliseconds: Int64) -> String {
    let day = milliseconds.floored(by: 86_400_000)
    let rest = milliseconds - day * 86_400_000
    let (year, month, date) = civil(day)
    var text = ""
    text.reserveCapacity(24)
    text += padded(Int64(year), 4) + "-" + padded(Int64(month), 2) + "-" + padded(Int64(date), 2)
    text += "T" + padded(rest / 3_600_000, 2) + ":" + padded(rest / 60_000 % 60, 2)
    text += ":" + padded(rest / 1000 % 60, 2) + "." + padded(rest % 1000, 3) + "Z"
    return text
  }

  /// The instant of a text in exactly this form, or nil.
  package static func parse(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { parse(bytes: $0) }
  }

  static func parse(bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard bytes.count == 24, bytes[23] == UInt8(ascii: "Z") else { return nil }
    for (place, mark) in marks where bytes[place] != mark { return nil }
    guard let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]),
      let day = digits(bytes[8..<10]), let hour = digits(bytes[11..<13]), hour < 24,
      let minute = digits(bytes[14..<16]), minute < 60, let second = digits(bytes[17..<19]),
      second < 60, let fraction = digits(bytes[20..<23]), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    let date = days(year, month, day)
    guard civil(date) == (Int(year), Int(month), Int(day)) else { return nil }
    return date * 86_400_000 + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
  }

  private static func digits(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    var value: Int64 = 0
    for byte in bytes {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }

  private static let marks: [(place: Int, mark: UInt8)] = [
    (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")),
    (13, UInt8(ascii: ":")), (16, UInt8(ascii: ":")), (19, UInt8(ascii: ".")),
  ]

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  // Days since 1970 from a date of the Gregorian calendar, by eras of 400 years from March on.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.floored(by: 400)
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  private static func civil(_ days: Int64) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    let march = month < 10 ? month + 3 : month - 9
    return (Int(year + era * 400 + (march <= 2 ? 1 : 0)), Int(march), Int(day))
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
