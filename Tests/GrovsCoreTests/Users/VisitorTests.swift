import GrovsCore
import JSON
import Testing

@Suite struct VisitorTests {
  @Test func `the newest held token is sent once authenticated`() {
    var phone = Phone()
    phone.launch()
    phone.call(.assignPushToken("t1"))
    phone.call(.setPushToken(deviceToken: [0, 255]))
    phone.configure()

    phone.reply(
      "r1", 200,
      #"{"linksquared":"d","uri_scheme":"s","sdk_identifier":"u","sdk_attributes":{"a":1}}"#)

    #expect(
      phone.requests.last?.body
        == #"{"push_token":"00ff","sdk_attributes":{"a":1},"sdk_identifier":"u"}"#)
  }

  @Test func `an unchanged token is not sent again, nil is`() {
    var phone = Phone()
    phone.rest()
    phone.call(.assignPushToken("t1"))
    #expect(phone.words == ["return", "/visitor_attributes"])
    phone.reply("r4")
    phone.call(.assignPushToken("t1"))
    #expect(phone.words == ["return"])
    phone.rest()
    phone.call(.assignPushToken("t1"))
    #expect(phone.words == ["return"])

    phone.call(.assignPushToken(nil))

    #expect(
      phone.requests.map(\.body)
        == [#"{"push_token":null,"sdk_attributes":null,"sdk_identifier":null}"#])
  }

  @Test func `five retries, then one report, then the next foreground`() {
    var phone = Phone()
    phone.rest()
    phone.call(.assignPushToken("t1"))
    let body = phone.requests[0].body

    for (number, wait) in [2, 4, 8, 16, 32].enumerated() {
      phone.reply("r\(number + 4)", 503)
      phone.advance(Int64(wait) * 1000 + 499)
      #expect(phone.words == [])
      phone.advance(1)
      #expect(phone.requests.map(\.body) == [body])
    }
    phone.reply("r9", 503)
    #expect(phone.words == ["networkRequestFailed"])
    #expect(phone.wake == nil)
    phone.take(.foreground(storage: nil))

    #expect(phone.words == ["/visitor_attributes"])
  }

  @Test func `a value set while an update is on its way follows it`() {
    var phone = Phone()
    phone.rest()
    phone.call(.assignPushToken("t1"))

    phone.call(.assignPushToken("t2"))
    #expect(phone.words == ["return"])
    phone.reply("r4")

    #expect(phone.words == ["store", "/visitor_attributes"])
  }

  @Test func `another project gets the token once more`() {
    var phone = Phone()
    phone.rest()
    phone.call(.assignPushToken("t1"))
    phone.reply("r4")
    phone.configure(key: "key-2")

    phone.authenticate("r5")

    #expect(phone.words.contains("/visitor_attributes"))
  }
}
