import GrovsCore
import Testing

@Suite struct InboxTests {
  @Test(arguments: [true, false])
  func `the inbox that is gone answers at once, configured or not`(isConfigured: Bool) {
    var phone = Phone()
    if isConfigured { phone.rest() } else { phone.launch() }

    phone.call(.displayMessages(completion: "done"))
    #expect(phone.words == ["return", "done nothing"])
    phone.call(.numberOfUnreadMessages(completion: "done"))
    #expect(phone.words == ["return", "done count(0)"])
    phone.call(.displayMessages(completion: nil))
    #expect(phone.words == ["return"])
  }
}
