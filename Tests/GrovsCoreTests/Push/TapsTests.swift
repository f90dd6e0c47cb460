import GrovsCore
import JSON
import Testing

@Suite struct TapsTests {
  private let push = AppMap([
    "aps": ["alert": "Hi"], "grovs_campaign_id": "c1", "grovs_link": "https://demo.sqd.link/a",
    "promo": "push",
  ])

  @Test func `the push lies over its link's data`() throws {
    var phone = Phone()
    phone.rest()
    phone.call(.handleNotificationOpen(userInfo: push))
    #expect(
      phone.words == ["store", "return bool(true)", "/data_for_device_and_url", "/push_open"])

    phone.reply(
      "r4", 200,
      #"{"data":{"aps":"mine","promo":"link","x":1},"link":"https://l","tracking":null}"#)

    let payload = AppMap([
      "aps": "mine", "grovs_campaign_id": "c1", "grovs_link": "https://demo.sqd.link/a",
      "promo": "push", "x": 1,
    ])
    #expect(
      phone.effects == [
        .callback(
          object: "app", .receivedPayload(link: "https://l", payload: payload, tracking: nil))
      ])
  }

  @Test(
    arguments: [
      (["grovs_campaign_id": "c1"], true), (["grovs_campaign_id": " "], true),
      (["grovs_campaign_id": ""], false), (["grovs_campaign_id": 7], false),
      (["grovs_notification_id": "n"], false), ([:], false),
    ] as [(Object, Bool)])
  func `a push is ours by its campaign alone`(userInfo: Object, isOurs: Bool) {
    var phone = Phone()
    phone.launch()

    phone.call(.isGrovsNotification(userInfo: AppMap(userInfo)))

    #expect(phone.words == ["return bool(\(isOurs))"])
  }

  @Test(arguments: ["com.apple.UNNotificationDismissActionIdentifier", "reply"])
  func `another action than a tap does nothing`(action: String) {
    var phone = Phone()
    phone.rest()

    phone.call(.handleNotificationResponse(action: action, userInfo: push))

    #expect(phone.words == ["return bool(true)"])
  }

  @Test func `one tap that comes in twice is one tap`() {
    var phone = Phone()
    phone.rest()
    phone.call(.handleNotificationOpen(userInfo: push))

    phone.call(.handleNotificationOpen(userInfo: push))
    #expect(phone.words == ["return bool(true)"])
    phone.reply("r4", 200, "{}")
    phone.call(.handleNotificationOpen(userInfo: push))

    #expect(phone.words == ["return bool(true)", "/data_for_device_and_url"])
  }

  @Test func `held taps are told behind the held link, in their order`() {
    var phone = Phone()
    phone.launch()
    phone.call(.appOpen("https://demo.sqd.link/a"))
    for campaign in ["c1", "c2"] {
      var push = push
      push["grovs_campaign_id"] = .json(.string(campaign))
      phone.call(.handleNotificationOpen(userInfo: push))
    }
    phone.call(.handleNotificationOpen(userInfo: AppMap(["grovs_campaign_id": "c3"])))
    phone.configure()
    #expect(phone.words == ["store", "return", "payload", "/authenticate"])
    phone.authenticate()
    #expect(
      phone.words.suffix(6).map { $0.suffix(4) } == [
        "_url", "_url", "_url", "open", "open", "open",
      ])

    phone.reply("r4", 200, "{}")
    #expect(phone.words == ["/events/batch"])
    phone.reply("r3", 200, "{}")
    #expect(phone.words == [])
    phone.reply("r2", 200, #"{"link":"https://demo.sqd.link/a"}"#)

    #expect(phone.words == ["payload", "payload", "payload"])
  }

  @Test func `after five minutes a tap is listed, not delivered`() {
    var phone = Phone()
    phone.rest()
    phone.call(.handleNotificationOpen(userInfo: push))
    phone.reply("r4", 500)
    phone.reply("r5")
    phone.advance(300_001)

    phone.take(.foreground(storage: nil))
    #expect(phone.words == [])
    phone.call(.allReceivedPayloadsSinceStartup(completion: "done"))

    var own = push
    own["aps"] = nil
    #expect(phone.effects.last == .completion(call: "c3", name: "done", .payloads([own])))
  }
}
