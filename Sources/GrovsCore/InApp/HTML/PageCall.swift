import JSON

/// What a page asks for through `window.grovs`.
enum PageCall: Equatable, Sendable {
  case close
  case track(name: String, properties: AppMap?)
  case open(String)
  /// `nil` where the page gives no value.
  case setAttribute(key: String, AppValue?)
  case requestPushPermission
}

/// What is done for a page, in this order.
enum PageStep: Equatable, Sendable {
  case openURL(String)
  /// The message closes; it is a dismissal where there is a reason.
  case close(reason: String?)
  /// The custom event is recorded; a `campaign_id` is among its properties.
  case track(name: String, properties: AppMap)
  /// The showing's click is recorded, without a button.
  case click
  /// The delegate is told of a tap, without button and payload.
  case tellTap
  /// The one attribute is laid over the others.
  case setAttribute(key: String, Value)
  /// The person is asked; the answer goes to the page.
  case askPermission
  /// The page is told of the permission without a question.
  case resolve(PagePermission)
  case log(LogLevel, String)
}

/// The permission to send pushes, as a page sees it.
enum PagePermission: String, Sendable {
  case granted, denied, prompt, unsupported

  /// Takes what the device tells of the permission.
  init(ofDevice permission: String?) {
    switch permission {
    case "authorized", "ephemeral": self = .granted
    case "denied": self = .denied
    case "unsupported": self = .unsupported
    default: self = .prompt
    }
  }
}
