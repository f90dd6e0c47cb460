public import JSON

/// One thing that the SDK does, in the order in which a host does it.
public enum Effect: Equatable, Sendable {
  /// Keep these keys now, all of them or none; at most one in a turn, and its first effect.
  ///
  /// A null removes a key.
  case store(Object)
  /// The member has returned.
  case returned(call: String, Answer)
  /// A method of one of the app's objects is called.
  case callback(object: String, Callback)
  /// An open request is given up.
  case cancel(request: String)
  case request(Request)
  /// The guide's promotion page opens.
  case openPromotion(id: String?)
  /// Opens an address in the browser.
  case openInBrowser(String)
  /// Hands a URL to the system; waits for a boolean, whether it was opened.
  case openURL(id: String, String)
  /// Becomes an observer of the payment queue.
  case observePayments
  /// Asks the person for their location; waits for the permission that they give.
  case askLocation(id: String, LocationPermission)
  case startGeozones
  case stopGeozones
  /// A page goes on screen, above all others; waits for `presented` or `failed`.
  case show(id: String, page: String)
  /// What was shown under this id is taken from the screen.
  case close(String)
  case playVideo(String)
  case stopVideo(String)
  /// Plays a sound file of the app, or `default`.
  case playSound(String)
  /// Asks the system to allow pushes with these options; waits for what it grants.
  case authorize(id: String, AuthorizationWay, options: [String])
  /// Registers for remote notifications.
  case register
  case log(LogLevel, String)
}

/// What a member gives back.
public enum Answer: Equatable, Sendable {
  case nothing
  case bool(Bool)
  case texts([String])
  /// The name of an object of the app.
  case object(String?)
}

/// A call of a method of one of the app's objects.
public enum Callback: Equatable, Sendable {
  case sceneContinue(UserActivity)
  case applicationContinue(UserActivity)
  case shouldPresent(page: String)
  case didPresent(page: String)
  case didClose(page: String)
  case presentingDidFail(page: String)
}

/// A request for the transport: a POST of a JSON object.
public struct Request: Equatable, Sendable {
  public var id: String
  /// The whole address.
  public var url: String
  public var body: String
}

/// How far the person lets the app know where they are.
public enum LocationPermission: String, Sendable {
  case neverAsked = "never_asked"
  case denied
  case whenInUse = "when_in_use"
  case always
}

/// How the system is asked to allow pushes.
public enum AuthorizationWay: String, Sendable {
  /// Without a word to the person.
  case quietly
  /// With the system's own dialog.
  case dialog
}

public enum LogLevel: Sendable {
  case warn, error
}
