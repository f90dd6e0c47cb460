import JSON

/// An event as it is sent.
struct Item: Sendable {
  /// What kind of item it is, and its name.
  enum Kind: Sendable {
    case system(String)
    case custom(String)
  }

  var kind: Kind
  var id: String
  var session: String
  var created: WallTime
  var link: String?
  /// In whole seconds.
  var engagement: Int64?
  /// The properties as JSON.
  var properties: String?
  var tags: [String] = []

  /// The item as JSON, keys sorted.
  var text: String {
    var text = #"{"created_at":""# + created.iso + #"""#
    if let engagement { text += #","engagement_time":"# + String(engagement) }
    switch kind {
    case .system(let name): text += #","event":"# + name.quoted + #","event_id":""# + id + #"""#
    case .custom(let name):
      text += #","event_id":""# + id + #"","event_name":"# + name.quoted
    }
    if let link { text += #","link":"# + link.quoted }
    if let properties { text += #","properties":"# + properties }
    text += #","session_id":""# + session + #"""#
    if !tags.isEmpty {
      text += #","tags":"# + Value.array(tags.map { .string($0) }).canonicalText
    }
    return text + "}"
  }

  static let tagLimit = 20
  static let textLimit = 255

  /// The tags of an event: its own before the global ones, no blanks, each once, not too many.
  static func tags(_ own: [String], _ global: [String]) -> [String] {
    var tags: [String] = []
    for tag in own + global where !tag.isBlank && tags.count < tagLimit {
      let cut = tag.cut(at: textLimit)
      if !tags.contains(where: { $0.isSame(as: cut) }) { tags.append(cut) }
    }
    return tags
  }
}
