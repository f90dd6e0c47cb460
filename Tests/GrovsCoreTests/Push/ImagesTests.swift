import GrovsCore
import JSON
import Testing

@Suite struct ImagesTests {
  private let image = "https://img.example.com/a.png"
  private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]

  private func content(_ image: String) -> AppMap {
    AppMap(["title": "Hi", "userInfo": ["grovs_image": .string(image)]])
  }

  private func attachments(_ phone: Phone) -> AppValue? {
    for case .completion(_, _, .content(let content)) in phone.effects {
      return content["attachments"] ?? .list([])
    }
    return nil
  }

  private func received() -> Phone {
    var phone = Phone()
    phone.launch(.extension)
    phone.call(.serviceExtensionDidReceive(content(image), completion: "push"))
    return phone
  }

  @Test func `the image is fetched bare`() {
    let phone = received()

    #expect(phone.effects.count == 2)
    #expect(phone.requests.map(\.url) == [image])
    #expect(phone.requests.map(\.method) == ["GET"])
    #expect(phone.requests.map(\.headers) == [[]])
    #expect(phone.requests.map(\.body) == [""])
  }

  @Test(
    arguments: [
      ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("jpeg", [0xFF, 0xD8, 0xFF]),
      ("gif", Array("GIF87a".utf8)), ("gif", Array("GIF89a".utf8)),
    ] as [(String, [UInt8])])
  func `the first bytes tell the format`(type: String, bytes: [UInt8]) {
    var phone = received()

    phone.take(.reply(request: "r1", Reply(status: 200, body: .bytes(bytes))))

    var attachment = AppMap()
    attachment["type"] = .json(.string(type))
    attachment["data"] = .data(bytes)
    #expect(attachments(phone) == .list([.map(attachment)]))
  }

  @Test(arguments: [
    Reply(status: 200, body: .text("<p>")), Reply(status: 200),
    Reply(status: 404, body: .text("GIF89a")), Reply(status: 200, body: .text("GIF88a")),
  ])
  func `what is no image leaves the content as it is`(reply: Reply) {
    var phone = received()

    phone.take(.reply(request: "r1", reply))

    #expect(phone.effects == [.completion(call: "c1", name: "push", .content(content(image)))])
  }

  @Test func `when time runs out each push is handed on once`() {
    var phone = received()
    phone.call(.attachImage(content(image), completion: "own"))
    #expect(
      phone.words.first == #"return object(Optional(GrovsCore.AppObject(name: "o1", lacks: [])))"#)

    phone.call(.serviceExtensionTimeWillExpire)
    #expect(phone.words.first == "return")
    #expect(phone.effects[1] == .cancel(request: "r1"))
    #expect(phone.effects.count == 3)
    phone.take(.reply(request: "r1", Reply(status: 200, body: .bytes(png))))
    #expect(phone.effects.isEmpty)
    phone.call(.cancelTask("o1"))
    #expect(phone.effects[1] == .cancel(request: "r2"))
    #expect(attachments(phone) == .list([]))
    phone.call(.cancelTask("o1"))

    #expect(phone.words == ["return"])
  }

  @Test(arguments: ["http://a.test/a.png", "", "https://", "https://a b"])
  func `without an https address the completion runs inside the call`(address: String) {
    var phone = Phone()
    phone.launch(.extension)

    phone.call(.attachImage(content(address), completion: "own"))

    #expect(
      phone.effects == [
        .completion(call: "c1", name: "own", .content(content(address))),
        .returned(call: "c1", .object(nil)),
      ])
  }

  @Test func `an image is given up after 15 s`() {
    var phone = received()

    phone.advance(14_999)
    #expect(phone.effects.isEmpty)
    phone.advance(1)

    #expect(
      phone.effects == [
        .cancel(request: "r1"), .completion(call: "c1", name: "push", .content(content(image))),
      ])
  }

  @Test func `disabling the app's SDK leaves its images alone`() {
    var phone = Phone()
    phone.rest()
    phone.call(.attachImage(content(image), completion: "own"))

    phone.call(.setSDK(enabled: false))

    #expect(phone.words == ["return"])
  }

  @Test func `nothing else works in an extension`() {
    var phone = Phone()
    phone.launch(.extension)

    phone.configure()
    #expect(phone.words == ["log error", "return", "done bool(false)"])
    phone.call(.logInAppPurchase(transactionID: 1, completion: "p"))
    #expect(phone.words == ["return", "p bool(false)"])
    phone.take(.foreground(storage: nil))

    #expect(phone.words == [])
  }
}
