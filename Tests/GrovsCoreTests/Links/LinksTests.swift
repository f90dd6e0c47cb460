import GrovsCore
import JSON
import Testing

@Suite struct LinksTests {
  private let link = "https://demo.sqd.link/a1"

  @Test func `data and tags travel as texts that hold JSON`() {
    var phone = Phone()
    phone.rest()
    var new = NewLink()
    new.data = AppMap(["n": .number(Number(UInt64.max)), "a": [1, ["b": true]]])
    new.tags = ["b", "a"]
    new.iosRedirect = NewLink.Redirect(link: "x")

    phone.call(.generateLink(new, completion: "done"))

    #expect(phone.words == ["return", "/create_link"])
    #expect(
      phone.requests[0].body
        == #"{"data":"{\"a\":[1,{\"b\":true}],\"n\":18446744073709551615}","#
        + #""ios_custom_redirect":{"open_app_if_installed":true,"url":"x"},"tags":"[\"b\",\"a\"]"}"#
    )
  }

  @Test(
    arguments: [
      .notFinite(.nan), .date(WallTime(milliseconds: 0)), .data([1]), .url("https://a"),
      .opaque("view"), .list([.json(1), .notFinite(.infinity)]),
    ] as [AppValue])
  func `data that are no JSON send nothing`(value: AppValue) {
    var phone = Phone()
    phone.rest()
    var inner = AppMap()
    inner["deep"] = value
    var data = AppMap()
    data["outer"] = .list([.map(inner)])
    var new = NewLink()
    new.data = data

    phone.call(.generateLink(new, completion: "done"))

    #expect(phone.words == ["log error", "return", "linkGenerationFailed", "done text(nil)"])
  }

  @Test func `a link waits for the authentication and gets nil with its failure`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.call(.generateLink(NewLink(), completion: "link"))
    phone.call(.linkDetails(path: "a", completion: "details"))
    #expect(phone.words == ["return"])

    phone.reply("r1", 503)
    #expect(
      phone.words == [
        "authenticationFailed", "done bool(false)", "linkGenerationFailed", "link text(nil)",
        "details payload(nil)",
      ])
    phone.call(.generateLink(NewLink(), completion: "link"))

    #expect(phone.words == ["return", "linkGenerationFailed", "link text(nil)"])
  }

  @Test func `what waited is asked once authenticated, behind all else`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.call(.linkDetails(path: "//a/b", completion: "details"))
    phone.call(.generateLink(NewLink(), completion: "link"))

    phone.authenticate()

    #expect(
      phone.words == [
        "store", "done bool(true)", "/data_for_device", "/create_link", "/link_details",
      ])
    #expect(phone.requests.last?.body == #"{"path":"a/b"}"#)
  }

  @Test(arguments: ["{}", #"{"link":7}"#, #"{"link":"no link"}"#, #"{"link":"#])
  func `an answer without a link is retried`(answer: String) {
    var phone = Phone()
    phone.rest()
    phone.call(.generateLink(NewLink(), completion: "link"))

    phone.reply("r4", 200, answer)
    #expect(phone.words == [])
    phone.advance(2500)
    #expect(phone.words == ["/create_link"])
    phone.reply("r5", 201, #"{"link":"\#(link)"}"#)

    #expect(phone.words == [#"link text(Optional("\#(link)"))"#])
  }

  @Test func `a foreground makes a waiting retry at once and counts anew`() {
    var phone = Phone()
    phone.rest()
    phone.call(.generateLink(NewLink(), completion: "link"))
    phone.reply("r4", 503)
    phone.advance(2500)
    phone.reply("r5", 503)

    phone.take(.foreground(storage: nil))
    #expect(phone.words == ["/create_link"])
    for (number, wait) in [2, 4, 8, 16, 32].enumerated() {
      phone.reply("r\(number + 6)", 503)
      phone.advance(Int64(wait) * 1000 + 500)
      #expect(phone.words == ["/create_link"])
    }
    phone.reply("r11", 503)

    #expect(phone.words == ["linkGenerationFailed", "link text(nil)"])
    #expect(phone.wake == nil)
  }

  @Test(arguments: [
    ("null", "details payload(nil)"),
    ("{}", "details payload(Optional(GrovsCore.AppMap(pairs: [])))"),
  ])
  func `an unknown path is no failure, an empty object no unknown path`(
    answer: String, word: String
  ) {
    var phone = Phone()
    phone.rest()
    phone.call(.linkDetails(path: "a", completion: "details"))

    phone.reply("r4", 200, answer)

    #expect(phone.words == [word])
  }

  @Test func `details that are refused are reported`() {
    var phone = Phone()
    phone.rest()
    phone.call(.linkDetails(path: "a", completion: "details"))

    phone.reply("r4", 404)

    #expect(phone.words == ["networkRequestFailed", "details payload(nil)"])
  }

  @Test func `disabling cancels and gives nil without a report`() {
    var phone = Phone()
    phone.rest()
    phone.call(.generateLink(NewLink(), completion: "link"))

    phone.call(.setSDK(enabled: false))
    #expect(phone.words == ["return", "cancel r4", "link text(nil)"])
    phone.call(.setDebug(.warn))
    phone.call(.linkDetails(path: "a", completion: "details"))

    #expect(phone.words == ["log warn", "return", "details payload(nil)"])
  }
}
