package import Conformance
import JSON
import PushwooshCore

/// The SDK core as a kind of testee.
package let pushwooshTestee = TesteeKind(
  name: "pushwoosh-core", sdk: "7.0.15",
  claims: [
    "pushwoosh-links", "pushwoosh-universal-links", "pushwoosh-purchases", "pushwoosh-geozones",
    "pushwoosh-rich-media", "pushwoosh-video", "pushwoosh-sound", "pushwoosh-provisional",
  ],
  make: { PushwooshTestee() })

/// The SDK core in this process.
package final class PushwooshTestee: CopyingTestee {
  private var core = Core()

  package init() {}

  package func copy() -> any CopyingTestee {
    let copy = PushwooshTestee()
    copy.core = core
    return copy
  }

  package func take(_ input: Conformance.Input) throws(TesteeError) -> Conformance.Turn {
    var turn = Turn()
    do throws(Unbuilt) {
      let event = try event(input.act)
      let now = Instant(milliseconds: input.now)
      turn.effects = core.handle(PushwooshCore.Input(now: now, event: event)).map(\.conformance)
    } catch {
      turn.effects = [.unsupported(what: error.what)]
    }
    if let wake = core.wake { turn.timers = [Wake(at: wake.milliseconds)] }
    return turn
  }

  private func event(_ act: Conformance.Input.Act) throws(Unbuilt) -> PushwooshCore.Input.Event {
    switch act {
    case .launch(let launch):
      guard let place = PushwooshCore.Launch.Place(rawValue: launch.app) else {
        throw Unbuilt("launch in \(launch.app)")
      }
      return .launch(
        PushwooshCore.Launch(
          place: place, storage: launch.storage?.disk, device: Device(launch.device)))
    case .call(let id, let member, let with):
      return .call(id: id, try Call(member, Arguments(member, with)))
    case .reply(let request, let response):
      return .reply(request: request, status: response.status)
    case .fail(let request, _): return .fail(request: request)
    case .tick: return .tick
    case .app(let to, let with): return try .init(app: to, Arguments("app: \(to)", with))
    case .device(let facts): return .device(facts)
    case .user(let show, "close", _): return .closed(show: show)
    case .user(_, let act, _): throw Unbuilt("user: \(act)")
    case .answer(let to, let with): return .answer(to: to, with)
    case .release(let object): return .release(object: object)
    }
  }
}

extension PushwooshCore.Input.Event {
  fileprivate init(app: String, _ arguments: Arguments) throws(Unbuilt) {
    let storage = arguments.with["storage"]?["disk"]?.object
    switch app {
    case "foreground": self = .foreground(storage: storage)
    case "background": self = .background
    case "terminate": self = .terminate
    case "unlock": self = .unlock(storage: storage)
    case "push_arrives": self = .push(.arrives, try arguments.push)
    case "push_tapped": self = .push(.tapped, try arguments.push)
    case "push_dismissed": self = .push(.dismissed, try arguments.push)
    case "payment_queue": self = .transactions(try arguments.transactions)
    case "trigger": self = .triggers(try arguments.texts("pages"))
    case "video_ends": self = .videoEnded
    default: throw Unbuilt("app: \(app)")
    }
  }
}

/// A member, an input or a value that the core has not.
struct Unbuilt: Error {
  var what: String

  init(_ what: String) { self.what = what }
}
