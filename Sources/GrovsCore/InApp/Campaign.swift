import JSON

/// A campaign, read and prepared once, at the sync that brings it.
struct Campaign: Sendable {
  /// What makes it be considered.
  enum Trigger: Sendable {
    case appOpen
    /// A screen's name in lower case; `nil` takes every screen.
    case screenView(String?)
    case event(String)
    case unknown
  }

  /// How often it may show; `nil` for no limit.
  struct Frequency: Sendable {
    var total: Int?
    var perSession: Int?
    var perDay: Int?
    var interval: Span?
  }

  var id: String
  var priority: Number
  var published: WallTime
  var starts: WallTime?
  /// The first moment at which it shows no more.
  var ends: WallTime?
  var trigger: Trigger
  /// What the triggering event must be like.
  var filter: [Condition]
  var conditions: [Condition]
  var frequency: Frequency
  /// `nil` for both.
  var orientation: Orientation?
  /// `nil` where this version of the SDK cannot show the campaign.
  var message: Message?

  var asksForPermission = false
  var opensStore = false

  /// Whether it goes first of two that may both show.
  func outranks(_ other: Campaign) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if published != other.published { return published > other.published }
    return id.precedes(other.id)
  }
}

/// How the window or the device is held.
enum Orientation: String, Sendable {
  case portrait, landscape
}

/// Something that may trigger a campaign.
struct Occurrence: Sendable {
  enum Kind: Sendable {
    case appOpen
    case screen(String)
    case event(String)
  }

  var kind: Kind
  var properties = Object()

  /// For the log.
  var name: String {
    switch kind {
    case .appOpen: "app_open"
    case .screen(let name): "the screen \(name)"
    case .event(let name): name
    }
  }
}

extension Campaign.Trigger {
  func takes(_ kind: Occurrence.Kind, foldedScreen: String?) -> Bool {
    switch (self, kind) {
    case (.appOpen, .appOpen), (.screenView(nil), .screen), (.unknown, _): true
    case (.screenView(let name?), .screen): foldedScreen?.isSame(as: name) ?? false
    case (.event(let name), .event(let other)): name.isSame(as: other)
    default: false
    }
  }
}

extension String {
  /// The text with each code point's own lower case, by which screens are compared.
  var folded: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(text)
  }
}
