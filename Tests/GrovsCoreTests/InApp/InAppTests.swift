import GrovsCore
import JSON
import Testing

struct InAppTests {
  private static let banner =
    #"{"id":"c1","trigger":{"type":"event","name":"go"},"message":{"template":"banner"}}"#

  private func synced(_ campaign: String = banner) -> Phone {
    var phone = Phone(seesSyncs: true)
    phone.rest()
    phone.take(.device(["window": ["width": 402, "height": 874]]))
    phone.reply("r4", 200, #"{"campaigns":[\#(campaign)],"test_messages":[]}"#)
    return phone
  }

  @Test func `a message is on screen before the delegate hears of it, and asked for before that`() {
    var phone = synced()
    phone.call(.setInAppDelegate(AppObject(name: "watcher")))
    phone.call(.track(name: "go", properties: nil, tags: nil))
    #expect(phone.words == ["store", "return", "grovsShouldShowInAppMessage"])
    phone.answerDelegate(true)
    #expect(phone.words == ["store", "show c1", "grovsDidShowInAppMessage"])
  }

  @Test func `a pause from inside the question holds what was allowed`() {
    var phone = synced()
    phone.call(.setInAppDelegate(AppObject(name: "watcher")))
    phone.call(.track(name: "go", properties: nil, tags: nil))
    phone.call(.pauseInAppMessages)
    phone.answerDelegate(true)
    #expect(phone.words == [])
    phone.call(.resumeInAppMessages)
    #expect(phone.words == ["store", "return", "show c1", "grovsDidShowInAppMessage"])
  }

  @Test func `a disabling from inside the question drops what was asked about`() {
    var phone = synced()
    phone.call(.setInAppDelegate(AppObject(name: "watcher")))
    phone.call(.track(name: "go", properties: nil, tags: nil))
    phone.call(.setSDK(enabled: false))
    phone.answerDelegate(true)
    #expect(phone.words == [])
  }

  @Test func `an act on what is not on screen any more does nothing`() {
    var phone = synced()
    phone.call(.track(name: "go", properties: nil, tags: nil))
    let show = phone.effects.compactMap { if case .show(let id, _, _) = $0 { id } else { nil } }
    phone.take(.user(show: show[0], .dismiss(.swipe)))
    #expect(phone.words == ["store", "close \(show[0])"])
    phone.take(.user(show: show[0], .dismiss(.swipe)))
    #expect(phone.words == [])
  }

  @Test func `a picture that does not load keeps its message away`() {
    var phone = synced(
      #"{"id":"c1","trigger":{"type":"event","name":"go"},"message":{"template":"modal","image_url":"https://a.test/i"}}"#
    )
    phone.call(.track(name: "go", properties: nil, tags: nil))
    #expect(phone.requests.map(\.url) == ["https://a.test/i"])
    phone.take(.reply(request: phone.requests[0].id, Reply(status: 200, body: .text("<html>"))))
    #expect(phone.words == ["inAppDisplayFailed"])
  }
}
