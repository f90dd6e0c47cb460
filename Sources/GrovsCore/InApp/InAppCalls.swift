public import JSON

/// What a person does to the message on screen.
public enum UserAct: Sendable {
  /// On a button; on the message itself without one, in a page on a link or an element.
  case tap(button: String?, link: String?, element: Object?)
  case dismiss(Dismissal)
  /// A number of stars, or an option's id.
  case answer(Value)
  case type(String)
  case send
  case skip

  /// How a person closes a message.
  public enum Dismissal: String, Sendable {
    case closeButton = "close_button"
    case backdrop, swipe
    /// The gesture of VoiceOver.
    case escape
  }
}

/// What the page of a message calls or reads.
public enum PageMember: Sendable {
  case close
  case track(name: String, properties: AppMap?)
  case open(String)
  /// `nil` where the page gives no value.
  case setAttribute(key: String, AppValue?)
  case requestPushPermission(completion: String?)
  case user, event, capabilities
  /// The page writes into one of its copies.
  case write
}

/// Where the system is sent.
public enum Destination: Equatable, Sendable {
  case address(String)
  /// The app's own settings.
  case settings
  /// The project's page in the store, at this address.
  case store(String)
}

/// What the system asks the person.
public enum Prompt: Equatable, Sendable {
  /// Waits for `granted` or `denied`, as an answer to this id.
  case pushPermission(id: String)
  case review
}
