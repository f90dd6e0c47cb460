import GrovsCore
import JSON
import Testing

@Suite struct ClipboardTests {
  private let copied = "https://demo.sqd.link/spring?gd=77"
  private let active = #"{"clipboard_active":true}"#

  /// A first launch whose device lookup has found nothing: the status is asked as r3.
  private func asked() -> Phone {
    var phone = Phone()
    phone.uninstall()
    phone.launch()
    phone.configure()
    phone.authenticate()
    phone.reply("r2")
    return phone
  }

  /// The same, with the text read and its lookup asked as r4.
  private func read() -> Phone {
    var phone = asked()
    phone.reply("r3", 200, active)
    phone.answer(true)
    phone.answer(.string(copied))
    return phone
  }

  @Test func `each question comes behind the answer before it, the events behind all`() {
    var phone = asked()
    #expect(phone.words == ["/clipboard_status"])
    phone.reply("r3", 200, active)
    #expect(phone.words == ["hasURL"])
    phone.answer(true)
    #expect(phone.words == ["read"])
    phone.answer(.string(copied))
    #expect(phone.words == ["/data_for_device_and_url"])

    phone.reply("r4", 200, #"{"data":{"a":1},"link":"https://demo.sqd.link/spring"}"#)

    #expect(phone.words == ["store", "payload", "/events/batch"])
    #expect(phone.disk["clipboard"] == "settled")
    let body = phone.requests[0].body
    #expect(body.contains(#""link":"https://demo.sqd.link/spring""#))
    #expect(!phone.disk.contains { $0.value.string?.contains("gd=77") == true })
  }

  @Test func `events wait 25 s for the check and no longer`() {
    var phone = asked()
    phone.reply("r3", 200, active)

    phone.advance(24_999)
    #expect(phone.words == [])
    phone.advance(1)

    #expect(phone.words == ["/events/batch"])
  }

  @Test func `what settles the check settles it for good`() {
    for settle in ["inactive", "no URL", "denied", "foreign"] {
      var phone = asked()
      phone.reply("r3", 200, settle == "inactive" ? #"{"clipboard_active":false}"# : active)
      if settle != "inactive" { phone.answer(.bool(settle != "no URL")) }
      if settle == "denied" { phone.answer(.null) }
      if settle == "foreign" { phone.answer("https://evil.test/?gd=1") }
      #expect(phone.words == ["store", "/events/batch"], "\(settle)")

      phone.take(.foreground(storage: nil))
      #expect(phone.words == [], "\(settle)")
      phone.rest()

      #expect(phone.words == ["store"], "\(settle)")
    }
  }

  @Test func `a failed lookup keeps the text for the launch alone`() {
    var phone = read()
    phone.reply("r4", 404)
    #expect(phone.words == ["networkRequestFailed", "/events/batch"])
    phone.reply("r5")

    phone.take(.foreground(storage: nil))
    #expect(phone.words == ["/clipboard_status"])
    phone.reply("r6", 200, active)
    #expect(phone.words == ["/data_for_device_and_url"])

    phone.launch()
    phone.configure()
    phone.authenticate()
    phone.reply("r2")
    #expect(phone.words == ["/events/batch", "/clipboard_status"])
    phone.reply("r4", 200, active)

    #expect(phone.words == ["hasURL"])
  }

  @Test func `a status without its field is retried, at a foreground at once`() {
    var phone = asked()
    phone.reply("r3", 200, #"{"clipboard_active":1}"#)
    phone.advance(2500)
    #expect(phone.words == ["/clipboard_status"])
    phone.reply("r4", 503)

    phone.take(.foreground(storage: nil))

    #expect(phone.words == ["/clipboard_status"])
  }

  @Test func `a link that is found elsewhere ends the check under way`() {
    var phone = read()
    phone.call(.appOpen("https://demo.sqd.link/other"))

    phone.reply("r5", 200, #"{"link":"https://demo.sqd.link/other"}"#)

    #expect(phone.words == ["store", "cancel r4", "payload", "/events/batch"])
  }

  @Test func `a text that is pasted while disabled is looked up once enabled, read once`() {
    var phone = asked()
    phone.reply("r3", 200, active)
    phone.answer(true)
    phone.call(.setSDK(enabled: false))
    phone.answer(.string(copied))
    #expect(phone.words == [])

    phone.call(.setSDK(enabled: true))
    #expect(phone.words.last == "/clipboard_status")
    phone.reply(phone.requests.last?.id ?? "", 200, active)

    #expect(phone.words == ["/data_for_device_and_url"])
  }

  @Test func `a launch that knew the SDK before arms nothing`() {
    var phone = Phone()
    phone.rest()
    phone.damage("clipboard", "?")

    phone.launch()
    phone.configure()
    phone.authenticate()
    phone.reply("r2")

    #expect(phone.words == ["/events/batch"])
  }
}
