import Conformance
import GrovsCore
import JSON

extension GrovsCore.Effect {
  /// The effect in the suite's words.
  var conformance: Conformance.Effect {
    switch self {
    case .store(let changes):
      .store(disk: changes.disk.object, keychain: changes.keychain.object)
    case .returned(let call, let answer):
      .returned(call: call, value: answer.value ?? .null)
    case .completion(let call, let name, let answer):
      .completion(call: call, name: name, with: answer.value)
    case .callback(let object, let callback):
      .callback(object: object, member: callback.member, with: callback.arguments)
    case .cancel(let request): .cancel(request: request)
    case .request(let request): .request(request.conformance)
    case .clipboard(let id, let question):
      .other(kind: "clipboard", id: id, name: question.name, with: Object())
    case .load(let id, let campaign, let html):
      .other(kind: "load", id: id, name: campaign, with: ["html": .string(html)])
    case .show(let id, let campaign, let with):
      .other(kind: "show", id: id, name: campaign, with: with)
    case .close(let id): .close(show: id)
    case .openURL(let destination):
      .other(kind: "open-url", id: nil, name: destination.name, with: Object())
    case .prompt(.pushPermission(let id)):
      .other(kind: "prompt", id: id, name: "push_permission", with: Object())
    case .prompt(.review): .other(kind: "prompt", id: nil, name: "review", with: Object())
    case .register:
      .other(kind: "register", id: nil, name: "remote_notifications", with: Object())
    case .log(let level, let text): .log(level: "\(level)", text: text)
    }
  }
}

extension GrovsCore.Request {
  fileprivate var conformance: Conformance.Effect.Request {
    Conformance.Effect.Request(
      id: id, method: method, url: url,
      headers: headers.map { Conformance.Header(name: $0.name, value: $0.value) },
      body: body.isEmpty ? .none : .text(body))
  }
}

extension [Changes.Change] {
  fileprivate var object: Object? {
    guard !isEmpty else { return nil }
    return Object(map { ($0.key, $0.value.map { .string($0) } ?? .null) })
  }
}

extension Answer {
  /// The value, or `nil` for nothing at all.
  fileprivate var value: Value? {
    switch self {
    case .nothing: nil
    case .bool(let bool): .bool(bool)
    case .text(let text): text.map { .string($0) } ?? .null
    case .count(let count): .int(count)
    case .attributes(let object): object.map { Value.object($0).escapingTags } ?? .null
    case .object(let object): object.map { ["$object": .string($0.name)] } ?? .null
    case .content(let content): content.described
    case .payload(let payload): payload?.tagged ?? .null
    case .payloads(let payloads): payloads.map { .array($0.map(\.tagged)) } ?? .null
    }
  }
}

extension ClipboardQuestion {
  fileprivate var name: String {
    switch self {
    case .hasURL: "has_url"
    case .read: "read"
    }
  }
}

extension Destination {
  fileprivate var name: String {
    switch self {
    case .address(let address): address
    case .settings: "settings"
    case .store: "store"
    }
  }
}

extension Callback {
  /// The documented name of the method.
  var member: String {
    switch self {
    case .receivedPayload: "grovsReceivedPayloadFromDeeplink"
    case .encounteredError: "grovsDidEncounterError"
    case .screenName: "screenNameProvider"
    default: inAppMember ?? ""
    }
  }

  fileprivate var arguments: Object {
    switch self {
    case .receivedPayload(let link, let payload, let tracking):
      Object([
        ("link", link.map { .string($0) } ?? .null),
        ("payload", payload?.tagged ?? .null),
        ("tracking", tracking.map { Value.object($0).escapingTags } ?? .null),
      ])
    case .encounteredError(let error, let message):
      Object([("error", .string(error.rawValue)), ("message", .string(message))])
    case .screenName(let className): Object([("class", .string(className))])
    case .shouldShowInAppMessage(_, let id), .didShowInAppMessage(let id):
      ["campaignID": .string(id)]
    case .didTapInAppMessage(let id, let button, let payload):
      [
        "campaignID": .string(id), "buttonID": button.map { .string($0) } ?? .null,
        "payload": payload.map { Value.object($0).escapingTags } ?? .null,
      ]
    case .didDismissInAppMessage(let id, let reason):
      ["campaignID": .string(id), "reason": .string(reason)]
    case .didAnswerInAppMessage(let id, let value, let comment):
      [
        "campaignID": .string(id), "value": value,
        "comment": comment.map { .string($0) } ?? .null,
      ]
    }
  }
}

extension GrovsCore.Reply {
  init(_ response: Conformance.Response) {
    let body: Body =
      switch response.body {
      case .none: .none
      case .text(let text): .text(text)
      case .bytes(let bytes): .bytes(bytes)
      }
    self.init(
      status: response.status, headers: response.headers.map { Header($0.name, $0.value) },
      body: body)
  }
}

extension GrovsCore.Failure {
  init(_ failure: Conformance.Input.Failure) {
    switch failure {
    case .offline: self = .offline
    case .timeout: self = .timeout
    case .lost: self = .lost
    }
  }
}
