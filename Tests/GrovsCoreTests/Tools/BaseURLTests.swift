import Testing

@testable import GrovsCore

@Suite struct BaseURLTests {
  @Test(arguments: [
    ("https://sdk.example.com", "https://sdk.example.com"),
    ("http://sdk.example.com", "http://sdk.example.com"),
    ("HTTPS://Sdk.example.com", "HTTPS://Sdk.example.com"),
    ("https://sdk.example.com/", "https://sdk.example.com"),
    ("https://sdk.example.com///", "https://sdk.example.com"),
    ("https://sdk.example.com/a/b?c=d#e", "https://sdk.example.com"),
    ("https://sdk.example.com?c", "https://sdk.example.com"),
    ("https://sdk.example.com#e", "https://sdk.example.com"),
    ("https://sdk.example.com/%41", "https://sdk.example.com"),
    ("https://sdk.example.com:8443/a", "https://sdk.example.com:8443"),
    ("https://sdk.example.com:/a", "https://sdk.example.com"),
    ("https://sdk.example.com.", "https://sdk.example.com."),
    ("https://localhost", "https://localhost"),
    ("https://192.168.0.1:80", "https://192.168.0.1:80"),
    ("https://[::1]:8080/a", "https://[::1]:8080"),
    ("https://[2001:DB8::8:800:200c:417a]", "https://[2001:DB8::8:800:200c:417a]"),
    ("https://[1:2:3:4:5:6:7:8]", "https://[1:2:3:4:5:6:7:8]"),
    ("https://[::ffff:192.0.2.1]", "https://[::ffff:192.0.2.1]"),
    ("https://[::]", "https://[::]"),
  ])
  func `an address is kept without its path`(address: String, text: String) {
    #expect(BaseURL(address)?.text == text)
  }

  @Test(arguments: [
    "", " ", "sdk.example.com", "localhost:8080", "ftp://sdk.example.com", "https:", "https:/",
    "https://", "https:///a", "https://:80", "https://?a", "https://user@sdk.example.com",
    "https://user:pw@sdk.example.com", " https://sdk.example.com", "https://sdk.example.com ",
    "https://sdk example.com", "https://sdk.example.com/a b", "https://sdk.exämple.com",
    "https://sdk.example.com/ä", "https://a..b", "https://.a", "https://sdk.example.com:80a",
    "https://sdk.example.com:80:81", "https://sdk.example.com/%4", "https://sdk.example.com/%zz",
    "https://sdk.example.com/[", "https://sdk.example.com#a#b", "https://sdk.example.com\\a",
    "https://[::1", "https://[1:2]", "https://[1::2::3]", "https://[12345::]", "https://[:::]",
    "https://[1:2:3:4:5:6:7:8:9]", "https://[1:2:3:4:5:6:7::8]", "https://[::256.0.0.1]",
    "https://[::1.2.3]", "https://[1.2.3.4::]", "https://[::01.2.3.4]", "https://[v1.a]",
    "https://[::1%25eth0]", "https://[::1]a", "https://%41.example.com", "https://a\u{0}b",
  ])
  func `an address is refused`(address: String) {
    #expect(BaseURL(address) == nil)
  }
}
