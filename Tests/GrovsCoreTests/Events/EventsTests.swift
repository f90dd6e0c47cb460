import GrovsCore
import JSON
import Testing

@Suite struct EventsTests {
  @Test(arguments: [(0, 1), (999, 1), (1000, 2), (1001, 2)] as [(Int64, Int)])
  func `a screen counts once a second`(gap: Int64, views: Int) {
    var phone = Phone()
    phone.rest()
    phone.view("Home")
    phone.advance(gap)
    phone.view("Home")

    phone.advance(5000)

    #expect(phone.events.count == views)
  }

  @Test func `only the view recorded last is compared`() {
    var phone = Phone()
    phone.rest()
    for name in ["A", "B", "A"] { phone.view(name) }

    phone.advance(5000)

    #expect(phone.events.map { $0["properties"]?["screen_name"] } == ["A", "B", "A"])
  }

  @Test func `a dropped view does not extend the second`() {
    var phone = Phone()
    phone.rest()
    for wait in [0, 600, 400] as [Int64] {
      phone.advance(wait)
      phone.view("A")
    }

    phone.advance(5000)

    #expect(phone.events.count == 2)
  }

  @Test(arguments: ["View", " view ", "screen_view\n", "IN_APP_VIEWED", "", " "])
  func `a name is refused`(name: String) {
    var phone = Phone()
    phone.rest()

    phone.call(.track(name: name, properties: nil, tags: nil))

    #expect(phone.words == ["log error", "return"])
  }

  @Test func `a property that is no JSON is dropped by its key`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setDebug(.warn))
    var inner = AppMap(["kept": 1])
    inner["bad"] = .notFinite(.nan)
    var properties = AppMap(["plain": [1, "a"]])
    properties["date"] = .date(WallTime(milliseconds: 0))
    properties["url"] = .url("https://a")
    properties["data"] = .data([1])
    properties["inner"] = .map(inner)
    properties["list"] = .list([.json(1), .opaque("view")])

    phone.call(.track(name: "e", properties: properties, tags: nil))
    #expect(phone.words == ["store", "log warn", "log warn", "log warn", "return"])
    phone.advance(5000)

    let wanted: Value = [
      "date": "1970-01-01T00:00:00.000Z", "inner": ["kept": 1], "plain": [1, "a"],
      "url": "https://a",
    ]
    #expect(phone.events.map { $0["properties"] } == [wanted])
  }

  @Test(arguments: [(8184, true), (8185, false)])
  func `properties over 8,192 bytes are dropped`(length: Int, isKept: Bool) {
    var phone = Phone()
    phone.rest()
    let text = String(repeating: "x", count: length)

    phone.call(.track(name: "e", properties: AppMap(["k": .string(text)]), tags: nil))
    phone.advance(5000)

    #expect(phone.events.map { $0["properties"] != nil } == [isKept])
  }

  @Test func `tags are the event's own, then the global ones`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setGlobalTags(["g", "a"] + (0..<30).map { "t\($0)" }))

    phone.call(.track(name: "e", properties: nil, tags: ["a", " ", "b", "a"]))
    phone.advance(5000)

    let tags = phone.events.first?["tags"]?.array ?? []
    #expect(tags.prefix(4) == ["a", "b", "g", "t0"])
    #expect(tags.count == 20)
  }

  @Test func `a lookup's link goes to the session's events`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.reply("r2", 200, #"{"link":"https://l"}"#)

    #expect(phone.words == ["store", "payload", "/events/batch"])
    #expect(phone.events.map { $0["link"] } == ["https://l", "https://l"])
  }

  @Test func `events wait 25 s for a lookup and not longer`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.authenticate()
    phone.advance(12_000)
    phone.call(.appOpen("https://demo.sqd.link/a"))

    phone.advance(12_999)
    #expect(phone.words == [])
    phone.advance(1)

    #expect(phone.words == ["/events/batch"])
  }

  @Test func `nothing is woken for while disabled, and the 25 s end all the same`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.authenticate()
    phone.call(.setSDK(enabled: false))
    #expect(phone.wake == nil)
    phone.advance(25_000)

    phone.call(.setSDK(enabled: true))

    #expect(phone.words == ["return", "/data_for_device", "/events/batch"])
  }

  @Test(arguments: [(1_800_000, 0), (1_800_001, 1)] as [(Int64, Int)])
  func `a session ends after more than 30 minutes in the background`(away: Int64, opens: Int) {
    var phone = Phone()
    phone.rest()
    phone.take(.background)
    phone.advance(away)

    phone.take(.foreground(storage: nil))

    #expect(phone.events.count == opens)
  }

  @Test func `the time in the foreground is told in whole seconds`() {
    var phone = Phone()
    phone.rest()
    phone.advance(999)
    phone.take(.background)
    #expect(phone.words == [])
    phone.take(.foreground(storage: nil))
    phone.advance(2999)

    phone.take(.background)

    #expect(phone.events.map { $0["engagement_time"] } == [2])
  }

  @Test(
    arguments: [(604_799_999, ["app_open"]), (604_800_000, ["reactivation", "app_open"])]
      as [(Int64, [Value])])
  func `a launch after a week away is a reactivation`(away: Int64, names: [Value]) {
    var phone = Phone()
    phone.rest()
    phone.advance(away)
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.reply("r2")

    #expect(phone.events.map { $0["event"] } == names)
  }

  @Test func `an app installed again is a reinstall`() {
    var phone = Phone()
    phone.rest()
    phone.reinstall()
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.reply("r2")

    #expect(phone.events.map { $0["event"] } == ["reinstall", "app_open"])
  }
}

extension Phone {
  mutating func view(_ name: String) { call(.trackScreenView(name: name, properties: nil)) }

  /// The events that the last turn sends.
  var events: [Value] {
    requests.flatMap { (try? Value(json: $0.body))?["events"]?.array ?? [] }
  }
}
