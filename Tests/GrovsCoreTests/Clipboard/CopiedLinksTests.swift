import Testing

@testable import GrovsCore

@Suite struct CopiedLinksTests {
  private func links(_ domains: [String]) -> (CopiedLinks, [Effect]) {
    var turn = Turn(uuids: UUIDs(seed: 1), serial: 0, level: .info)
    let links = CopiedLinks(domains, &turn)
    return (links, turn.logs)
  }

  @Test(arguments: [
    "https://demo.sqd.link/a?gd=1", "HTTPS://Demo.SQD.link?a=b&gd=x#y",
    "https://u:p@demo.grovs.link:8443/?gd=1", "https://a.b.test-sqd.link/?gd=&gd=1",
  ])
  func `a link on a host below the project's own is taken`(text: String) {
    #expect(CopiedLinks().accept(text))
  }

  @Test(arguments: [
    "http://demo.sqd.link/a?gd=1", "https://sqd.link/a?gd=1", "https://.sqd.link/?gd=1",
    "https://demo.sqd.link/a", "https://demo.sqd.link/a?gd=", "https://demo.sqd.link/a?gd",
    "https://demo.sqd.link/a#?gd=1", "https://demo.sqd.link/a?xgd=1",
    "https://demo.sqd.link@evil.test/?gd=1", #"https://evil.test\@demo.sqd.link/?gd=1"#,
    "https://evil.test/demo.sqd.link?gd=1", "https://demosqd.link/?gd=1",
    "https://demo.sqd.link:x/?gd=1", "https://demo.sqd.link/a?gd=1 ", "",
  ])
  func `any other text is not`(text: String) {
    #expect(!CopiedLinks().accept(text))
  }

  @Test(arguments: [
    "links.example.com", " Links.Example.COM\n", "https://links.example.com/a?b",
    "links.example.com:443",
  ])
  func `a domain of the app's counts with those below it`(entry: String) {
    let (links, logs) = links([entry])

    #expect(links.accept("https://links.example.com/?gd=1"))
    #expect(links.accept("https://a.LINKS.example.com/?gd=1"))
    #expect(!links.accept("https://example.com/?gd=1"))
    #expect(!links.accept("https://mylinks.example.com/?gd=1"))
    #expect(logs.isEmpty)
  }

  @Test(arguments: ["localhost", "", "https://com/a.b"])
  func `an entry without a dot is told and ignored`(entry: String) {
    let (links, logs) = links([entry])

    #expect(!links.accept("https://localhost/?gd=1"))
    #expect(logs.count == 1)
  }
}
