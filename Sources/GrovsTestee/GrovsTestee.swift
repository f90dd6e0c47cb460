package import Conformance
import GrovsCore
import JSON

/// The SDK core as a kind of testee.
package let grovsTestee = TesteeKind(
  name: "grovs-core", sdk: "3.1.0",
  claims: [
    "configure", "logging", "consent", "visitor", "users", "deep-links", "clipboard", "payloads",
    "events", "screens", "reserved-names", "push", "links", "types", "revenue", "push-images",
    "errors", "deprecated", "in-app", "in-app-actions", "in-app-hold", "in-app-questions",
    "in-app-html", "in-app-test", "in-app-orientation", "in-app-debug",
  ],
  make: { GrovsTestee() }, makeExplaining: { ExplainingTestee() })

/// The SDK core in this process.
package final class GrovsTestee: CopyingTestee {
  private var core = Core()
  private var app = App()
  /// Kept because one run after the other tells of the same device.
  private var device = Device()

  package init() {}

  package func copy() -> any CopyingTestee {
    let copy = GrovsTestee()
    copy.core = core
    copy.app = app
    copy.device = device
    return copy
  }

  package func take(_ input: Conformance.Input) throws(TesteeError) -> Conformance.Turn {
    var turn = Turn()
    do throws(Unbuilt) {
      let event = try event(input.act)
      turn.effects = perform(event, input)
    } catch {
      turn.effects = [.unsupported(what: error.what)]
    }
    if let wake = core.wake { turn.timers = [Wake(at: wake.milliseconds)] }
    return turn
  }

  private func perform(_ event: GrovsCore.Input.Event, _ input: Conformance.Input)
    -> [Conformance.Effect]
  {
    let now = Instant(milliseconds: input.now)
    let wall = WallTime(milliseconds: input.wall)
    let effects = core.handle(GrovsCore.Input(now: now, wall: wall, event: event))
    guard app.hasCalls || effects.contains(where: { $0.question != nil }) else {
      return effects.map(\.conformance)
    }
    // What the app calls from inside is done once the turn's own effects are done.
    var turn = Outcome(effects)
    var next = 0
    while next < turn.effects.count {
      for call in app.calls(from: turn.effects[next]) {
        do throws(Unbuilt) {
          let event = GrovsCore.Input.Event.call(
            id: call.id, try app.call(call.member, call.with, id: call.id))
          turn.add(core.handle(GrovsCore.Input(now: now, wall: wall, event: event)))
        } catch {
          return turn.all.map(\.conformance) + [.unsupported(what: error.what)]
        }
      }
      if let question = turn.effects[next].question {
        let answer = app.answer(of: question.object, to: question.member)
        turn.add(
          core.handle(
            GrovsCore.Input(now: now, wall: wall, event: .answer(to: question.id, answer))))
      }
      next += 1
    }
    return turn.all.map(\.conformance)
  }

  private func event(_ act: Conformance.Input.Act) throws(Unbuilt) -> GrovsCore.Input.Event {
    switch act {
    case .launch(let launch):
      app = App()
      return try .launch(core(launch))
    case .call(let id, let member, let with):
      return .call(id: id, try app.call(member, with, id: id))
    case .reply(let request, let response):
      return .reply(request: request, GrovsCore.Reply(response))
    case .fail(let request, let failure):
      return .fail(request: request, GrovsCore.Failure(failure))
    case .tick: return .tick
    case .app(let to, let with): return try appEvent(to, with)
    case .device(let facts): return .device(facts)
    case .release(let object): return .release(object: object)
    case .user(let show, let act, let with):
      return .user(show: show, try UserAct(act, with))
    case .answer(let to, let with): return .answer(to: to, with)
    }
  }

  private func core(_ launch: Conformance.Input.Launch) throws(Unbuilt) -> GrovsCore.Launch {
    guard let place = GrovsCore.Launch.Place(rawValue: launch.app) else {
      throw Unbuilt("launch in \(launch.app)")
    }
    if device.facts != launch.device { device = Device(launch.device) }
    return GrovsCore.Launch(
      place: place, chance: launch.chance, seed: launch.seed,
      storage: launch.storage.map { GrovsCore.Storage(disk: $0.disk, keychain: $0.keychain) },
      device: device)
  }

  private func appEvent(_ to: String, _ with: Object) throws(Unbuilt)
    -> GrovsCore.Input.Event
  {
    let storage = with["storage"]?.object.map {
      GrovsCore.Storage(
        disk: $0["disk"]?.object ?? Object(), keychain: $0["keychain"]?.object ?? Object())
    }
    switch to {
    case "foreground": return .foreground(storage: storage)
    case "background": return .background
    case "terminate": return .terminate
    case "unlock": return .unlock(storage: storage)
    case "close_window": return .closeWindow
    case "appear": return .appear(try controller(with))
    default: throw Unbuilt("app \(to)")
    }
  }
}

extension GrovsTestee {
  private func controller(_ with: Object) throws(Unbuilt) -> Controller {
    let arguments = Arguments(call: "", member: "app: appear", with: with)
    let ownName: Controller.OwnName =
      with["grovsScreenName"] == nil ? .none : .given(try arguments.optionalText("grovsScreenName"))
    return Controller(
      className: try arguments.text("class"), ownName: ownName,
      isTracked: with["tracked"]?.bool ?? false)
  }
}

/// A member, an input or a value that the core has not.
struct Unbuilt: Error {
  var what: String

  init(_ what: String) { self.what = what }
}

/// What followed from one input with the calls that the app made from inside.
private struct Outcome {
  private(set) var effects: [GrovsCore.Effect] = []
  private var changes: Changes?

  init(_ effects: [GrovsCore.Effect]) { add(effects) }

  /// All that is kept is one store, ahead of everything.
  var all: [GrovsCore.Effect] { (changes.map { [.store($0)] } ?? []) + effects }

  mutating func add(_ more: [GrovsCore.Effect]) {
    guard case .store(let kept)? = more.first else {
      effects += more
      return
    }
    effects += more.dropFirst()
    if changes == nil {
      changes = kept
    } else {
      changes?.disk += kept.disk
      changes?.keychain += kept.keychain
    }
  }
}
