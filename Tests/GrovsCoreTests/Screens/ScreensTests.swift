import GrovsCore
import JSON
import Testing

@Suite struct ScreensTests {
  @Test(arguments: [
    (Controller(className: "CartViewController"), "Cart"),
    (Controller(className: "Demo.HomeController"), "Start"),
    (Controller(className: "HomeController", ownName: .given("Mine")), "Mine"),
  ])
  func `without a provider the own name counts, then the alias, then the class`(
    controller: Controller, name: String
  ) {
    var phone = rested()
    phone.call(.setScreenAliases(AppMap(["HomeController": "Start"])))

    phone.take(.appear(controller))

    #expect(recorded(&phone) == [name])
  }

  @Test(arguments: [
    Controller(className: "A", ownName: .given(nil)),
    Controller(className: "A", ownName: .given(" ")), Controller(className: "A", isTracked: true),
    Controller(className: "UIAlertController"), Controller(className: "Demo<A>."),
  ])
  func `a controller that is no screen leaves nothing`(controller: Controller) {
    var phone = rested()

    phone.take(.appear(controller))

    #expect(phone.words == [])
    #expect(phone.wake == nil)
  }

  @Test(arguments: [
    (ScreenNameProvider.Answer.name("Pay"), ["Pay"], ["p names Cart", "store"]),
    (.name(" "), [], ["log warn", "p names Cart"]), (.suppress, [], ["p names Cart"]),
    (.automatic, ["Mine"], ["p names Cart", "store"]),
  ])
  func `the provider's answer goes first`(
    answer: ScreenNameProvider.Answer, names: [String], words: [String]
  ) {
    var phone = rested()
    phone.call(.setDebug(.warn))
    phone.call(.setScreenNameProvider(provider(answer)))

    phone.take(.appear(Controller(className: "Cart", ownName: .given("Mine"))))

    #expect(phone.words.sorted() == words)
    #expect(recorded(&phone) == names)
  }

  @Test func `the provider is held though the app lets go, and read as it was set`() {
    var phone = rested()
    phone.call(.setScreenNameProvider(provider(.suppress)))

    phone.take(.release(object: "p"))
    phone.take(.appear(Controller(className: "Cart")))
    #expect(phone.words == ["p names Cart"])
    phone.call(.screenNameProvider)
    #expect(phone.effects == [.returned(call: "c3", .object(AppObject(name: "p")))])
    phone.call(.setScreenNameProvider(nil))
    phone.take(.appear(Controller(className: "Cart")))

    #expect(recorded(&phone) == ["Cart"])
  }

  @Test(arguments: [Call.setSDK(enabled: false), untracked])
  func `where nothing is collected or tracked the provider is not asked`(call: Call) {
    var phone = rested()
    phone.call(.setScreenNameProvider(provider(.automatic)))
    phone.call(call)

    phone.take(.appear(Controller(className: "Cart")))

    #expect(phone.words == [])
  }

  @Test func `automatic, manual and the modifier's views share one second`() {
    var phone = rested()
    phone.take(.appear(Controller(className: "CartViewController")))
    phone.call(.trackScreenView(name: "Cart", properties: nil))
    phone.call(.grovsScreen(name: "Cart", fileID: "", properties: nil))
    phone.call(.grovsScreen(name: nil, fileID: "Demo/CartView.swift", properties: nil))
    phone.call(.grovsScreen(name: nil, fileID: "Demo/PayView.swift", properties: nil))

    #expect(recorded(&phone) == ["Cart", "Pay"])
  }

  private static var untracked: Call {
    .configure(
      Configuration(
        apiKey: "key-1", useTestEnvironment: false, autoTrackScreenViews: false, delegate: nil),
      completion: nil)
  }

  private func provider(_ answer: ScreenNameProvider.Answer) -> ScreenNameProvider {
    ScreenNameProvider(object: AppObject(name: "p"), answer: answer)
  }

  private func rested() -> Phone {
    var phone = Phone()
    phone.rest()
    return phone
  }

  /// The names of the screens in the next batch.
  private func recorded(_ phone: inout Phone) -> [String] {
    phone.advance(5000)
    return phone.requests.flatMap { request -> [String] in
      let events = (try? Value(json: request.body))?["events"]?.array ?? []
      return events.compactMap { $0["properties"]?["screen_name"]?.string }
    }
  }
}
