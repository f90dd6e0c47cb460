import GrovsCore
import JSON
import Testing

@Suite struct QueueTests {
  @Test func `a refused batch is halved until the refused event is alone`() {
    var phone = Phone()
    phone.rest()
    for number in 1...50 { phone.track("e\(number)") }
    #expect(phone.events.count == 50)
    phone.track("e51")
    #expect(phone.words == ["store", "return"])
    var request = 4
    var sizes: [Int] = []

    for _ in 0..<6 {
      phone.reply("r\(request)", 413)
      request += 1
      sizes.append(phone.events.count)
    }
    #expect(phone.words == ["store", "log error", "/events/batch"])
    while !phone.requests.isEmpty {
      phone.reply("r\(request)", 200)
      request += 1
      if !phone.events.isEmpty { sizes.append(phone.events.count) }
    }

    #expect(sizes == [25, 12, 6, 3, 1, 2, 3, 6, 13, 25, 1])
    #expect(phone.wake == nil)
  }

  @Test func `a repeat is equal to the first in every byte`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.advance(5000)
    let body = phone.requests[0].body
    phone.reply("r4", 500)
    phone.track("b")

    phone.advance(2500)
    #expect(phone.requests.map(\.body) == [body])
    phone.reply("r5")

    #expect(phone.names == ["b"])
  }

  @Test func `five retries, then one report, then the next foreground`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.advance(5000)
    for (number, wait) in [2500, 4500, 8500, 16_500, 32_500].enumerated() {
      phone.reply("r\(number + 4)", 503)
      #expect(phone.wake == phone.now + Int64(wait))
      phone.advance(Int64(wait))
    }
    phone.reply("r9", 503)
    #expect(phone.words == ["eventDispatchFailed"])
    phone.track("b")
    #expect(phone.wake == nil)

    phone.take(.foreground(storage: nil))
    #expect(phone.names == ["a"])
    phone.reply("r10")

    #expect(phone.names == ["b"])
  }

  @Test func `a foreground makes a waiting retry at once and counts anew`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.advance(5000)
    phone.reply("r4", 503)
    phone.advance(2500)
    phone.reply("r5", 503)

    phone.take(.foreground(storage: nil))
    #expect(phone.words == ["/events/batch"])
    phone.take(.foreground(storage: nil))
    #expect(phone.words == [])
    phone.reply("r6", 503)

    #expect(phone.wake == phone.now + 2500)
  }

  @Test func `a foreground during a try does not count anew`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.advance(5000)
    phone.reply("r4", 503)
    phone.advance(2500)

    phone.take(.foreground(storage: nil))
    phone.reply("r5", 503)

    #expect(phone.wake == phone.now + 4500)
  }

  @Test func `events on disk are sent by the next launch`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.launch()
    phone.configure()
    phone.authenticate()

    phone.reply("r2")

    #expect(phone.names == ["a", "app_open"])
  }

  @Test func `a damaged event is dropped and the others are sent`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.damage("event/000000009", "{\"item\":")
    phone.launch()
    #expect(phone.words == ["store"])
    phone.configure()
    phone.authenticate()

    phone.reply("r2")

    #expect(phone.names == ["a", "app_open"])
  }

  @Test func `an event stays filed under its project`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.configure(key: "key-2")
    phone.authenticate("r4")
    #expect(!phone.words.contains("/events/batch"))
    phone.configure()

    phone.authenticate("r5")

    #expect(phone.names == ["a"])
  }

  @Test(
    arguments: [(604_800_000, ["a", "app_open"]), (604_800_001, ["app_open"])]
      as [(Int64, [String])])
  func `an event older than a week is dropped`(age: Int64, names: [String]) {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.advance(age - 1)
    phone.launch()
    phone.configure()
    phone.advance(1)
    phone.authenticate()

    phone.reply("r2")

    #expect(phone.names.filter { $0 != "reactivation" } == names)
  }

  @Test func `beyond 1,000 the oldest is dropped`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    for number in 1...999 { phone.track("e\(number)") }

    #expect(phone.disk.keys.count { $0.hasPrefix("event/") } == 1000)
    #expect(phone.disk.keys.first { $0.hasPrefix("event/") } == "event/000000001")
  }

  @Test func `what was cancelled by disabling is sent on enabling`() {
    var phone = Phone()
    phone.rest()
    phone.track("a")
    phone.advance(5000)
    let body = phone.requests[0].body
    phone.call(.setSDK(enabled: false))
    #expect(phone.words == ["return", "cancel r4"])
    phone.reply("r4")

    phone.call(.setSDK(enabled: true))

    #expect(phone.requests.map(\.body) == [body])
  }
}

extension Phone {
  mutating func track(_ name: String) { call(.track(name: name, properties: nil, tags: nil)) }

  /// The names of the events that the last turn sends.
  var names: [String] {
    events.compactMap { $0["event_name"]?.string ?? $0["event"]?.string }
  }
}
