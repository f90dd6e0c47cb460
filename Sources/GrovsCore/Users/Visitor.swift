import JSON

/// Tells the backend who uses the device: identifier, attributes and push token in one request.
struct Visitor: Sendable {
  private static let prefix = "token/"

  /// What the backend said of the user at the last authentication.
  private var identifier: String?
  private var attributes: Object?
  /// The token that the app has set in this launch; `isSet` tells a `nil` of its own.
  private(set) var token: String?
  private var isSet = false

  /// By project, the token that it accepted last.
  private var acceptedTokens = Object()
  /// Whether all is sent once more, because the project has changed.
  private var isForced = false
  /// The request on its way, and the token that it carries.
  private var update: (serial: Int, token: String?)?
  private var retry = Retry()
  /// Whether a foreground, an authentication or an enabling has to come first.
  private var isStuck = false

  var alarm: Alarm? { retry.alarm }

  mutating func load(_ storage: Storage) {
    for pair in storage.disk where pair.key.utf8.starts(with: Self.prefix.utf8) {
      acceptedTokens[pair.key] = pair.value
    }
  }

  mutating func setToken(_ token: String?, _ standing: Standing, _ turn: inout Turn) {
    self.token = token
    isSet = true
    isStuck = false
    send(standing, &turn)
  }

  mutating func adopt(_ answer: Authenticated) {
    identifier = answer.identifier
    attributes = answer.attributes
  }

  /// Sends what has changed, at once and with all retries before it.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    guard update == nil else { return }
    retry = Retry()
    isStuck = false
    send(standing, &turn)
  }

  /// Starts no request until the next authentication.
  mutating func configure(projectChanged: Bool) {
    retry = Retry()
    guard projectChanged else { return }
    identifier = nil
    attributes = nil
    update = nil
    isForced = true
  }

  mutating func disable() {
    update = nil
    retry = Retry()
  }

  /// The wait before a retry is over.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) {
    retry.fire()
    send(standing, &turn)
  }

  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let update, update.serial == serial, let project = standing.project else { return }
    self.update = nil
    switch outcome {
    case .success:
      accept(update.token, project, &turn)
      retry = Retry()
      send(standing, &turn)
    case .failure(let least):
      guard standing.isReady else { return }
      if !retry.wait(atLeast: least, standing, &turn) { giveUp(standing, &turn) }
    case .refusal:
      giveUp(standing, &turn)
    }
  }

  private mutating func giveUp(_ standing: Standing, _ turn: inout Turn) {
    retry = Retry()
    isStuck = true
    turn.report(.networkRequestFailed, "The user's data could not be sent.", standing)
  }

  private mutating func accept(_ token: String?, _ project: Project, _ turn: inout Turn) {
    isForced = false
    guard isSet else { return }
    let key = Self.prefix + project.id
    acceptedTokens[key] = token.map { .string($0) }
    turn.keep(key, token)
  }

  private mutating func send(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady, let project = standing.project, isSet, !isStuck,
      update == nil, retry.alarm == nil
    else { return }
    let accepted = acceptedTokens[Self.prefix + project.id]?.string
    guard isForced || !isSame(token, accepted) else { return }
    let body: Value = [
      "push_token": token.map { .string($0) } ?? .null,
      "sdk_attributes": attributes.map { .object($0) } ?? .null,
      "sdk_identifier": identifier.map { .string($0) } ?? .null,
    ]
    let serial = turn.nextSerial()
    update = (serial, token)
    turn.ask(.visitor(update: serial), body.canonicalText)
  }

  private func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.isSame(as: right)
  }
}
