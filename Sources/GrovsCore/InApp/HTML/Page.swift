import JSON

/// The page of one showing: what it may read, and what comes of its calls and of taps on it.
struct Page: Sendable {
  private static let tapWindow = Span.seconds(2)
  /// In code points.
  private static let nameLimit = 100

  let campaign: String
  /// Whether nothing that it does is recorded.
  let isTest: Bool
  /// Copies from the moment of loading: what happens later changes nothing in them.
  let user: Object
  let event: Object
  /// Whether this showing has its click.
  private(set) var hasClicked = false
  private var lastTap: Instant?

  init(campaign: String, isTest: Bool, user: Object?, event: Object?) {
    self.campaign = campaign
    self.isTest = isTest
    self.user = user ?? Object()
    self.event = event ?? Object()
  }

  /// What the page reads as `grovs.capabilities`.
  static func capabilities(_ permission: PagePermission) -> Object {
    ["pushPermission": .string(permission.rawValue)]
  }

  /// Takes a call of the page.
  mutating func take(
    _ call: PageCall, at now: Instant, permission: PagePermission, ownSchemes: [String]
  ) -> [PageStep] {
    switch call {
    case .close: [.close(reason: hasClicked ? nil : "close_button")]
    case .track(let name, let properties): track(name, properties)
    case .open(let link): open(link, at: now, ownSchemes)
    case .setAttribute(let key, let value): setAttribute(key, value)
    case .requestPushPermission:
      [permission == .prompt ? .askPermission : .resolve(permission)]
    }
  }

  /// Takes a tap inside the message, on a link or an element with data attributes.
  ///
  /// The element's calls come in a fixed order, those that close last; a link of the element's
  /// own goes before the link that it stands in, and nothing follows what has closed the message.
  mutating func tap(
    _ tap: PageTap, at now: Instant, permission: PagePermission, ownSchemes: [String]
  ) -> [PageStep] {
    lastTap = now
    var steps = tap.problems.map { PageStep.log(.warn, $0) }
    for call in tap.calls {
      let next = take(call, at: now, permission: permission, ownSchemes: ownSchemes)
      steps += next
      if next.contains(where: { if case .close = $0 { true } else { false } }) { break }
    }
    return steps
  }

  // MARK: - Calls

  private mutating func track(_ name: String, _ properties: AppMap?) -> [PageStep] {
    if let problem = Self.problem(with: name) {
      return [.log(.error, "grovs.track was called with \(problem); the event is ignored.")]
    }
    var properties = properties ?? AppMap()
    properties["campaign_id"] = .json(.string(campaign))
    let step = PageStep.track(name: name, properties: properties)
    let isFirst = !hasClicked
    hasClicked = true
    guard !isTest else {
      return [.log(.info, "The test message \(campaign) tracks \(name); it is not sent.")]
    }
    return isFirst ? [step, .click] : [step]
  }

  private static func problem(with name: String) -> String? {
    if name.isBlank { return "an empty name" }
    if name.unicodeScalars.count > nameLimit { return "a name of over \(nameLimit) characters" }
    return ReservedNames.contains(name) ? "the reserved name \(name)" : nil
  }

  private mutating func open(_ link: String, at now: Instant, _ ownSchemes: [String]) -> [PageStep]
  {
    switch PageLink(link, ownSchemes: ownSchemes) {
    case .fragment: return []
    case .refused(let reason):
      return [.log(.warn, "A link of the message \(campaign) is not opened: \(reason).")]
    case .address(let address):
      guard let lastTap, now - lastTap <= Self.tapWindow else {
        return [.log(.warn, "A link of the message \(campaign) is not opened: nobody tapped.")]
      }
      let isFirst = !hasClicked && !isTest
      hasClicked = true
      return [.openURL(address), .close(reason: nil)] + (isFirst ? [.click] : []) + [.tellTap]
    }
  }

  private func setAttribute(_ key: String, _ value: AppValue?) -> [PageStep] {
    guard !key.isEmpty, case .json(let value)? = value, value.isPlain else {
      let problem = key.isEmpty ? "an empty key" : "a value that is no attribute's"
      return [.log(.error, "grovs.setAttribute was called with \(problem); it is ignored.")]
    }
    guard !isTest else {
      return [.log(.info, "The test message \(campaign) sets \(key); it is not sent.")]
    }
    return [.setAttribute(key: key, value)]
  }
}

extension Value {
  fileprivate var isPlain: Bool {
    switch self {
    case .string, .number, .bool, .null: true
    case .array, .object: false
    }
  }
}
