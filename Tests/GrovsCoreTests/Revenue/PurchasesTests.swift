import GrovsCore
import JSON
import Testing

@Suite struct PurchasesTests {
  private let coins = CustomPurchase(
    type: .refund, priceInCents: -1, currency: "eur", productID: "coins")

  private func log(_ id: UInt64, _ phone: inout Phone) {
    phone.call(.logInAppPurchase(transactionID: id, completion: "p\(id)"))
  }

  @Test func `a purchase is on disk before it is sent, its id as it is`() {
    var phone = Phone()
    phone.rest()

    log(.max, &phone)
    #expect(phone.words == ["store", "return", "/add_payment_event"])
    #expect(
      phone.requests[0].body
        == #"{"event_type":"buy","store":true,"transaction_id":18446744073709551615}"#)
    phone.reply("r4", 204, "")
    #expect(phone.words == ["store", "p18446744073709551615 bool(true)"])
    phone.rest()
    log(.max, &phone)

    #expect(phone.words == ["return", "p18446744073709551615 bool(true)"])
  }

  @Test func `two equal purchases made elsewhere have an id each, kept over launches`() {
    var phone = Phone()
    phone.rest()
    phone.call(.logCustomPurchase(coins, completion: "first"))
    let first = phone.requests[0].body
    phone.call(.logCustomPurchase(coins, completion: "second"))
    #expect(phone.words == ["store", "return"])

    phone.launch()
    phone.configure()
    phone.authenticate()
    #expect(phone.requests.last?.body == first)
    phone.reply("r3")

    #expect(phone.words == ["store", "/add_payment_event"])
    #expect(phone.requests[0].body != first)
  }

  @Test func `they go one at a time, and one that is refused holds up none`() {
    var phone = Phone()
    phone.rest()
    log(1, &phone)
    log(2, &phone)
    log(3, &phone)
    phone.reply("r4", 403)
    #expect(
      phone.words == ["log error", "networkRequestFailed", "p1 bool(false)", "/add_payment_event"])

    phone.reply("r5")
    phone.take(.foreground(storage: nil))
    #expect(phone.words == [])
    phone.reply("r6")

    #expect(phone.words == ["store", "p3 bool(true)", "/add_payment_event"])
    #expect(phone.requests[0].body.contains(#""transaction_id":1}"#))
  }

  @Test func `an id that waits is not added again`() {
    var phone = Phone()
    phone.rest()
    log(1, &phone)

    log(1, &phone)

    #expect(phone.words == ["return", "p1 bool(false)"])
  }

  @Test func `five retries, then false, and those behind go on`() {
    var phone = Phone()
    phone.rest()
    log(1, &phone)
    log(2, &phone)
    for (number, wait) in [2, 4, 8, 16, 32].enumerated() {
      phone.reply("r\(number + 4)", 429)
      phone.advance(Int64(wait) * 1000 + 499)
      #expect(phone.words == [])
      phone.advance(1)
      #expect(phone.words == ["/add_payment_event"])
    }

    phone.reply("r9", 429)
    #expect(phone.words == ["networkRequestFailed", "p1 bool(false)", "/add_payment_event"])
    phone.reply("r10")
    #expect(phone.words == ["store", "p2 bool(true)"])
    phone.take(.foreground(storage: nil))

    #expect(phone.words == ["/add_payment_event"])
  }

  @Test func `a failed authentication gives false and keeps the purchase`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    log(1, &phone)
    phone.reply("r1", 503)
    #expect(phone.words == ["authenticationFailed", "done bool(false)", "p1 bool(false)"])
    log(2, &phone)
    #expect(phone.words == ["store", "return", "p2 bool(false)"])

    phone.advance(10_000)
    phone.authenticate("r2")

    #expect(phone.words.filter { $0 == "/add_payment_event" }.count == 1)
  }

  @Test func `a purchase is sent under the project that it was logged in`() {
    var phone = Phone()
    phone.rest()
    log(1, &phone)
    phone.reply("r4", 503)

    phone.configure(key: "key-2")
    #expect(phone.words == ["return", "p1 bool(false)", "/authenticate"])
    phone.authenticate("r5")
    #expect(!phone.words.contains("/add_payment_event"))
    phone.configure()
    phone.authenticate("r6")

    #expect(phone.words.contains("/add_payment_event"))
  }

  @Test func `disabling cancels, gives false and keeps; enabling sends`() {
    var phone = Phone()
    phone.rest()
    log(1, &phone)
    let body = phone.requests[0].body

    phone.call(.setSDK(enabled: false))
    #expect(phone.words == ["return", "cancel r4", "p1 bool(false)"])
    log(2, &phone)
    #expect(phone.words == ["return", "p2 bool(false)"])
    phone.call(.setSDK(enabled: true))

    #expect(phone.requests.map(\.body) == [body])
  }

  @Test(arguments: ["", "{}", #"{"body":"{}","project":"live/key-1"}"#])
  func `a damaged purchase is dropped`(text: String) {
    var phone = Phone()
    phone.damage("purchase/000000000", text)

    phone.launch()
    #expect(phone.words == ["store"])

    #expect(phone.disk["purchase/000000000"] == nil)
  }
}
