import Testing

@testable import GrovsCore

@Suite struct PageLinkTests {
  @Test(
    arguments: [
      ("https://a.test/b?c#d", "https://a.test/b?c#d"), ("HTTPS://a.test", "https://a.test"),
      (" \u{1}https://a.test\n ", "https://a.test"), ("ht\ttps:\n//a.te\rst", "https://a.test"),
      ("https:a.test", "https://a.test"), ("https:\\\\a.test", "https://a.test"),
      ("https:///a.test", "https://a.test"), ("https://é.test/ü", "https://é.test/ü"),
      ("MailTo:a@b.test", "mailto:a@b.test"), ("tel:+1", "tel:+1"),
      ("sms:1&body=x", "sms:1&body=x"),
      ("demoapp://x", "demoapp://x"), ("DEMOAPP:", nil), ("my.App+1-x:y", "my.app+1-x:y"),
    ] as [(String, String?)])
  func `an allowed link is opened as a web view reads it`(link: String, address: String?) {
    let found = PageLink(link, ownSchemes: ["DemoApp", "my.app+1-x"])

    #expect(found == address.map { .address($0) } ?? .refused("nothing follows its scheme"))
  }

  @Test(arguments: [
    "JaVaScRiPt:1", "java\tscript:1", "java\nscript:1", "\u{1}javascript:1", " javascript:1",
    "vbscript:1", "data:text/html,x", "blob:https://a.test/1", "file:///a", "about:blank",
    "intent:#Intent;end", "http://a.test", "HTTP:a.test", "otherapp://x",
    "view-source:https://a.test",
  ])
  func `a scheme on neither list is refused`(link: String) {
    guard case .refused(let reason) = PageLink(link, ownSchemes: ["javascript", "http"]) else {
      Issue.record("it is not refused")
      return
    }
    #expect(reason.hasSuffix("is not allowed"))
  }

  @Test(arguments: [
    "", " ", "/a", "a", "?a", "//a.test", "\\\\a.test", "\u{A0}javascript:1", "javascript&colon;1",
    "1https://a.test", ":a", "ht%74ps://a.test",
  ])
  func `a link without a scheme leads nowhere`(link: String) {
    #expect(PageLink(link, ownSchemes: ["demoapp"]) == .refused("it has no scheme"))
  }

  @Test(arguments: [
    "https:", "https://", "https:///", "https://?a", "https://@/", "https://:1", "https://a b",
  ])
  func `a web link needs a host`(link: String) {
    #expect(PageLink(link, ownSchemes: []) == .refused("it has no host"))
  }

  @Test(arguments: ["#", "#a", " \t#javascript:1"])
  func `a fragment stays in the page`(link: String) {
    #expect(PageLink(link, ownSchemes: []) == .fragment)
  }

  @Test func `a very long link costs no more than its length`() {
    let path = String(repeating: "\na/", count: 350_000)

    let link = PageLink("https://a.test" + path, ownSchemes: [])

    #expect(link == .address("https://a.test" + String(repeating: "a/", count: 350_000)))
  }
}
