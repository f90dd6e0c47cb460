/// A view controller that has appeared.
public struct Controller: Sendable {
  /// Whether it conforms to `GrovsScreenTracking`, and what it then gives.
  public enum OwnName: Sendable {
    case none
    case given(String?)
  }

  /// The class as the system names it, with or without its module.
  public var className: String
  public var ownName: OwnName
  /// Whether it hosts a view that has the `grovsScreen` modifier.
  public var isTracked: Bool

  public init(className: String, ownName: OwnName = .none, isTracked: Bool = false) {
    self.className = className
    self.ownName = ownName
    self.isTracked = isTracked
  }
}

/// The app's `screenNameProvider`, with what it answers.
public struct ScreenNameProvider: Sendable {
  /// A `GrovsScreenName`.
  public enum Answer: Sendable {
    case automatic
    case suppress
    case name(String)
  }

  public var object: AppObject
  public var answer: Answer

  public init(object: AppObject, answer: Answer) {
    self.object = object
    self.answer = answer
  }
}
