import Testing

@testable import PushwooshCore

@Suite struct AddressTests {
  static let hosts: [(String, String?)] = [
    ("https://example.com/a", "example.com"), ("https://ann:x@example.com:8080", "example.com"),
    ("a+b://caf%C3%A9?q", "café"), ("https://[2001:db8::1]:80/", "[2001:db8::1]"),
    ("https:///a", nil), ("mailto:ann@example.com", nil),
  ]

  @Test(arguments: hosts)
  func `the host is what stands between user and port, decoded`(url: String, host: String?) throws {
    let address = try #require(Address(url))

    #expect(address.host == host)
  }

  @Test func `items keep their order, and one without an equals sign has no value`() throws {
    let address = try #require(Address("a:?id=1&id&x=%20&&id=a=b#id=9"))

    #expect(address.items.map(\.name) == ["id", "id", "x", "", "id"])
    #expect(address.items.map(\.value) == ["1", nil, " ", nil, "a=b"])
  }

  @Test(arguments: [
    "", "example.com", "1a:b", "a b:c", "a:b c", "a:%", "a:%4", "a:%4g", "a:#b#c", "a://h:p",
    "a://[::1", "a://[::1]x", "a://[name]", "a://b@c@d", "a:é", "a:[b]", "a:?[b]",
  ])
  func `what RFC 3986 does not allow is no address`(text: String) {
    #expect(Address(text) == nil)
  }

  @Test(
    arguments: [
      ("HTTPS://a", "https"), ("a+b-c.1:", "a+b-c.1"), (":a", nil), ("1a:", nil), ("a/b:c", nil),
      ("ab", nil),
    ] as [(String, String?)])
  func `the scheme is told in lower case`(text: String, scheme: String?) {
    #expect(Address.scheme(of: text) == scheme)
  }
}
