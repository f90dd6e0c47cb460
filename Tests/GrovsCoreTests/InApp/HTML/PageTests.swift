import JSON
import Testing

@testable import GrovsCore

@Suite struct PageTests {
  private var page = Page(campaign: "c1", isTest: false, user: nil, event: nil)

  private mutating func take(
    _ call: PageCall, at now: Int64 = 0, permission: PagePermission = .prompt
  ) -> [PageStep] {
    page.take(
      call, at: Instant(milliseconds: now), permission: permission, ownSchemes: ["demoapp"])
  }

  private mutating func tap(
    _ element: Object? = nil, link: String? = nil, at now: Int64 = 0
  ) -> [PageStep] {
    page.tap(
      PageTap(link: link, element: element), at: Instant(milliseconds: now), permission: .denied,
      ownSchemes: [])
  }

  private func tracked(_ name: String, _ object: Object = Object()) -> PageStep {
    var properties = AppMap(object)
    properties["campaign_id"] = .json("c1")
    return .track(name: name, properties: properties)
  }

  @Test mutating func `close is a dismissal until there is a click`() {
    #expect(take(.close) == [.close(reason: "close_button")])
    _ = take(.track(name: "e", properties: nil))

    #expect(take(.close) == [.close(reason: nil)])
  }

  @Test mutating func `the first accepted track is the click`() {
    #expect(Self.isError(take(.track(name: "open", properties: nil))))
    #expect(take(.track(name: "e", properties: nil)) == [tracked("e"), .click])
    #expect(take(.track(name: "e", properties: nil)) == [tracked("e")])
  }

  @Test mutating func `the campaign's id takes the place of the page's own`() {
    let properties = AppMap(["campaign_id": "mine", "a": 1])

    #expect(take(.track(name: "e", properties: properties)).first == tracked("e", ["a": 1]))
  }

  @Test(arguments: [
    ("", false), (" ", false), ("a", true), (String(repeating: "é", count: 100), true),
    (String(repeating: "e\u{301}", count: 51), false),
    (String(repeating: "a", count: 99) + " ", true),
    (String(repeating: "a", count: 100) + " ", false), (" In_App_Viewed ", false), ("view", false),
  ])
  mutating func `a name has 1 to 100 code points and is not reserved`(name: String, isTaken: Bool) {
    let steps = take(.track(name: name, properties: nil))

    #expect(isTaken ? steps == [tracked(name), .click] : Self.isError(steps))
  }

  @Test(arguments: [(2000, true), (2001, false)] as [(Int64, Bool)])
  mutating func `a link opens within two seconds of the last tap`(now: Int64, isOpened: Bool) {
    _ = tap(at: -5000)
    _ = tap(at: 0)

    let steps = take(.open("demoapp:x"), at: now)

    let opened: [PageStep] = [.openURL("demoapp:x"), .close(reason: nil), .click, .tellTap]
    #expect(isOpened ? steps == opened : Self.isWarning(steps))
  }

  @Test mutating func `without a tap nothing opens`() {
    #expect(Self.isWarning(take(.open("https://a.test"))))
  }

  @Test mutating func `a click that was counted is not counted again`() {
    _ = tap()
    _ = take(.track(name: "e", properties: nil))

    let steps = take(.open("https://a.test"))

    #expect(steps == [.openURL("https://a.test"), .close(reason: nil), .tellTap])
  }

  @Test mutating func `a refused link closes nothing and a fragment says nothing`() {
    #expect(Self.isWarning(tap(link: "javascript:1")))
    #expect(tap(link: "#a").isEmpty)
  }

  @Test(arguments: ["text", "", 1, true, .null] as [Value])
  mutating func `an attribute is a text, a number, a boolean or null`(value: Value) {
    #expect(
      take(.setAttribute(key: "k", .json(value))) == [.setAttribute(key: "k", value)])
  }

  @Test(
    arguments: [
      ("k", nil), ("k", .json([1])), ("k", .json(["a": 1])), ("k", .notFinite(.nan)),
      ("", .json(1)),
      ("k", .date(WallTime(milliseconds: 0))),
    ] as [(String, AppValue?)])
  mutating func `any other attribute is refused`(key: String, value: AppValue?) {
    #expect(Self.isError(take(.setAttribute(key: key, value))))
  }

  @Test(arguments: [
    (PagePermission.prompt, PageStep.askPermission), (.granted, .resolve(.granted)),
    (.denied, .resolve(.denied)), (.unsupported, .resolve(.unsupported)),
  ])
  mutating func `only a permission that is open is asked for`(
    permission: PagePermission, step: PageStep
  ) {
    #expect(take(.requestPushPermission, permission: permission) == [step])
  }

  @Test(arguments: [
    ("authorized", PagePermission.granted), ("ephemeral", .granted), ("denied", .denied),
    ("never_asked", .prompt), ("provisional", .prompt), ("unsupported", .unsupported),
  ])
  func `the device's permission has four names`(name: String, permission: PagePermission) {
    #expect(PagePermission(ofDevice: name) == permission)
    #expect(Page.capabilities(permission)["pushPermission"]?.string == permission.rawValue)
  }

  @Test mutating func `an element's calls come in order, those that close last`() {
    let steps = tap(
      [
        "data-grovs-close": "", "data-grovs-open": "tel:1",
        "data-grovs-request-push-permission": "",
        "data-grovs-set-attribute": "k", "data-grovs-value": "v", "data-grovs-track": "e",
        "data-grovs-properties": #"{"a":1}"#,
      ], link: "tel:2")

    #expect(
      steps == [
        tracked("e", ["a": 1]), .click, .setAttribute(key: "k", "v"), .resolve(.denied),
        .openURL("tel:1"), .close(reason: nil), .tellTap,
      ])
  }

  @Test mutating func `an element closes where its link is refused`() {
    let steps = tap(["data-grovs-close": "", "data-grovs-open": "data:x"])

    #expect(steps.last == .close(reason: "close_button"))
  }

  @Test(arguments: ["", "[1]", "{", "{\"a\":1}x"])
  mutating func `properties that are no object are left out with a warning`(text: String) {
    let steps = tap(["data-grovs-track": "e", "data-grovs-properties": .string(text)])

    #expect(Self.isWarning(Array(steps.prefix(1))))
    #expect(steps.dropFirst() == [tracked("e"), .click])
  }

  @Test func `a test message records nothing`() {
    var page = Page(campaign: "c1", isTest: true, user: nil, event: nil)
    for call in [PageCall.track(name: "e", properties: nil), .setAttribute(key: "k", .json(1))] {
      let steps = page.take(
        call, at: Instant(milliseconds: 0), permission: .prompt, ownSchemes: [])
      guard steps.count == 1, case .log(.info, _) = steps[0] else {
        Issue.record("\(steps) is more than a line of the log")
        continue
      }
    }
  }

  private static func isError(_ steps: [PageStep]) -> Bool {
    if steps.count == 1, case .log(.error, _) = steps[0] { true } else { false }
  }

  private static func isWarning(_ steps: [PageStep]) -> Bool {
    if steps.count == 1, case .log(.warn, _) = steps[0] { true } else { false }
  }
}
