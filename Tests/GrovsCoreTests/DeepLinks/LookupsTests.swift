import GrovsCore
import JSON
import Testing

@Suite struct LookupsTests {
  private let found = #"{"data":{"a":1},"link":"https://demo.sqd.link/a","tracking":null}"#

  @Test func `a link held before configure is looked up whatever its age`() {
    var phone = Phone()
    phone.launch()
    phone.call(.appOpen("https://demo.sqd.link/old"))
    phone.call(.appOpen("https://demo.sqd.link/a"))
    phone.advance(2_592_000_000)
    phone.configure()

    phone.authenticate()

    #expect(phone.words.dropFirst(2) == ["/data_for_device_and_url"])
    #expect(phone.requests[0].body.contains(#""url":"https://demo.sqd.link/a""#))
  }

  @Test(arguments: [
    "https://xn--bcher-kva.example/p", "https://b\u{FC}cher.example/p",
    "https://demo.sqd.link/p?[a]=%D1%82", "https://demo.sqd.link/%zz", "https://a%00.test/",
    "https://demo.sqd.link:99999/", "https://[::1]/", "myapp:path",
  ])
  func `a link is sent as the text that came`(url: String) {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.call(.appOpen(url))

    #expect(phone.urls == [url])
  }

  @Test func `a foreign URL does not take the held link's place`() {
    var phone = Phone()
    phone.launch()
    for url in ["https://demo.sqd.link/a", "demo://b?q", "signin://c?token=1", "signin://d#t"] {
      phone.call(.appOpen(url))
    }
    phone.configure()

    phone.authenticate()

    #expect(phone.urls == ["demo://b?q", "signin://d"])
  }

  @Test func `a link beats a device lookup in flight`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.call(.appOpen("other://x"))
    #expect(phone.words == ["return bool(false)", "/data_for_device_and_url"])
    phone.call(.appOpen("demo://x"))

    #expect(phone.words == ["return bool(true)", "cancel r2", "/data_for_device_and_url"])
  }

  @Test func `several links are looked up in the order of their texts`() {
    var phone = Phone()
    phone.rest()

    phone.call(
      .sceneOptions(
        urlContexts: ["https://b", "https://a"],
        userActivities: [
          UserActivity(isBrowsing: true, url: "https://0"),
          UserActivity(isBrowsing: false, url: "https://1"),
        ]))

    #expect(phone.urls == ["https://a", "https://b", "https://0"])
  }

  @Test(arguments: [(300_000, true), (300_001, false)] as [(Int64, Bool)])
  func `a failed link is tried again for five minutes`(wait: Int64, isTried: Bool) {
    var phone = Phone()
    phone.rest()
    phone.call(.setDebug(.warn))
    phone.call(.appOpen("https://demo.sqd.link/a"))
    phone.take(.fail(request: "r4", .offline))
    #expect(phone.words == ["networkRequestFailed"])
    phone.advance(wait)

    phone.take(.foreground(storage: nil))

    #expect(phone.words == (isTried ? ["/data_for_device_and_url"] : ["log warn"]))
  }

  @Test(arguments: [(300_000, true), (300_001, false)] as [(Int64, Bool)])
  func `a link that waits for an authentication does so for five minutes`(
    wait: Int64, isTried: Bool
  ) {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.reply("r1", 403)
    phone.call(.appOpen("https://demo.sqd.link/a"))
    phone.advance(wait)
    phone.take(.foreground(storage: nil))

    phone.authenticate("r2")

    #expect(phone.words.contains("/data_for_device_and_url") == isTried)
  }

  @Test func `of failed links the newest alone waits`() {
    var phone = Phone()
    phone.rest()
    phone.call(.appOpen("https://demo.sqd.link/a"))
    phone.call(.appOpen("https://demo.sqd.link/b"))
    phone.reply("r5", 500)
    phone.reply("r4", 500)

    phone.take(.foreground(storage: nil))

    #expect(phone.urls == ["https://demo.sqd.link/b"])
  }

  @Test(arguments: [
    (#"{"data":null,"link":null,"tracking":null}"#, false), ("{}", false),
    (#"{"data":{},"link":null}"#, true), (#"{"data":3,"link":"https://a"}"#, true),
    (#"{"data":3,"link":null}"#, false),
  ])
  func `an answer with a link or data calls the delegate once`(body: String, isTold: Bool) {
    var phone = Phone()
    phone.rest()
    phone.call(.appOpen("https://demo.sqd.link/a"))

    phone.reply("r4", 200, body)

    #expect(phone.words == (isTold ? ["payload"] : []))
  }

  @Test func `a link that is opened while disabled is dropped`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setDebug(.warn))
    phone.call(.setSDK(enabled: false))

    phone.call(.appOpen("https://demo.sqd.link/a"))
    #expect(phone.words == ["log warn", "return bool(true)"])
    phone.call(.setSDK(enabled: true))

    #expect(phone.words == ["return"])
  }

  @Test func `a cancelled link is looked up again on enabling`() {
    var phone = Phone()
    phone.rest()
    phone.call(.appOpen("https://demo.sqd.link/a"))
    phone.call(.setSDK(enabled: false))
    phone.reply("r4", 200, found)
    #expect(phone.words.isEmpty)

    phone.call(.setSDK(enabled: true))

    #expect(phone.urls == ["https://demo.sqd.link/a"])
  }

  @Test func `the delegate is let go and the payload is kept`() {
    var phone = Phone()
    phone.rest()
    phone.take(.release(object: "app"))
    phone.call(.delegate)
    #expect(phone.words == ["return object(nil)"])
    phone.call(.appOpen("https://demo.sqd.link/a"))

    phone.reply("r4", 200, found)
    #expect(phone.words == [])
    phone.call(.lastReceivedPayload(completion: "done"))

    #expect(
      phone.effects.last
        == .completion(call: "c4", name: "done", .payload(AppMap(["a": 1]))))
  }
}

extension Phone {
  /// The links that the last turn looks up.
  var urls: [String] {
    requests.compactMap { (try? Value(json: $0.body))?["url"]?.string }
  }
}
