import GrovsCore
import JSON
import Testing

@Suite struct CoreTests {
  @Test func `configure stores the launch's events and authenticates`() {
    var phone = Phone()
    phone.launch()

    phone.configure()

    #expect(phone.words == ["store", "return", "/authenticate"])
    #expect(phone.disk.keys == ["clipboard", "event/000000000", "event/000000001", "launch"])
  }

  @Test func `authentication completes, then looks the device up`() {
    var phone = Phone()
    phone.launch()
    phone.configure()

    phone.authenticate()

    #expect(phone.words == ["store", "done bool(true)", "/data_for_device"])
  }

  @Test func `events go out in the turn that ends the wait for the lookup`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.reply("r2")

    #expect(phone.words == ["/events/batch"])
  }

  @Test func `at rest nothing is left to wake for`() {
    var phone = Phone()

    phone.rest()

    #expect(phone.wake == nil)
    #expect(
      phone.disk.keys == [
        "campaigns/live/key-1", "clipboard", "launch", "scheme", "scheme/live/key-1",
      ])
  }

  @Test func `a failed authentication explains the false ahead of it`() {
    var phone = Phone()
    phone.launch()
    phone.configure()

    phone.reply("r1", 503)

    #expect(phone.words == ["authenticationFailed", "done bool(false)"])
    #expect(phone.wake == 10_000)
  }

  @Test func `disabling cancels in the order of asking, then completes`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.configure()

    phone.call(.setSDK(enabled: false))

    #expect(
      phone.words == ["return", "cancel r1", "cancel r2", "done bool(false)", "done bool(false)"])
  }

  @Test func `the requests of one turn follow the table of endpoints`() {
    var phone = Phone()
    phone.launch()
    let push = AppMap([
      "grovs_campaign_id": "c1", "grovs_link": "https://demo.sqd.link/a",
    ])
    phone.call(.handleNotificationOpen(userInfo: push))
    phone.call(.assignPushToken("t1"))
    phone.configure()

    phone.authenticate()

    #expect(
      phone.words == [
        "store", "done bool(true)", "/data_for_device_and_url", "/visitor_attributes", "/push_open",
      ])
  }

  @Test func `a copy goes on by itself`() {
    var phone = Phone()
    phone.rest()
    var copy = phone

    copy.call(.track(name: "tap", properties: nil, tags: nil))

    #expect(copy.wake == 5000)
    #expect(phone.wake == nil)
  }
}
