import JSON

/// A message on its way to the screen, or on it.
struct Showing: Sendable {
  enum Stage: Sendable {
    /// For the delegate's answer to this question.
    case asked(String)
    /// For its picture; the request's serial, `nil` before the next try.
    case picture(Int?)
    /// For its page, loaded under this id.
    case page(String)
    /// For the screen.
    case ready
    /// Under the id of the part that was shown last.
    case onScreen(String)
  }

  /// What of the message is on screen.
  enum Part: String, Sendable {
    case message, comment
    case thanks = "thank_you"
  }

  let campaign: Campaign
  let message: Message
  /// What triggered it.
  let event: Occurrence
  /// The id of a test message.
  let test: String?

  var stage = Stage.ready
  var part = Part.message
  var page: Page?
  /// In points, as its page has reported.
  var height: Value?
  /// How often its picture did not load in the foreground.
  var failures = 0
  var answer: Value?
  var typed = ""
  var comment: String?

  init?(_ campaign: Campaign, _ event: Occurrence, test: String? = nil) {
    guard let message = campaign.message else { return nil }
    self.campaign = campaign
    self.message = message
    self.event = event
    self.test = test
  }

  var id: String { campaign.id }
  var isTest: Bool { test != nil }
  var isOnScreen: Bool { if case .onScreen = stage { true } else { false } }

  /// Whether its campaign is for this orientation.
  func fits(_ orientation: Orientation) -> Bool {
    campaign.orientation.map { $0 == orientation } ?? true
  }

  /// What is told of the part that is shown.
  var words: Object {
    var words = message.words
    switch part {
    case .message:
      words["height"] = height
    case .comment: words = ["template": words["template"] ?? ""]
    case .thanks:
      words = ["template": words["template"] ?? ""]
      words["text"] = message.question?.thanks.map { .string($0) }
    }
    words["part"] = .string(part.rawValue)
    return words
  }
}
