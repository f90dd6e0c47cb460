import Testing

@testable import GrovsCore

@Suite struct UUIDsTests {
  @Test(arguments: [0, 1, 7, UInt64.max])
  func `an id has the form of version 4`(seed: UInt64) {
    var uuids = UUIDs(seed: seed)

    for _ in 0..<100 {
      let bytes = Array(uuids.next().utf8)
      #expect(bytes.count == 36)
      #expect([8, 13, 18, 23].allSatisfy { bytes[$0] == UInt8(ascii: "-") })
      #expect(bytes[14] == UInt8(ascii: "4"))
      #expect("89ab".utf8.contains(bytes[19]))
      #expect(bytes.allSatisfy { $0 == UInt8(ascii: "-") || ($0.isHexDigit && $0 == $0.lowered) })
    }
  }

  @Test func `ids follow from the seed alone`() {
    var first = UUIDs(seed: 7)
    var second = UUIDs(seed: 7)
    var other = UUIDs(seed: 8)

    let ids = (0..<50).map { _ in first.next() }

    #expect(ids == (0..<50).map { _ in second.next() })
    #expect(Set(ids + (0..<50).map { _ in other.next() }).count == 100)
  }
}
