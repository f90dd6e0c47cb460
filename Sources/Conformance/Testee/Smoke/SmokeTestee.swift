import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A testee that also answers the members of `conformance smoke`; all else goes to the one inside.
///
/// They show the manners of what stands around an SDK: lines, values, storage, network, timers.
/// Of an SDK that is a value they show nothing; its rules do that.
package final class SmokeTestee: Testee {
  private let testee: any Testee
  private let print: (String) -> Void
  private var desk = Desk()
  /// Timers of the testee inside, as it last named them.
  private var inner: [Wake] = []

  /// `print`: how careless code writes a text to the standard output.
  package init(_ testee: any Testee, print: @escaping (String) -> Void = SmokeTestee.print) {
    self.testee = testee
    self.print = print
  }

  /// Writes to stdout without a thought, and at once.
  package static func print(_ text: String) {
    Swift.print(text)
    fflush(nil)
  }

  package func lateness(after input: Input) -> TesteeError? { testee.lateness(after: input) }

  package func take(_ input: Input) throws(TesteeError) -> Turn {
    switch input.act {
    case .launch(let launch): desk = Desk(disk: launch.storage?.disk ?? Object())
    case .call(let id, let member, let with) where member.utf8.starts(with: "smoke.".utf8):
      return turn(call(id, member, with, now: input.now))
    case .reply(let request, let response):
      if let open = desk.take(request: request) { return turn([open.answered(by: response)]) }
    case .fail(let request, _):
      if let open = desk.take(request: request) { return turn([open.completion(with: .null)]) }
    case .app(_, let with):
      if let disk = with["storage"]?["disk"]?.object { desk.disk = disk }
    case .release(let object): desk.objects.removeAll { $0.name.isSame(as: object) }
    default: break
    }
    let due = desk.takeTimers(due: input.now).map { $0.closure.completion(with: nil) }
    let turn = try testee.take(input)
    inner = turn.timers
    return self.turn(turn.effects + due)
  }

  private func turn(_ effects: [Effect]) -> Turn {
    Turn(effects: effects, timers: inner + desk.timers.map { Wake(at: $0.at, name: "smoke.wait") })
  }

  private func call(_ id: String, _ member: String, _ with: Object, now: Int64) -> [Effect] {
    let closure = Desk.Closure(call: id, name: with["completion"]?["$closure"]?.string)
    let done = Effect.returned(call: id, value: .null)
    switch member {
    case "smoke.echo": return [.returned(call: id, value: with["value"] ?? .null)]
    case "smoke.object":
      guard let object = desk.object(with["object"]) else { return [.unsupported(what: member)] }
      return [
        .callback(object: object.name, member: "ping", with: ["value": with["value"] ?? .null]),
        .returned(call: id, value: object.answers["ping"] ?? .null),
      ]
    case "smoke.alive": return [.returned(call: id, value: .bool(desk.weak.object != nil))]
    case "smoke.send":
      return [.request(desk.open(closure, sending: with["value"] ?? .null)), done]
    case "smoke.keep":
      let text = (with["value"] ?? .null).canonicalText
      let changes = [with["key"]?.string ?? "": .string(text)] as Object
      for pair in changes { desk.disk[pair.key] = pair.value }
      return [.store(disk: changes, keychain: nil), done]
    case "smoke.kept":
      let text = with["key"]?.string.flatMap { desk.disk[$0]?.string }
      return [.returned(call: id, value: text.flatMap { try? Value(json: $0) } ?? .null)]
    case "smoke.wait":
      let delay = max(0, with["milliseconds"]?.number?.double ?? 0)
      let at = now + Int64(delay.rounded(.up))
      guard at > now else { return [done, closure.completion(with: nil)] }
      desk.timers.append(Desk.Timer(at: at, closure: closure))
      return [done]
    // A step function has no continuations: what follows, follows in its turn.
    case "smoke.chain": return [done, closure.completion(with: nil)]
    case "smoke.throw": return [.fault(message: "smoke.throw was called")]
    case "smoke.print":
      print(with["text"]?.string ?? "")
      return [done]
    default: return [.unsupported(what: member)]
    }
  }
}

/// What the members of `conformance smoke` hold in one launch.
private struct Desk {
  var disk = Object()
  var timers: [Timer] = []
  /// The app's objects, as long as the app holds them.
  var objects: [AppObject] = []
  /// The last of them that a call has named.
  var weak = WeakReference()
  private var requests: [(id: String, closure: Closure)] = []
  private var sent = 0

  struct Timer {
    var at: Int64
    var closure: Closure
  }

  /// A closure of the app; calls without one have nothing to complete.
  struct Closure {
    var call: String
    var name: String?

    func completion(with value: Value?) -> Effect {
      guard let name else { return .note("there is no closure to complete") }
      return .completion(call: call, name: name, with: value)
    }

    /// The completion with the value that the reply's body holds.
    func answered(by response: Response) -> Effect {
      guard case .text(let text) = response.body else { return completion(with: .null) }
      return completion(with: (try? Value(json: text))?["value"] ?? .null)
    }
  }

  init(disk: Object = Object()) { self.disk = disk }

  /// The object that a value names, described anew.
  mutating func object(_ value: Value?) -> AppObject? {
    guard let name = value?["$object"]?.string else { return nil }
    let object = objects.first { $0.name.isSame(as: name) } ?? AppObject(name)
    if !objects.contains(where: { $0 === object }) { objects.append(object) }
    object.answers = value?["returns"]?.object ?? Object()
    weak.object = object
    return object
  }

  mutating func open(_ closure: Closure, sending value: Value) -> Effect.Request {
    sent += 1
    let id = "r.smoke.\(sent)"
    requests.append((id, closure))
    return Effect.Request(
      id: id, method: "POST", url: "https://smoke.test/echo",
      headers: [Header(name: "content-type", value: "application/json")],
      body: .text(Value.object(["value": value]).canonicalText))
  }

  mutating func take(request: String) -> Closure? {
    guard let place = requests.firstIndex(where: { $0.id.isSame(as: request) }) else { return nil }
    return requests.remove(at: place).closure
  }

  /// Takes the timers that are due, by their instants, and of one instant as they were set.
  mutating func takeTimers(due now: Int64) -> [Timer] {
    let due = timers.enumerated().filter { $0.element.at <= now }
    timers.removeAll { $0.at <= now }
    return due.sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}

private final class AppObject {
  let name: String
  /// What its methods answer.
  var answers = Object()

  init(_ name: String) { self.name = name }
}

private struct WeakReference {
  weak var object: AppObject?
}
