import GrovsCore
import JSON
import Testing

@Suite struct OpensTests {
  private let push = AppMap(["grovs_campaign_id": "c1"])

  @Test func `a failed report is tried at two foregrounds`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setDebug(.warn))
    phone.call(.handleNotificationOpen(userInfo: push))
    #expect(phone.words == ["store", "return bool(true)", "payload", "/push_open"])
    let body = phone.requests[0].body

    for request in ["r4", "r5"] {
      phone.reply(request, 404)
      #expect(phone.words == ["store", "log warn"])
      phone.take(.foreground(storage: nil))
      #expect(phone.requests.map(\.body) == [body])
    }
    phone.reply("r6", 404)
    #expect(phone.words == ["store", "log warn"])
    phone.take(.foreground(storage: nil))
    #expect(phone.words == [])
    phone.call(.handleNotificationOpen(userInfo: push))

    #expect(phone.words == ["store", "return bool(true)", "payload", "/push_open"])
  }

  @Test func `an accepted report is remembered over launches`() {
    var phone = Phone()
    phone.rest()
    phone.call(.handleNotificationOpen(userInfo: push))
    phone.reply("r4", 204, "")
    phone.rest()

    phone.call(.handleNotificationOpen(userInfo: push))

    #expect(phone.words == ["return bool(true)", "payload"])
  }

  @Test(arguments: [(Launch.Place.foreground, true), (.background, false)])
  func `a launch into the foreground counts as one`(place: Launch.Place, isSent: Bool) {
    var phone = Phone()
    phone.rest()
    phone.call(.handleNotificationOpen(userInfo: push))
    phone.reply("r4", 500)
    phone.launch(place)
    phone.configure()

    phone.authenticate()

    #expect(phone.words.contains("/push_open") == isSent)
  }
}
