import GrovsCore
import JSON
import Testing

@Suite struct AuthenticationTests {
  @Test func `the wait doubles from 10 s to 300 s`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.reply("r1", 500)

    for (number, wait) in [10, 20, 40, 80, 160, 300, 300].enumerated() {
      phone.advance(Int64(wait) * 1000 - 1)
      #expect(phone.words.isEmpty)
      phone.advance(1)
      #expect(phone.words == ["/authenticate"])
      phone.reply("r\(number + 2)", 500)
      #expect(phone.words == ["authenticationFailed"])
    }
  }

  @Test func `a longer Retry-After takes the wait's place`() {
    var phone = Phone()
    phone.launch()
    phone.configure()

    phone.take(.reply(request: "r1", Reply(status: 429, headers: [Header("Retry-After", "60")])))

    #expect(phone.wake == 60_000)
  }

  @Test func `a foreground starts the doubling anew`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.reply("r1", 500)
    phone.advance(10_000)
    phone.reply("r2", 500)

    phone.take(.foreground(storage: nil))
    #expect(phone.words == ["/authenticate"])
    phone.reply("r3", 500)

    #expect(phone.wake == 20_000)
  }

  @Test(arguments: [403, 404, 302])
  func `a final answer waits for a foreground`(status: Int) {
    var phone = Phone()
    phone.launch()
    phone.configure()

    phone.reply("r1", status)
    #expect(phone.wake == nil)
    phone.take(.foreground(storage: nil))

    #expect(phone.words == ["/authenticate"])
  }

  @Test(arguments: ["{}", #"{"linksquared":"d"}"#, #"{"uri_scheme":"s"}"#, "[]", "{"])
  func `an answer without its fields is a failure`(body: String) {
    var phone = Phone()
    phone.launch()
    phone.configure()

    phone.reply("r1", 200, body)

    #expect(phone.words == ["authenticationFailed", "done bool(false)"])
    #expect(phone.wake == 10_000)
  }

  @Test func `a request is given up after 15 s`() {
    var phone = Phone()
    phone.launch()
    phone.configure()

    phone.advance(14_999)
    #expect(phone.words.isEmpty)
    phone.advance(1)

    #expect(phone.words == ["cancel r1", "authenticationFailed", "done bool(false)"])
    #expect(phone.wake == 25_000)
  }

  @Test func `an earlier configuration's answer changes nothing but its completion`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.configure(key: "key-2")

    phone.authenticate("r1")
    #expect(phone.words == ["done bool(true)"])
    phone.authenticate("r2")

    #expect(phone.words == ["store", "done bool(true)", "/data_for_device"])
    #expect(phone.requests[0].headers.contains(Header("PROJECT-KEY", "key-2")))
  }

  @Test func `the device id goes with every request of its project`() {
    var phone = Phone()
    phone.rest()

    phone.configure()
    #expect(phone.requests[0].headers.last == Header("LINKSQUARED", "device-1"))
    phone.configure(key: "key-2")

    #expect(phone.requests[0].headers.last == Header("Content-Type", "application/json"))
  }

  @Test func `a refused address leaves the earlier configuration in force`() {
    var phone = Phone()
    phone.rest()

    phone.configure(key: "key-2", baseURL: "sdk.example.com")
    #expect(phone.words == ["log error", "return", "done bool(false)"])
    phone.call(.appContinue(UserActivity(isBrowsing: true, url: "https://demo.sqd.link/a")))

    #expect(phone.words == ["return bool(true)", "/data_for_device_and_url"])
  }

  @Test func `enabling authenticates only when it has not been done`() {
    var phone = Phone()
    phone.launch()
    phone.configure(enabled: false)
    #expect(phone.words == ["return", "done bool(false)"])

    phone.call(.setSDK(enabled: true))
    #expect(phone.words == ["store", "return", "/authenticate"])
    phone.authenticate()
    phone.call(.setSDK(enabled: false))
    phone.call(.setSDK(enabled: true))

    #expect(phone.words == ["return", "/data_for_device"])
  }

  @Test(arguments: [true, false])
  func `a configuration put off by the lock runs once`(unlockFirst: Bool) {
    var phone = Phone()
    phone.launch(.background, locked: true)
    phone.configure()
    #expect(phone.words == ["return"])
    phone.advance(3_600_000)
    let storage = Storage()

    phone.take(unlockFirst ? .unlock(storage: storage) : .foreground(storage: storage))
    #expect(phone.words == ["store", "/authenticate"])
    phone.take(unlockFirst ? .foreground(storage: nil) : .unlock(storage: nil))

    #expect(!phone.words.contains("/authenticate"))
  }

  @Test func `consent withdrawn during the lock is obeyed when it ends`() {
    var phone = Phone()
    phone.launch(.background, locked: true)
    phone.configure()
    phone.call(.setSDK(enabled: false))

    phone.take(.unlock(storage: Storage()))

    #expect(phone.words == ["done bool(false)"])
  }
}
