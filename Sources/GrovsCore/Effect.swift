public import JSON

/// One thing that the SDK does, in the order in which a host does it.
public enum Effect: Equatable, Sendable {
  /// Keep these keys now, all of them or none; at most one in a turn, and its first effect.
  case store(Changes)
  /// The member has returned.
  case returned(call: String, Answer)
  /// A closure of the app is called.
  case completion(call: String, name: String, Answer)
  /// A method of one of the app's objects is called.
  case callback(object: String, Callback)
  /// An open request is given up.
  case cancel(request: String)
  case request(Request)
  /// The clipboard is asked; waits for an answer to this id.
  case clipboard(id: String, ClipboardQuestion)
  /// A page is loaded, hidden; waits for an object with its `height`, in points.
  case load(id: String, campaign: String, html: String)
  /// A part of a campaign's message goes on screen; `with` tells what there is to draw.
  case show(id: String, campaign: String, _ with: Object)
  /// What was shown under this id, and all of its message, is taken from the screen.
  case close(String)
  case openURL(Destination)
  case prompt(Prompt)
  /// Registers for remote notifications.
  case register
  case log(LogLevel, String)
}

/// Keys of both stores with their new values; `nil` removes a key.
public struct Changes: Equatable, Sendable {
  /// One key and what it holds from now on.
  public struct Change: Equatable, Sendable {
    public var key: String
    public var value: String?
  }

  public var disk: [Change] = []
  public var keychain: [Change] = []

  var isEmpty: Bool { disk.isEmpty && keychain.isEmpty }
}

/// What a member gives back, or a closure is called with.
public enum Answer: Equatable, Sendable {
  case nothing
  case bool(Bool)
  case text(String?)
  case count(Int)
  case object(AppObject?)
  case attributes(Object?)
  case payload(AppMap?)
  case payloads([AppMap]?)
  /// A push's content; among its attachments an image is its `type` and its `data` in bytes.
  case content(AppMap)
}

/// A call of a method of one of the app's objects.
public enum Callback: Equatable, Sendable {
  case receivedPayload(link: String?, payload: AppMap?, tracking: Object?)
  case encounteredError(GrovsError, message: String)
  /// The `screenNameProvider` is asked.
  case screenName(className: String)
  /// The in-app delegate is asked; waits for a boolean as an answer to this id, in the same turn.
  case shouldShowInAppMessage(id: String, campaignID: String)
  case didShowInAppMessage(campaignID: String)
  case didTapInAppMessage(campaignID: String, buttonID: String?, payload: Object?)
  case didDismissInAppMessage(campaignID: String, reason: String)
  case didAnswerInAppMessage(campaignID: String, value: Value, comment: String?)

  /// The name of the in-app delegate's method; `nil` for a method of another object.
  public var inAppMember: String? {
    switch self {
    case .receivedPayload, .encounteredError, .screenName: nil
    case .shouldShowInAppMessage: "grovsShouldShowInAppMessage"
    case .didShowInAppMessage: "grovsDidShowInAppMessage"
    case .didTapInAppMessage: "grovsDidTapInAppMessage"
    case .didDismissInAppMessage: "grovsDidDismissInAppMessage"
    case .didAnswerInAppMessage: "grovsDidAnswerInAppMessage"
    }
  }
}

/// What the SDK reports to its delegate.
public enum GrovsError: String, Sendable {
  case authenticationFailed, networkRequestFailed, eventDispatchFailed, linkGenerationFailed
  case inAppDisplayFailed
}

/// What the clipboard is asked.
public enum ClipboardQuestion: Sendable {
  /// Whether it holds a web URL, answered with a boolean.
  case hasURL
  /// Its text, answered with `null` where the person has denied it.
  case read
}

/// A request for the transport: a POST of a JSON object, or a GET.
public struct Request: Equatable, Sendable {
  public var id: String
  public var method: String
  /// The whole address.
  public var url: String
  public var headers: [Header]
  /// The body's text; empty for none.
  public var body: String
}
