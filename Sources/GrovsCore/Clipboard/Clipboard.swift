import JSON

/// Looks once for the link that a browser has copied before the app was installed.
struct Clipboard: Sendable {
  /// Whether there is anything to look for.
  private enum Stage {
    /// Until the SDK may collect for the first time.
    case fresh
    case armed
    /// For good.
    case settled
  }

  private enum State: Equatable {
    /// For a lookup of the device, a foreground, an authentication or an enabling.
    case idle
    case asked
    /// For its next try.
    case waiting
    /// For the clipboard's answer.
    case questioned(String, ClipboardQuestion)
    case lookingUp
  }

  private static let key = "clipboard"
  private static let armedMark = "armed"
  private static let settledMark = "settled"

  private var stage = Stage.settled
  private var state = State.idle
  private var isFirstLaunch = false
  /// Whether the device was looked up in this launch, and nothing found.
  private var isDue = false
  /// What was read; never stored.
  private var text: String?
  private var links = CopiedLinks()
  private var retry = Retry()

  var alarm: Alarm? { retry.alarm }
  /// Whether the first launch's events wait for the check.
  var isAwaited: Bool { isFirstLaunch && state != .idle }

  mutating func load(_ storage: Storage) {
    switch storage.disk[Self.key]?.string {
    case Self.settledMark: stage = .settled
    case Self.armedMark: stage = .armed
    default: stage = storage.disk[Lifecycle.key] == nil ? .fresh : .settled
    }
  }

  // MARK: - When

  mutating func configure(_ domains: [String]?, _ turn: inout Turn) {
    links = CopiedLinks(domains ?? [], &turn)
    retry = Retry()
    if state == .waiting { state = .idle }
  }

  /// Arms the check where the SDK may collect for the first time.
  mutating func collect(_ turn: inout Turn) {
    guard stage == .fresh else { return }
    stage = .armed
    isFirstLaunch = true
    turn.keep(Self.key, Self.armedMark)
  }

  /// A lookup was answered: a link settles the check, a device without one begins it.
  mutating func found(
    _ found: Found, _ source: LinkSource, _ standing: Standing, _ turn: inout Turn
  ) {
    if found.link != nil {
      settle(&turn)
    } else if source == .device {
      isDue = true
      begin(standing, &turn)
    }
  }

  /// Goes on with a check that could not end, a waiting retry at once.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    if state == .waiting { state = .idle }
    if state == .idle { retry = Retry() }
    begin(standing, &turn)
  }

  /// The wait before a retry is over.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) {
    retry.fire()
    state = .idle
    begin(standing, &turn)
  }

  // A question stays open: the clipboard is not read twice in a launch.
  mutating func disable() {
    retry = Retry()
    switch state {
    case .asked, .waiting, .lookingUp: state = .idle
    case .idle, .questioned: break
    }
  }

  private mutating func begin(_ standing: Standing, _ turn: inout Turn) {
    guard stage == .armed, isDue, state == .idle, standing.isReady else { return }
    state = .asked
    turn.ask(.clipboardStatus, "{}")
  }

  // MARK: - Answers

  mutating func answerStatus(_ outcome: Outcome, _ standing: Standing, _ turn: inout Turn) {
    guard state == .asked else { return }
    switch outcome {
    case .success(let object):
      guard let isActive = object["clipboard_active"]?.bool else {
        wait(atLeast: nil, standing, &turn)
        return
      }
      retry = Retry()
      guard isActive else {
        settle(&turn)
        return
      }
      if text == nil { ask(.hasURL, &turn) } else { lookUp(standing, &turn) }
    case .failure(let least): wait(atLeast: least, standing, &turn)
    case .refusal: fail("The state of the clipboard's links could not be read.", standing, &turn)
    }
  }

  /// Takes the clipboard's answer.
  mutating func answer(
    _ question: String, _ answer: Value, _ standing: Standing, _ turn: inout Turn
  ) {
    guard case .questioned(let id, let kind) = state, id.isSame(as: question) else { return }
    switch kind {
    case .hasURL:
      guard answer.bool == true else {
        settle(&turn)
        return
      }
      if standing.isCollecting { ask(.read, &turn) } else { rest(&turn) }
    case .read:
      guard let copied = answer.string, links.accept(copied) else {
        settle(&turn)
        return
      }
      text = copied
      lookUp(standing, &turn)
    }
  }

  mutating func answerLookup(_ outcome: Outcome, _ standing: Standing, _ turn: inout Turn) {
    guard state == .lookingUp else { return }
    if case .success(let object) = outcome {
      turn.signal(.found(Found(object), .clipboard))
      settle(&turn)
    } else {
      fail("The lookup of a copied link failed.", standing, &turn)
    }
  }

  private mutating func wait(atLeast least: Span?, _ standing: Standing, _ turn: inout Turn) {
    if !standing.isReady {
      rest(&turn)
    } else if retry.wait(atLeast: least, standing, &turn) {
      state = .waiting
    } else {
      fail("The state of the clipboard's links could not be read.", standing, &turn)
    }
  }

  private mutating func fail(_ message: String, _ standing: Standing, _ turn: inout Turn) {
    turn.report(.networkRequestFailed, message, standing)
    rest(&turn)
  }

  // Nothing is on its way any more; the check may go on later.
  private mutating func rest(_ turn: inout Turn) {
    retry = Retry()
    guard state != .idle else { return }
    let wasAwaited = isAwaited
    state = .idle
    if wasAwaited { turn.signal(.lookedUp) }
  }

  private mutating func settle(_ turn: inout Turn) {
    guard stage == .armed else { return }
    stage = .settled
    turn.keep(Self.key, Self.settledMark)
    text = nil
    if state == .asked { turn.abandon(.clipboardStatus) }
    if state == .lookingUp { turn.abandon(.clipboardLookup) }
    rest(&turn)
  }

  private mutating func ask(_ question: ClipboardQuestion, _ turn: inout Turn) {
    state = .questioned(turn.question(question), question)
  }

  private mutating func lookUp(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady, let text else {
      rest(&turn)
      return
    }
    state = .lookingUp
    let body =
      standing.device.wireText + #","session_id":""# + standing.session + #"","url":"#
      + text.quoted + "}"
    turn.ask(.clipboardLookup, body)
  }
}
