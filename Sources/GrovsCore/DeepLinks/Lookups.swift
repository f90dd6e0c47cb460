import JSON

/// Asks the backend what is behind a link that was opened, a push's link, or the device itself.
struct Lookups: Sendable {
  /// A link from its arrival until it was answered or is given up.
  struct Entry: Sendable {
    /// Where it stands on its way.
    enum State {
      /// For the configuration, its enabling or its authentication.
      case held
      case asked
      /// For the next foreground, because its lookup failed.
      case waiting
      /// Answered, behind an earlier one of the same launch that is not.
      case answered(Found)
    }

    var serial: Int
    var link: LinkText
    /// The tap that brought it; `nil` for a link that was opened.
    var tap: Int?
    var arrived: Instant
    var state = State.held
    /// Whether it is given up five minutes after its arrival.
    var expires = false
    /// Whether what it finds is told in the order of arrival.
    var isOrdered = false
  }

  private enum DeviceState {
    case unanswered, asked, answered
  }

  static let patience = Span.minutes(5)

  var entries: [Entry] = []
  private var device = DeviceState.unanswered
  /// The link opened last: of those that fail it alone waits.
  var newest: Int?
  /// The same among URLs of other apps' schemes.
  var newestForeign: Int?
  /// Whether what arrives waits for an authentication that has failed.
  private var isFailing = false

  /// Whether a lookup is on its way that events wait for.
  func isAwaited(_ standing: Standing) -> Bool {
    device == .asked || entries.contains { $0.isAsked && !$0.isForeign(standing) }
  }

  // MARK: - Arrivals

  /// Takes a link that opened the app.
  mutating func open(_ text: String, _ standing: Standing, _ turn: inout Turn) {
    guard let link = LinkText(text) else {
      turn.log(.warn, "A URL without a scheme was opened; it is ignored.")
      return
    }
    if standing.setup != nil, !standing.isEnabled, standing.wasCollecting {
      turn.log(.warn, "A link was opened while the SDK is disabled; it is dropped.")
      return
    }
    let serial = turn.nextSerial()
    let entry = Entry(
      serial: serial, link: link, arrived: standing.now, expires: isFailing)
    guard standing.isReady else {
      // Which schemes are foreign is known once authentication has answered.
      entries.removeAll { held in
        held.tap == nil && !held.isAsked
          && (held.link.isWeb ? link.isWeb : held.link.scheme == link.scheme)
      }
      entries.append(entry)
      return
    }
    if entry.isForeign(standing) {
      newestForeign = serial
      entries.removeAll { $0.isWaiting && $0.isForeign(standing) }
    } else {
      newest = serial
      entries.removeAll { $0.isWaiting && $0.tap == nil && !$0.isForeign(standing) }
      giveDeviceUp(&turn)
    }
    entries.append(entry)
    ask(entries.count - 1, standing, &turn)
  }

  /// Takes the link of a push that was tapped.
  mutating func open(_ tap: Tap, _ link: LinkText, _ standing: Standing, _ turn: inout Turn) {
    entries.append(
      Entry(
        serial: turn.nextSerial(), link: link, tap: tap.id, arrived: tap.arrived, expires: isFailing
      ))
    guard standing.isReady else { return }
    giveDeviceUp(&turn)
    ask(entries.count - 1, standing, &turn)
  }

  // MARK: - Starting

  /// Looks up what was held, or the device where nothing was, once authentication has answered.
  mutating func start(_ standing: Standing, _ turn: inout Turn) {
    isFailing = false
    expire(standing, &turn)
    settleHeld(standing)
    let hasDirect = entries.contains { !$0.isForeign(standing) }
    for place in entries.indices where !entries[place].isAsked && !entries[place].isAnswered {
      entries[place].isOrdered = !entries[place].isForeign(standing)
      ask(place, standing, &turn)
    }
    if hasDirect { giveDeviceUp(&turn) } else { askDevice(standing, &turn) }
  }

  /// Looks up again what has failed, at a foreground or an enabling.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    expire(standing, &turn)
    let waiting = entries.indices.filter { !entries[$0].isAsked && !entries[$0].isAnswered }
    let oldestFirst = waiting.sorted {
      (entries[$0].arrived, entries[$0].serial) < (entries[$1].arrived, entries[$1].serial)
    }
    for place in oldestFirst { ask(place, standing, &turn) }
    askDevice(standing, &turn)
  }

  /// Gives up what has failed and arrived more than five minutes ago.
  mutating func expire(_ standing: Standing, _ turn: inout Turn) {
    for entry in entries where entry.isOver(standing.now) {
      if let tap = entry.tap {
        turn.signal(.tapExpired(tap))
      } else {
        turn.log(.warn, "The lookup of a link failed for five minutes; the link is dropped.")
      }
    }
    entries.removeAll { $0.isOver(standing.now) }
  }

  /// What waits for an authentication does so for five minutes from its arrival.
  mutating func authenticationFailed() {
    isFailing = true
    for place in entries.indices where !entries[place].isAsked { entries[place].expires = true }
  }

  /// What was cancelled or held waits for the enabling.
  mutating func disable(_ turn: inout Turn) {
    for place in entries.indices where !entries[place].isAnswered {
      if let tap = entries[place].tap { turn.signal(.tapWaits(tap)) }
      entries[place].state = .waiting
      entries[place].expires = true
      entries[place].isOrdered = false
    }
    if device == .asked { device = .unanswered }
  }

  // MARK: - Answers

  mutating func answerDevice(_ outcome: Outcome, _ standing: Standing, _ turn: inout Turn) {
    guard device == .asked else { return }
    if case .success(let object) = outcome {
      device = .answered
      turn.signal(.found(Found(object), .device))
    } else {
      device = .unanswered
      turn.report(.networkRequestFailed, "The lookup of the device failed.", standing)
    }
    turn.signal(.lookedUp)
  }

  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let place = entries.firstIndex(where: { $0.serial == serial }) else { return }
    let isForeign = entries[place].isForeign(standing)
    if case .success(let object) = outcome {
      entries[place].state = .answered(Found(object))
    } else {
      turn.report(.networkRequestFailed, "The lookup of a link failed.", standing)
      fail(place, isForeign: isForeign, &turn)
    }
    tell(standing, &turn)
    if !isForeign { turn.signal(.lookedUp) }
  }

  private mutating func fail(_ place: Int, isForeign: Bool, _ turn: inout Turn) {
    let entry = entries[place]
    if let tap = entry.tap {
      turn.signal(.tapWaits(tap))
    } else if entry.serial != (isForeign ? newestForeign : newest) {
      entries.remove(at: place)
      return
    }
    entries[place].state = .waiting
    entries[place].expires = true
    entries[place].isOrdered = false
  }

  // Tells what was found; the taps that were held wait for those before them.
  private mutating func tell(_ standing: Standing, _ turn: inout Turn) {
    var isBlocked = false
    entries.removeAll { entry in
      guard case .answered(let found) = entry.state else {
        isBlocked = isBlocked || (entry.isOrdered && entry.isAsked)
        return false
      }
      if let tap = entry.tap {
        guard !(entry.isOrdered && isBlocked) else { return false }
        turn.signal(.found(found, .tap(tap)))
      } else {
        turn.signal(
          .found(found, entry.isForeign(standing) ? .foreign : .opened))
      }
      return true
    }
  }

  // MARK: - Asking

  private mutating func ask(_ place: Int, _ standing: Standing, _ turn: inout Turn) {
    let entry = entries[place]
    entries[place].state = .asked
    let isForeign = entry.link.isForeign(to: standing.scheme)
    let url = isForeign ? entry.link.withoutQuery : entry.link.text
    let source = entry.tap == nil ? "" : #","source":"push""#
    let body =
      standing.device.wireText + #","session_id":""# + standing.session + #"""# + source
      + #","url":"# + url.quoted + "}"
    turn.ask(.lookup(entry.serial), body)
  }

  private mutating func askDevice(_ standing: Standing, _ turn: inout Turn) {
    guard device == .unanswered else { return }
    device = .asked
    let body = standing.device.wireText + #","session_id":""# + standing.session + #""}"#
    turn.ask(.deviceLookup, body)
  }

  private mutating func giveDeviceUp(_ turn: inout Turn) {
    guard device == .asked else { return }
    device = .unanswered
    turn.abandon(.deviceLookup)
  }

  // Of the links that were held the newest stays, and beside it the newest foreign one behind it.
  private mutating func settleHeld(_ standing: Standing) {
    let waiting = entries.filter { $0.tap == nil && !$0.isAsked && !$0.isAnswered }
    let link = waiting.last { !$0.isForeign(standing) }
    let foreign = waiting.last { $0.isForeign(standing) }
    if let link { newest = link.serial }
    if let foreign { newestForeign = foreign.serial }
    let kept = [link, foreign].compactMap(\.self)
    let taps = entries.filter { $0.tap != nil && !$0.isAsked && !$0.isAnswered }
    let going = entries.filter { $0.isAsked || $0.isAnswered }
    entries = going + kept + taps
  }
}

extension Lookups.Entry {
  fileprivate var isAsked: Bool { if case .asked = state { true } else { false } }
  fileprivate var isWaiting: Bool { if case .waiting = state { true } else { false } }
  fileprivate var isAnswered: Bool { if case .answered = state { true } else { false } }

  /// Whether an opened link belongs to another app's scheme.
  fileprivate func isForeign(_ standing: Standing) -> Bool {
    tap == nil && link.isForeign(to: standing.scheme)
  }

  fileprivate func isOver(_ now: Instant) -> Bool {
    expires && !isAsked && !isAnswered && now - arrived > Lookups.patience
  }
}
