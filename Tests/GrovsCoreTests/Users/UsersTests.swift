import GrovsCore
import JSON
import Testing

@Suite struct UsersTests {
  private static let known = """
    {"linksquared":"d","uri_scheme":"s","sdk_identifier":"srv","sdk_attributes":{"plan":"free"}}
    """

  private static func body(_ identifier: String, _ attributes: String = "null") -> String {
    #"{"push_token":null,"sdk_attributes":\#(attributes),"sdk_identifier":\#(identifier)}"#
  }

  @Test func `before configure both are refused with an error`() {
    var phone = Phone()
    phone.launch()

    for call in [Call.setUserIdentifier("u1"), .setUserAttributes(AppMap(["a": 1]))] {
      phone.call(call)
      #expect(phone.words == ["log error", "return"])
    }
    phone.call(.userIdentifier)
    #expect(phone.words == ["return text(nil)"])
    phone.configure()
    phone.authenticate()
    #expect(phone.words.contains("/visitor_attributes") == false)
  }

  @Test func `the backend's values are taken over and not told back`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.reply("r1", 200, Self.known)

    phone.call(.userIdentifier)
    #expect(phone.words == [#"return text(Optional("srv"))"#])
    phone.call(.setUserIdentifier("srv"))
    #expect(phone.words == ["return"])
    phone.call(.setUserAttributes(nil))
    #expect(phone.requests.map(\.body) == [Self.body(#""srv""#)])
  }

  @Test func `what the app has set before the answer wins over the backend's`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.call(.setUserIdentifier("u1"))
    #expect(phone.words == ["return"])

    phone.reply("r1", 200, Self.known)

    #expect(phone.requests.last?.body == Self.body(#""u1""#, #"{"plan":"free"}"#))
  }

  @Test func `another authentication repeats nothing that was accepted`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setUserIdentifier("u1"))
    phone.reply("r4")
    phone.configure()

    phone.authenticate("r5")
    #expect(phone.words.contains("/visitor_attributes") == false)
    phone.configure()
    phone.reply("r6", 200, Self.known)

    #expect(phone.requests.last?.body == Self.body(#""u1""#, #"{"plan":"free"}"#))
  }

  @Test func `another project gets what the app has set, not what another backend said`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.reply("r1", 200, Self.known)
    phone.reply("r2")
    phone.reply("r3")
    phone.call(.setUserIdentifier("srv"))
    phone.configure(key: "key-2")

    phone.authenticate("r4")

    #expect(phone.requests.map(\.body).contains(Self.body(#""srv""#)))
    phone.call(.userAttributes)
    #expect(phone.words == ["return attributes(nil)"])
  }

  @Test func `another project of which the app has set nothing is told nothing`() {
    var phone = Phone()
    phone.rest()
    phone.configure(key: "key-2")
    phone.authenticate("r4")
    #expect(phone.words.contains("/visitor_attributes") == false)

    phone.call(.setUserIdentifier(nil))

    #expect(phone.words == ["return"])
  }

  @Test(arguments: [
    AppValue.date(WallTime(milliseconds: 0)), .url("https://a"), .uuid("u"), .data([0]),
    .notFinite(.nan), .opaque("view"), .list([.json(1), .opaque("view")]),
    .map(
      {
        var map = AppMap()
        map["deep"] = .list([.notFinite(.infinity)])
        return map
      }()),
  ])
  func `attributes that are no JSON are rejected whole`(value: AppValue) {
    var phone = Phone()
    phone.rest()
    phone.call(.setUserAttributes(AppMap(["a": 1])))
    phone.reply("r4")
    var map = AppMap(["a": 2])
    map["bad"] = value

    phone.call(.setUserAttributes(map))

    #expect(phone.words == ["log error", "return"])
    phone.call(.userAttributes)
    #expect(phone.effects == [.returned(call: "c4", .attributes(["a": 1]))])
  }

  @Test func `disabled, the last of each is held and goes in one request`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setSDK(enabled: false))
    phone.call(.setUserIdentifier("u1"))
    phone.call(.setUserIdentifier("u2"))
    phone.call(.assignPushToken("t"))
    phone.call(.setUserAttributes(AppMap(["a": .null])))
    #expect(phone.words == ["return"])

    phone.call(.setSDK(enabled: true))

    let body = #"{"push_token":"t","sdk_attributes":{"a":null},"sdk_identifier":"u2"}"#
    #expect(phone.requests.map(\.body) == [body])
  }

  @Test func `a request that may have arrived is made good`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setUserIdentifier("u1"))
    phone.reply("r4")
    phone.call(.setUserIdentifier("u2"))
    phone.call(.setSDK(enabled: false))
    phone.call(.setUserIdentifier("u1"))

    phone.call(.setSDK(enabled: true))

    #expect(phone.requests.map(\.body) == [Self.body(#""u1""#)])
  }

  @Test func `set while configure waits for the unlock, they are applied when it runs`() {
    var phone = Phone()
    phone.launch(.background, locked: true)
    phone.configure()
    phone.call(.setUserIdentifier("u1"))
    #expect(phone.words == ["return"])
    phone.take(.unlock(storage: Storage()))

    phone.authenticate()

    #expect(phone.words.contains("/visitor_attributes"))
  }
}
