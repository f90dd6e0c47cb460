import Conformance
import JSON
import PushwooshCore

extension PushwooshCore.Effect {
  /// The effect in the suite's words.
  var conformance: Conformance.Effect {
    switch self {
    case .store(let changes): .store(disk: changes, keychain: nil)
    case .returned(let call, let answer): .returned(call: call, value: answer.value)
    case .callback(let object, let callback):
      .callback(object: object, member: callback.member, with: callback.arguments)
    case .cancel(let request): .cancel(request: request)
    case .request(let request): .request(request.conformance)
    case .openPromotion(let id):
      other("open-page", "promotion", with: ["id": id.map { .string($0) } ?? .null])
    case .openInBrowser(let address): other("open-browser", address)
    case .openURL(let id, let url): other("open-url", url, id: id)
    case .observePayments: other("observe", "payment_queue")
    case .askLocation(let id, let permission): other("prompt", permission.rawValue, id: id)
    case .startGeozones: other("geozones", "start")
    case .stopGeozones: other("geozones", "stop")
    case .show(let id, let page): other("show", page, id: id)
    case .close(let id): .close(show: id)
    case .playVideo(let address): other("play-video", address)
    case .stopVideo(let address): other("stop-video", address)
    case .playSound(let name): other("play-sound", name)
    case .authorize(let id, let way, let options):
      other(
        "authorize", way.rawValue, id: id, with: ["options": .array(options.map { .string($0) })])
    case .register: other("register", "remote_notifications")
    case .log(let level, let text): .log(level: "\(level)", text: text)
    }
  }

  private func other(
    _ kind: String, _ name: String, id: String? = nil, with: Object = Object()
  ) -> Conformance.Effect {
    .other(kind: kind, id: id, name: name, with: with)
  }
}

extension PushwooshCore.Request {
  fileprivate var conformance: Conformance.Effect.Request {
    Conformance.Effect.Request(
      id: id, method: "POST", url: url,
      headers: [Conformance.Header(name: "Content-Type", value: "application/json")],
      body: .text(body))
  }
}

extension Answer {
  fileprivate var value: Value {
    switch self {
    case .nothing: .null
    case .bool(let bool): .bool(bool)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .object(let name): name.map { ["$object": .string($0)] } ?? .null
    }
  }
}

extension Callback {
  /// The documented name of the method.
  fileprivate var member: String {
    switch self {
    case .sceneContinue: "scene(_:continue:)"
    case .applicationContinue: "application(_:continue:restorationHandler:)"
    case .shouldPresent: "shouldPresentRichMedia"
    case .didPresent: "didPresentRichMedia"
    case .didClose: "didCloseRichMedia"
    case .presentingDidFail: "presentingDidFailForRichMedia"
    }
  }

  fileprivate var arguments: Object {
    switch self {
    case .sceneContinue(let activity), .applicationContinue(let activity):
      [
        "type": .string(activity.type),
        "webpageURL": activity.webpageURL.map { .string($0) } ?? .null,
      ]
    case .shouldPresent(let page), .didPresent(let page), .didClose(let page),
      .presentingDidFail(let page):
      ["richMedia": .string(page)]
    }
  }
}
