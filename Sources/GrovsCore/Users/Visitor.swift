import JSON

/// Tells the backend who uses the device: identifier, attributes and push token in one request.
struct Visitor: Sendable {
  /// A value of the app, or the backend's where the app has set none in this launch.
  private struct Shared: Sendable {
    private var own: Value?
    private(set) var isSet = false
    /// What the backend has handed over or accepted.
    var known: Value?

    var value: Value? { isSet ? own : known }
    var isNews: Bool { isSet && own != known }

    mutating func set(_ value: Value?) {
      own = value
      isSet = true
    }
  }

  /// A request's values.
  private struct Update: Sendable {
    var identifier: Value?
    var attributes: Value?
    /// `nil` where the app has set none.
    var token: Value?
  }

  private static let prefix = "token/"

  private var identifiers = Shared()
  private var allAttributes = Shared()
  /// The token that the app has set in this launch; `isSet` tells a `nil` of its own.
  private(set) var token: String?
  private var isSet = false

  /// By project, the token that it accepted last.
  private var acceptedTokens = Object()
  /// Whether all is sent once more, because the project has changed.
  private var isForced = false
  /// Whether a request may have arrived whose answer never came.
  private var isUnsure = false
  /// What is on its way.
  private var update = Update()
  private var delivery = Delivery()

  var alarm: Alarm? { delivery.alarm }
  var identifier: String? { identifiers.value?.string }
  var attributes: Object? { allAttributes.value?.object }

  mutating func load(_ storage: Storage) {
    for pair in storage.disk where pair.key.utf8.starts(with: Self.prefix.utf8) {
      acceptedTokens[pair.key] = pair.value
    }
  }

  // MARK: - Members

  mutating func setIdentifier(_ text: String?, _ standing: Standing, _ turn: inout Turn) {
    identifiers.set(text.map { .string($0) })
    delivery.loosen()
    send(standing, &turn)
  }

  /// Takes attributes, or rejects them whole where JSON cannot hold one of them.
  mutating func setAttributes(_ map: AppMap?, _ standing: Standing, _ turn: inout Turn) {
    let value = map.flatMap { AppValue.map($0).jsonValue }
    guard map == nil || value != nil else {
      turn.log(.error, "userAttributes were set to what is no JSON; the assignment is rejected.")
      return
    }
    allAttributes.set(value)
    delivery.loosen()
    send(standing, &turn)
  }

  mutating func setToken(_ token: String?, _ standing: Standing, _ turn: inout Turn) {
    self.token = token
    isSet = true
    delivery.loosen()
    send(standing, &turn)
  }

  // MARK: - When

  /// Takes over what the backend hands over; of what it does not name nothing changes.
  mutating func adopt(_ answer: Authenticated) {
    if let identifier = answer.identifier {
      identifiers.known = identifier.string == nil ? nil : identifier
    }
    if let attributes = answer.attributes {
      allAttributes.known = attributes.object == nil ? nil : attributes
    }
  }

  /// Sends what has changed, at once and with all retries before it.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    delivery.resume()
    send(standing, &turn)
  }

  /// Starts no request until the next authentication.
  mutating func configure(projectChanged: Bool) {
    delivery.restart(forgetting: projectChanged)
    guard projectChanged else { return }
    identifiers.known = nil
    allAttributes.known = nil
    isForced = identifiers.isSet || allAttributes.isSet || isSet
    isUnsure = false
  }

  mutating func disable() { delivery.disable() }

  /// The wait before a retry is over.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) {
    delivery.fire()
    send(standing, &turn)
  }

  // MARK: - Sending

  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let project = standing.project,
      let step = delivery.take(serial, outcome, standing, &turn)
    else { return }
    switch step {
    case .accepted:
      isUnsure = false
      accept(update, project, &turn)
      send(standing, &turn)
    case .waits: break
    case .refused, .gaveUp:
      if case .refused = step { isUnsure = false }
      turn.report(.networkRequestFailed, "The user's data could not be sent.", standing)
    }
  }

  private mutating func accept(_ update: Update, _ project: Project, _ turn: inout Turn) {
    isForced = false
    identifiers.known = update.identifier
    allAttributes.known = update.attributes
    guard let token = update.token else { return }
    let key = Self.prefix + project.id
    acceptedTokens[key] = token.isNull ? nil : token
    turn.keep(key, token.string)
  }

  private mutating func send(_ standing: Standing, _ turn: inout Turn) {
    guard delivery.isFree(standing), let project = standing.project,
      isForced || isUnsure || hasNews(in: project)
    else { return }
    update = Update(
      identifier: identifiers.value, attributes: allAttributes.value,
      token: isSet ? tokenValue : nil)
    isUnsure = true
    let body: Value = [
      "push_token": tokenValue,
      "sdk_attributes": update.attributes ?? .null,
      "sdk_identifier": update.identifier ?? .null,
    ]
    turn.ask(.visitor(update: delivery.begin(&turn)), body.canonicalText)
  }

  private func hasNews(in project: Project) -> Bool {
    let accepted = acceptedTokens[Self.prefix + project.id] ?? .null
    return identifiers.isNews || allAttributes.isNews || (isSet && tokenValue != accepted)
  }

  private var tokenValue: Value { token.map { .string($0) } ?? .null }
}
