import JSON
import Testing

@Suite struct NumberTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("0e99999999999999999999", "0"), ("1", "1"),
    ("1.0", "1"), ("1e0", "1"), ("1E+0", "1"), ("10e-1", "1"), ("1e3", "1000"), ("-1.50e2", "-150"),
    ("9223372036854775807", "9223372036854775807"),
    ("9223372036854775808", "9223372036854775808"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"),
    ("18446744073709551615.0", "18446744073709551615"),
    ("1844674407370955161.5e1", "18446744073709551615"),
    ("184467440737095516150000e-4", "18446744073709551615"),
    ("9007199254740993", "9007199254740993"),
    ("9007199254740993.0", "9007199254740993"),
    ("900719925474099300000e-5", "9007199254740993"),
    ("1.0000000000000000000000000", "1"),
    ("123456789012345678", "123456789012345678"),
    ("1e16", "10000000000000000"), ("1e19", "10000000000000000000"),
    ("1e20", "1e+20"), ("1e21", "1e+21"), ("-1e19", "-1e+19"), ("1e23", "1e+23"),
    ("18446744073709551616.0", "1.8446744073709552e+19"),
    ("1e-5", "0.00001"), ("0.000001", "0.000001"), ("1e-7", "1e-7"), ("1.5e-9", "1.5e-9"),
    ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"), ("68.32", "68.32"),
    ("4.35", "4.35"), ("-4.5", "-4.5"), ("123.456", "123.456"), ("0.001", "0.001"),
    ("9007199254740991.5", "9007199254740992"), ("4503599627370495.5", "4503599627370495.5"),
    ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("2.2250738585072014e-308", "2.2250738585072014e-308"), ("1e-400", "0"),
  ])
  func `a number has one text`(written: String, canonical: String) throws {
    let value = try Value(json: written)

    #expect(value.canonicalText == canonical)
    #expect(try Value(json: canonical) == value)
    #expect(Number(text: written)?.description == canonical)
  }

  @Test func `doubles of every size survive text`() throws {
    var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<20_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      guard let number = Number(Double(bitPattern: bits)) else { continue }

      #expect(try Value(json: number.description) == .number(number))
      #expect(number.double == Double(bitPattern: bits))
    }
  }

  @Test func `decimals of few digits are read to the nearest double`() throws {
    for significand in stride(from: 1, through: 9_999_999, by: 9973) {
      for exponent in -25...25 {
        let text = "\(significand)e\(exponent)"
        #expect(try Value(json: text).number?.double == Double(text), "\(text)")
      }
    }
  }

  @Test func `numbers are ordered by their exact value`() throws {
    let texts = [
      "-1e300", "-9223372036854775808.0", "-9223372036854775807", "-1.5", "-1", "-0.5", "0",
      "5e-324", "0.5", "1", "1.5", "2", "9007199254740992", "9007199254740993",
      "9223372036854775807", "9223372036854775808", "18446744073709551615", "1e20", "1e300",
    ]
    let numbers = texts.compactMap { Number(text: $0) }

    for (left, a) in numbers.enumerated() {
      for (right, b) in numbers.enumerated() {
        #expect((a < b) == (left < right), "\(a) < \(b)")
        #expect((a == b) == (left == right), "\(a) == \(b)")
      }
    }
    #expect(numbers.count == texts.count)
  }

  @Test(arguments: ["", " 1", "1 ", "0x1p3", "nan", "infinity", "1_000", "+1", ".5", "1e400"])
  func `what JSON does not write is no number`(_ text: String) {
    #expect(Number(text: text) == nil)
  }

  @Test func `the largest integer of 64 bits is not the double next to it`() throws {
    #expect(try Value(json: "18446744073709551615") != Value(json: "18446744073709551616.0"))
  }
}
