import GrovsCore
import JSON
import Testing

@Suite struct AliasesTests {
  private static func aliases(_ range: ClosedRange<Int>) -> AppMap {
    AppMap(Object(range.map { ("C\($0)", .string("S\($0)")) }))
  }

  private static func count(_ phone: Phone) -> [Int] {
    phone.requests.map { (try? Value(json: $0.body))?["screen_aliases"]?.array?.count ?? -1 }
  }

  @Test func `they go by rising class, each with its newest alias`() {
    var phone = Phone()
    phone.launch()
    phone.configure()
    phone.call(.setScreenAliases(AppMap(["B": "one", "A": "a"])))
    phone.call(.setScreenAliases(AppMap(["B": "two"])))

    phone.authenticate()

    let entries = #"[{"alias":"a","identifier":"A"},{"alias":"two","identifier":"B"}]"#
    #expect(phone.requests.last?.body == #"{"screen_aliases":\#(entries)}"#)
  }

  @Test(arguments: [(200, [200], []), (201, [200], [1]), (450, [200], [200])])
  func `200 go at once, the others behind them`(all: Int, first: [Int], second: [Int]) {
    var phone = Phone()
    phone.rest()

    phone.call(.setScreenAliases(Self.aliases(1...all)))
    #expect(Self.count(phone) == first)
    phone.reply("r4", 204)

    #expect(Self.count(phone) == second)
  }

  @Test func `what was accepted is not sent again, what has changed meanwhile is`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setScreenAliases(AppMap(["A": "one"])))
    phone.call(.setScreenAliases(AppMap(["A": "two"])))
    #expect(phone.words == ["return"])
    phone.reply("r4")
    #expect(
      phone.requests.map(\.body) == [#"{"screen_aliases":[{"alias":"two","identifier":"A"}]}"#])
    phone.reply("r5")

    phone.call(.setScreenAliases(AppMap(["A": "two"])))
    #expect(phone.words == ["return"])
    phone.call(.setScreenAliases(AppMap()))
    #expect(phone.words == ["return"])
  }

  @Test func `an alias that is blank is left out with a warning`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setDebug(.warn))

    phone.call(.setScreenAliases(AppMap(["A": " ", "": "a"])))

    #expect(phone.words == ["log warn", "log warn", "return"])
  }

  @Test func `a final answer is told once and tried again at a foreground`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setScreenAliases(AppMap(["A": "a"])))
    phone.reply("r4", 403)
    #expect(phone.words == ["networkRequestFailed"])
    #expect(phone.wake == nil)

    phone.take(.foreground(storage: nil))

    #expect(phone.words == ["/screen_aliases"])
  }

  @Test func `disabling cancels them, enabling sends them, another project gets them anew`() {
    var phone = Phone()
    phone.rest()
    phone.call(.setScreenAliases(AppMap(["A": "a"])))
    phone.call(.setSDK(enabled: false))
    #expect(phone.words == ["return", "cancel r4"])
    phone.call(.setSDK(enabled: true))
    #expect(phone.words == ["return", "/screen_aliases"])
    phone.reply("r5")
    phone.configure()
    phone.authenticate("r6")
    #expect(phone.words.contains("/screen_aliases") == false)

    phone.configure(key: "key-2")
    phone.authenticate("r7")

    #expect(phone.words.contains("/screen_aliases"))
  }

  @Test func `before configure they are ignored without a word`() {
    var phone = Phone()
    phone.launch()
    phone.call(.setDebug(.info))
    phone.call(.setScreenAliases(AppMap(["A": "a"])))
    #expect(phone.words == ["return"])
    phone.configure()

    phone.authenticate()

    #expect(phone.words.contains("/screen_aliases") == false)
  }
}
