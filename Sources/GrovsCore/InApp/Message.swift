import JSON

/// What a campaign puts on screen.
struct Message: Sendable {
  enum Kind: String, Sendable {
    case banner, modal, cover, alert, question, html
  }

  struct Button: Sendable {
    var id: String
    /// Without one a tap does nothing.
    var action: Action?
  }

  var kind: Kind
  /// What is told of the message when it is shown.
  var words: Object
  /// The address of its picture.
  var picture: String?
  var isDismissible: Bool
  var action: Action?
  var buttons: [Button]
  var question: Question?
  var template: Template?

  /// Every action of the message.
  var actions: [Action] { (action.map { [$0] } ?? []) + buttons.compactMap(\.action) }

  static let fullScreen = "full_screen"
  /// Whether the height that its page reports counts.
  var hasHeight: Bool { words["layout"]?.string?.isSame(as: Self.fullScreen) != true }
}

/// What a tap does.
enum Action: Sendable {
  case close
  case openURL(String)
  case keyValue(Object)
  case requestPushPermission
  case requestRating
  case openStore
}

/// What a message asks.
struct Question: Sendable {
  enum Kind: Sendable {
    case stars
    /// The options' ids.
    case choice([String])
  }

  static let mostStars = 5

  var kind: Kind
  var hasComment: Bool
  var thanks: String?
  /// From how many stars on a review is asked for.
  var reviewFrom: Int?

  /// Whether a value is one of its answers.
  func takes(_ value: Value) -> Bool {
    switch kind {
    case .stars: value.int.map { (1...Self.mostStars).contains($0) } ?? false
    case .choice(let options):
      value.string.map { id in options.contains { $0.isSame(as: id) } } ?? false
    }
  }

  /// Whether a review is asked for after an answer.
  func wantsReview(after value: Value) -> Bool {
    guard case .stars = kind, let reviewFrom, let stars = value.int else { return false }
    return stars >= reviewFrom
  }
}

// MARK: - Reading

extension Message {
  /// Reads a message, or gives `nil` where this version cannot show it.
  init?(_ object: Object) {
    guard let kind = object["template"]?.string.flatMap({ Kind(rawValue: $0) }) else { return nil }
    self.kind = kind
    words = Object()
    for key in ["body", "layout", "position", "template", "title"] {
      if let text = object[key]?.string { words[key] = .string(text) }
    }
    picture = kind == .html ? nil : object["image_url"]?.string
    isDismissible = object["dismissible"]?.bool ?? true
    buttons = []
    action = object["action"].flatMap { Action($0) }
    var areKnown = action != nil || object["action"]?.isNull ?? true
    for value in object["buttons"]?.array ?? [] {
      guard let id = value["id"]?.string else { return nil }
      let action = value["action"].flatMap { Action($0) }
      areKnown = areKnown && (action != nil || value["action"]?.isNull ?? true)
      buttons.append(Button(id: id, action: action))
    }
    guard areKnown else { return nil }
    if kind == .question {
      guard let question = object["question"].flatMap({ Question($0) }) else { return nil }
      self.question = question
    }
    if kind == .html {
      guard let html = object["html"]?.string else { return nil }
      template = Template(html)
    }
  }
}

extension Action {
  fileprivate init?(_ value: Value) {
    switch value["type"]?.string {
    case "close": self = .close
    case "open_url":
      guard let url = value["url"]?.string else { return nil }
      self = .openURL(url)
    case "key_value": self = .keyValue(value["payload"]?.object ?? Object())
    case "request_push_permission": self = .requestPushPermission
    case "request_rating": self = .requestRating
    case "open_store": self = .openStore
    default: return nil
    }
  }
}

extension Question {
  fileprivate init?(_ value: Value) {
    switch value["kind"]?.string {
    case "stars": kind = .stars
    case "choice":
      let ids = (value["options"]?.array ?? []).map { $0["id"]?.string }
      let known = ids.compactMap(\.self)
      guard !known.isEmpty, known.count == ids.count else { return nil }
      kind = .choice(known)
    default: return nil
    }
    hasComment = value["comment"]?.bool ?? false
    thanks = value["thank_you"]?.string
    reviewFrom = value["review_from"]?.int
  }
}
