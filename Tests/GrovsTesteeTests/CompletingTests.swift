import Conformance
import GrovsTestee
import JSON
import Testing

@Suite struct CompletingTests {
  @Test func `every field of a link reaches the request`() throws {
    let testee = try authenticated()
    let redirects: Value = [
      "ios": ["link": "i"], "android": ["link": "a", "openAppIfInstalled": false],
      "desktop": ["link": "d", "openAppIfInstalled": true],
    ]

    let turn = try call(
      "generateLink",
      [
        "title": "T", "subtitle": "S", "imageURL": "I", "data": [:], "tags": [],
        "customRedirects": redirects, "showPreviewiOS": true, "showPreviewAndroid": false,
        "copyToClipboardiOS": false, "copyToClipboardAndroid": true, "trackingCampaign": "c",
        "trackingSource": "s", "trackingMedium": "m",
      ], testee)

    #expect(
      body(of: turn) == [
        "title": "T", "subtitle": "S", "image_url": "I", "data": "{}", "tags": "[]",
        "ios_custom_redirect": ["url": "i", "open_app_if_installed": true],
        "android_custom_redirect": ["url": "a", "open_app_if_installed": false],
        "desktop_custom_redirect": ["url": "d", "open_app_if_installed": true],
        "show_preview_ios": true, "show_preview_android": false, "copy_to_clipboard_ios": false,
        "copy_to_clipboard_android": true, "tracking_campaign": "c", "tracking_source": "s",
        "tracking_medium": "m",
      ])
  }

  @Test(arguments: [["$int": "18446744073709551615"], .number(Number(UInt64.max))] as [Value])
  func `a transaction's id is exact however it is written`(id: Value) throws {
    let turn = try call("logInAppPurchase", ["transactionID": id], authenticated())

    #expect(body(of: turn)?["transaction_id"] == .number(Number(UInt64.max)))
  }

  @Test func `a purchase's date is a date`() throws {
    let date: Value = ["$date": "2025-12-31T23:59:59.999Z"]
    let purchase: Value = [
      "type": "cancel", "priceInCents": 0, "currency": "", "productID": "p", "startDate": date,
    ]

    let turn = try call("logCustomPurchase", purchase, authenticated())

    #expect(body(of: turn)?["date"] == "2025-12-31T23:59:59.999Z")
    #expect(body(of: turn)?["event_type"] == "cancel")
  }

  @Test func `the clipboard's questions have an id, and the answer names it`() throws {
    let testee = try authenticated()
    _ = try testee.take(act(.reply(request: "r2", reply("{}"))))
    let turn = try testee.take(act(.reply(request: "r3", reply(#"{"clipboard_active":true}"#))))
    guard case .other("clipboard", let id?, "has_url", _)? = turn.effects.first else {
      Issue.record("the clipboard was not asked")
      return
    }

    let next = try testee.take(act(.answer(to: id, with: true)))

    guard case .other("clipboard", .some, "read", _)? = next.effects.first else {
      Issue.record("the clipboard was not read")
      return
    }
  }

  @Test func `an attached image is told in hex, its task by name`() throws {
    let testee = try authenticated()
    let content: Value = [
      "attachments": [["type": "gif", "data": "47"]],
      "userInfo": ["grovs_image": "https://a.test/a"],
    ]
    let turn = try call(
      "GrovsNotificationContent.attachImage(to:)", ["request": ["content": content]], testee)
    #expect(turn.effects.first == .returned(call: "c2", value: ["$object": "o1"]))

    let next = try testee.take(
      act(.reply(request: "r3", Response(body: .bytes([0xFF, 0xD8, 0xFF, 0])))))

    guard case .completion("c2", "completion", let with?)? = next.effects.first else {
      Issue.record("the completion was not called")
      return
    }
    #expect(
      with["attachments"] == [
        ["type": "gif", "data": "47"], ["type": "jpeg", "data": "ffd8ff00"],
      ])
  }

  private func authenticated() throws -> GrovsTestee {
    let testee = GrovsTestee()
    let launch = Input.Launch(
      app: "foreground", chance: 0.5, seed: 7, storage: Storage(), device: Object())
    _ = try testee.take(act(.launch(launch)))
    let with = Object([
      ("APIKey", "key-1"), ("useTestEnvironment", false), ("delegate", .null),
    ])
    _ = try testee.take(act(.call(id: "c1", member: "configure", with: with)))
    let answer = reply(#"{"linksquared":"device-1","uri_scheme":"demo"}"#)
    _ = try testee.take(act(.reply(request: "r1", answer)))
    return testee
  }

  private func call(_ member: String, _ with: Value, _ testee: GrovsTestee) throws -> Turn {
    var arguments = with.object ?? Object()
    arguments["completion"] = ["$closure": "completion"]
    return try testee.take(act(.call(id: "c2", member: member, with: arguments)))
  }

  private func body(of turn: Turn) -> Value? {
    for case .request(let request) in turn.effects { return request.body.json }
    return nil
  }

  private func reply(_ text: String) -> Response { Response(body: .text(text)) }

  private func act(_ act: Input.Act) -> Input { Input(now: 0, wall: 0, act: act) }
}
