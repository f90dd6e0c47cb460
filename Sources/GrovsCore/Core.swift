import JSON

/// The SDK as a machine: one input in, its effects out, and no input or output of its own.
///
/// The same inputs always give the same effects. A copy goes on by itself.
///
/// ```swift
/// var core = Core()
/// let effects = core.handle(input)
/// let next = core.wake
/// ```
public struct Core: Sendable {
  /// A configuration that waits for the device's first unlock.
  struct Deferred: Sendable {
    var configuration: Configuration
    var completions: [Completion]
  }

  static let sessionBreak = Span.minutes(30)

  /// When the core wants a `tick`; `nil` for never.
  public private(set) var wake: Instant?

  var standing = Standing()
  var exchange = Exchange()
  /// Whether what earlier launches have kept cannot be read yet.
  var isLocked = true
  var deferred: Deferred?
  /// Whether the process is an extension, in which nothing but the images of pushes works.
  private(set) var isExtension = false
  private var backgroundSince: Instant?
  private var uuids = UUIDs(seed: 0)
  private var serial = 0
  private var level = LogLevel.error

  var projects = Projects()
  var authentication = Authentication()
  var lookups = Lookups()
  var payloads = Payloads()
  var taps = Taps()
  var opens = Opens()
  var visitor = Visitor()
  var screens = Screens()
  var events = Events()
  var links = Links()
  var purchases = Purchases()
  var clipboard = Clipboard()
  var images = Images()
  var inApp = InApp()

  public init() {}

  private var alarm: Alarm? {
    var first = exchange.alarm
    for alarm in [
      authentication.alarm, visitor.alarm, screens.aliases.alarm, events.queue.alarm, links.alarm,
      purchases.alarm, clipboard.alarm, inApp.alarm,
    ] {
      guard let alarm else { continue }
      first = first.map { min($0, alarm) } ?? alarm
    }
    return first
  }

  /// Takes one input and gives all that follows from it, in the order in which it is to be done.
  public mutating func handle(_ input: Input) -> [Effect] {
    if case .launch(let launch) = input.event { start(launch) }
    standing.now = input.now
    standing.wall = input.wall
    standing.isAuthenticating = authentication.isUnderWay
    var turn = Turn(uuids: uuids, serial: serial, level: level)
    take(input.event, &turn)
    settle(&turn)
    return finish(turn)
  }

  private mutating func start(_ launch: Launch) {
    self = Core()
    uuids = UUIDs(seed: launch.seed)
    standing.session = uuids.next()
    standing.chance = launch.chance.isFinite ? min(max(launch.chance, 0), 1) : 0
    standing.device = launch.device
    standing.isForeground = launch.place == .foreground
    isExtension = launch.place == .extension
  }

  private mutating func take(_ event: Input.Event, _ turn: inout Turn) {
    switch event {
    case .launch(let launch):
      if !standing.isForeground { backgroundSince = standing.now }
      load(launch.storage, &turn)
    case .call(let id, let call): take(call, id, &turn)
    case .reply(let id, let reply):
      guard let purpose = exchange.close(id) else { return }
      if case .image(let serial) = purpose {
        images.answer(serial, reply, &turn)
        return
      }
      if case .picture(let serial) = purpose {
        answerPicture(serial, reply, &turn)
        return
      }
      route(Outcome(reply, from: purpose.endpoint), to: purpose, &turn)
    case .fail(let id, _):
      guard let purpose = exchange.close(id) else { return }
      route(.transportFailure, to: purpose, &turn)
    case .answer(let question, let value):
      clipboard.answer(question, value, standing, &turn)
      answerInApp(question, value, &turn)
    case .user(let show, let act): inApp.take(act, on: show, world, standing, &turn)
    case .tick: fire(&turn)
    case .foreground(let storage): foreground(storage, &turn)
    case .background, .terminate: leaveForeground(&turn)
    case .unlock(let storage):
      load(storage, &turn)
      runDeferred(&turn)
    case .appear(let controller): screens.appear(controller, standing, &turn)
    case .device(let facts):
      standing.device.change(facts)
      inApp.deviceChanged(world, standing, &turn)
    case .closeWindow:
      standing.device.change(["window": .null])
      inApp.deviceChanged(world, standing, &turn)
    case .release(let object): release(object)
    }
  }

  // MARK: - Time

  private mutating func fire(_ turn: inout Turn) {
    guard let alarm, alarm.due <= standing.now else { return }
    if alarm == exchange.alarm {
      guard let open = exchange.close(expired: alarm) else { return }
      turn.cancelled(open.id)
      route(.transportFailure, to: open.purpose, &turn)
    } else if alarm == authentication.alarm {
      authentication.fire(standing, &turn)
    } else if alarm == visitor.alarm {
      visitor.fire(standing, &turn)
    } else if alarm == screens.aliases.alarm {
      screens.aliases.fire(standing, &turn)
    } else if alarm == links.alarm {
      links.fire(alarm, &turn)
    } else if alarm == purchases.alarm {
      purchases.fire(standing, &turn)
    } else if alarm == clipboard.alarm {
      clipboard.fire(standing, &turn)
    } else if alarm == inApp.alarm {
      fireInApp(alarm, &turn)
    } else {
      events.queue.fire(alarm, standing, &turn)
    }
  }

  private mutating func route(_ outcome: Outcome, to purpose: Purpose, _ turn: inout Turn) {
    switch purpose {
    case .authentication(let attempt):
      authentication.answer(attempt, outcome, standing, &turn)
    case .deviceLookup: lookups.answerDevice(outcome, standing, &turn)
    case .lookup(let serial): lookups.answer(serial, outcome, standing, &turn)
    case .visitor(let update): visitor.answer(update, outcome, standing, &turn)
    case .aliases(let update): screens.aliases.answer(update, outcome, standing, &turn)
    case .pushOpen(let report): opens.answer(report, outcome, &turn)
    case .events: events.queue.answer(outcome, standing, &turn)
    case .purchase(let number): purchases.answer(number, outcome, standing, &turn)
    case .clipboardStatus: clipboard.answerStatus(outcome, standing, &turn)
    case .clipboardLookup: clipboard.answerLookup(outcome, standing, &turn)
    case .linkCreation(let serial), .linkDetails(let serial):
      links.answer(serial, outcome, standing, &turn)
    case .image(let serial): images.answer(serial, nil, &turn)
    case .campaigns(let sync):
      inApp.answer(sync, outcome, visitor.identifier, world, standing, &turn)
    case .picture(let serial): answerPicture(serial, nil, &turn)
    }
  }

  // MARK: - The app's life

  private mutating func foreground(_ storage: Storage?, _ turn: inout Turn) {
    load(storage, &turn)
    standing.isForeground = true
    // The session comes first, so that what the foreground starts belongs to it.
    if let since = backgroundSince, standing.now - since > Self.sessionBreak {
      standing.session = turn.uuids.next()
      turn.signal(.session)
      settle(&turn)
    }
    backgroundSince = nil
    turn.signal(.foreground)
    runDeferred(&turn)
  }

  private mutating func leaveForeground(_ turn: inout Turn) {
    guard standing.isForeground else { return }
    standing.isForeground = false
    backgroundSince = standing.now
    turn.signal(.background)
  }

  private mutating func load(_ storage: Storage?, _ turn: inout Turn) {
    guard isLocked, let storage else { return }
    isLocked = false
    projects.load(storage)
    visitor.load(storage)
    opens.load(storage, isForeground: standing.isForeground, &turn)
    events.load(storage, &turn)
    purchases.load(storage, &turn)
    clipboard.load(storage)
    inApp.load(storage)
    standing.scheme = projects.scheme(of: nil)
  }

  private mutating func release(_ object: String) {
    if standing.delegate?.name.isSame(as: object) == true { standing.delegate = nil }
    if inApp.delegate?.name.isSame(as: object) == true { inApp.delegate = nil }
    if deferred?.configuration.delegate?.name.isSame(as: object) == true {
      deferred?.configuration.delegate = nil
    }
  }

  // MARK: - The turn's end

  private mutating func finish(_ turn: Turn) -> [Effect] {
    var turn = turn
    for purpose in turn.abandoned {
      if let id = exchange.close(purpose) { turn.cancelled(id) }
    }
    var effects: [Effect] = []
    if !turn.changes.isEmpty { effects.append(.store(turn.changes)) }
    effects += turn.logs
    effects += turn.insides
    if let returned = turn.returned { effects.append(returned) }
    effects += turn.cancels
    effects += turn.completions
    effects += turn.callbacks
    effects += turn.staged
    for ask in turn.orderedAsks {
      if let request = exchange.send(ask, standing, limit: turn.nextSerial()) {
        effects.append(.request(request))
      }
    }
    effects += turn.questions
    uuids = turn.uuids
    serial = turn.serial
    level = turn.level
    wake = alarm?.due
    return effects
  }
}
