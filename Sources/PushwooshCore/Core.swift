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
  /// When the core wants a `tick`; `nil` for never.
  public var wake: Instant? { purchases.wake }

  private var standing = Standing()
  private var serial = 0

  private var routing = Routing()
  private var purchases = Purchases()
  private var geozones = Geozones()
  private var richMedia = RichMediaManager()
  private var video = ContentExtension()
  private var authorization = Authorization()

  public init() {}

  /// Takes one input and gives all that follows from it, in the order in which it is to be done.
  public mutating func handle(_ input: Input) -> [Effect] {
    if case .launch(let launch) = input.event { self = Core(launch) }
    standing.now = input.now
    var turn = Turn(serial: serial)
    take(input.event, &turn)
    serial = turn.serial
    return turn.effects
  }

  private init(_ launch: Launch) {
    standing.isForeground = launch.place == .foreground
    standing.device = launch.device
  }

  private mutating func take(_ event: Input.Event, _ turn: inout Turn) {
    switch event {
    case .launch(let launch):
      routing.isReady = standing.isForeground
      purchases.launch(launch.storage, standing, &turn)
    case .call(let id, let call): take(call, id, &turn)
    case .reply(let request, let status): purchases.answer(request, status: status, &turn)
    case .fail(let request): purchases.answer(request, status: nil, &turn)
    case .answer(let question, let value): answer(question, value, &turn)
    case .closed(let show): richMedia.close(show, standing, &turn)
    case .tick: purchases.fire(standing, &turn)
    case .foreground(let storage):
      standing.isForeground = true
      routing.foreground(standing, &turn)
      purchases.foreground(storage, standing, &turn)
      geozones.foreground(standing, &turn)
    case .background:
      standing.isForeground = false
      geozones.background(standing, &turn)
    // The delegate is held strongly, so that the app's own reference does not matter.
    case .terminate, .videoEnded, .release: break
    case .unlock(let storage): purchases.load(storage, standing, &turn)
    case .push(let event, let push): take(push, event, &turn)
    case .transactions(let transactions):
      purchases.observe(transactions, standing, &turn)
    case .triggers(let pages): richMedia.trigger(pages, standing, &turn)
    case .device(let facts): standing.device.change(facts)
    }
  }

  private mutating func take(_ push: Push, _ event: Push.Event, _ turn: inout Turn) {
    switch event {
    case .arrives: Sounds.play(push, standing, &turn)
    case .tapped: routing.tap(push, standing, &turn)
    case .dismissed: break
    }
  }

  // An answer to a question that nobody asked, or that was answered before, does nothing.
  private mutating func answer(_ question: String, _ value: Value, _ turn: inout Turn) {
    routing.answer(question, value, &turn)
    geozones.answer(question, value, &standing, &turn)
    richMedia.answer(question, value, standing, &turn)
    authorization.answer(question, value, &standing, &turn)
  }

  private mutating func take(_ call: Call, _ id: String, _ turn: inout Turn) {
    switch call {
    case .applicationOpen(let url):
      turn.returns(.bool(Handlers.applicationOpens(url, &turn)), from: id)
    case .sceneOpen(let urls):
      Handlers.sceneOpens(urls, &turn)
      turn.returns(.nothing, from: id)
    case .applicationContinue(let activity):
      turn.returns(.bool(Handlers.continues(activity, &turn)), from: id)
    case .sceneContinue(let activity):
      _ = Handlers.continues(activity, &turn)
      turn.returns(.nothing, from: id)
    case .sendTransactions(let transactions):
      turn.returns(.nothing, from: id)
      purchases.report(transactions, standing, &turn)
    case .startLocationTracking:
      turn.returns(.nothing, from: id)
      geozones.start(standing, &turn)
    case .setRichMediaDelegate, .richMediaDelegate, .useQueue, .askQueue, .presentRichMedia:
      take(richMedia: call, id, &turn)
    case .notificationReceived(let attachments):
      turn.returns(.nothing, from: id)
      video.receive(attachments, &turn)
    case .setAuthorizationOptions(let options):
      authorization.options = options
      turn.returns(.nothing, from: id)
    case .authorizationOptions: turn.returns(.texts(authorization.options), from: id)
    case .registerForPushNotifications:
      turn.returns(.nothing, from: id)
      authorization.register(standing, &turn)
    }
  }

  private mutating func take(richMedia call: Call, _ id: String, _ turn: inout Turn) {
    switch call {
    case .setRichMediaDelegate(let delegate):
      turn.returns(.nothing, from: id)
      richMedia.setDelegate(delegate.map { .app($0) }, standing, &turn)
    case .richMediaDelegate: turn.returns(.object(richMedia.delegate?.name), from: id)
    case .useQueue(let name):
      turn.returns(.nothing, from: id)
      richMedia.setDelegate(.queue(name, RichMediaQueue()), standing, &turn)
    case .askQueue(let page): turn.returns(.bool(richMedia.askQueue(page)), from: id)
    case .presentRichMedia(let page):
      turn.returns(.nothing, from: id)
      richMedia.present(page, standing, &turn)
    default: break
    }
  }
}
