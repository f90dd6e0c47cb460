/// What one input brings forth, sorted into the contract's order at its end.
struct Turn: Sendable {
  /// A request that a feature wants made.
  struct Ask: Sendable {
    var purpose: Purpose
    var body: String
    /// Where it is fetched from, when it is none of the backend's.
    var address: String?
  }

  var changes = Changes()
  private(set) var logs: [Effect] = []
  /// Completions that run inside the call.
  private(set) var insides: [Effect] = []
  private(set) var returned: Effect?
  /// Completions, each behind the error that explains it.
  private(set) var completions: [Effect] = []
  private(set) var callbacks: [Effect] = []
  /// What messages do, and what is told of them, in one order with both.
  private(set) var staged: [Effect] = []
  private(set) var cancels: [Effect] = []
  private(set) var asks: [Ask] = []
  private(set) var questions: [Effect] = []
  /// The requests that shall be given up.
  private(set) var abandoned: [Purpose] = []

  var uuids: UUIDs
  /// Counts everything that needs an order or a name of its own.
  private(set) var serial: Int
  var level: LogLevel
  private var signals: [Signal] = []
  private var heard = 0

  init(uuids: UUIDs, serial: Int, level: LogLevel) {
    self.uuids = uuids
    self.serial = serial
    self.level = level
  }

  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  mutating func alarm(at due: Instant) -> Alarm { Alarm(due: due, serial: nextSerial()) }

  // MARK: - Signals

  mutating func signal(_ signal: Signal) { signals.append(signal) }

  mutating func nextSignal() -> Signal? {
    guard heard < signals.count else { return nil }
    heard += 1
    return signals[heard - 1]
  }

  // MARK: - Effects

  mutating func log(_ level: LogLevel, _ text: String) {
    if level >= self.level { logs.append(.log(level, text)) }
  }

  mutating func returns(_ answer: Answer, from call: String) {
    returned = .returned(call: call, answer)
  }

  mutating func complete(_ completion: Completion, with answer: Answer) {
    completions.append(.completion(call: completion.call, name: completion.name, answer))
  }

  /// Calls a completion before the member returns.
  mutating func completeInside(_ completion: Completion, with answer: Answer) {
    insides.append(.completion(call: completion.call, name: completion.name, answer))
  }

  /// Calls the app's delegate, if there is one that has the method.
  mutating func callback(_ callback: Callback, _ standing: Standing) {
    if let object = Self.hearer(of: callback, standing) {
      callbacks.append(.callback(object: object, callback))
    }
  }

  /// Calls an object of the app that is not the delegate.
  mutating func callback(_ callback: Callback, on object: AppObject) {
    callbacks.append(.callback(object: object.name, callback))
  }

  /// Reports an error ahead of the `nil` or `false` that it explains.
  mutating func explain(_ error: GrovsError, _ message: String, _ standing: Standing) {
    let callback = Callback.encounteredError(error, message: message)
    if let object = Self.hearer(of: callback, standing) {
      completions.append(.callback(object: object, callback))
    }
  }

  mutating func report(_ error: GrovsError, _ message: String, _ standing: Standing) {
    callback(.encounteredError(error, message: message), standing)
  }

  mutating func stage(_ effect: Effect) { staged.append(effect) }

  /// Reports an error where it stands among what messages do.
  mutating func stageReport(_ error: GrovsError, _ message: String, _ standing: Standing) {
    let callback = Callback.encounteredError(error, message: message)
    if let object = Self.hearer(of: callback, standing) {
      staged.append(.callback(object: object, callback))
    }
  }

  mutating func ask(_ purpose: Purpose, _ body: String) {
    asks.append(Ask(purpose: purpose, body: body))
  }

  /// Fetches what lies at an address.
  mutating func fetch(_ purpose: Purpose, _ address: String) {
    asks.append(Ask(purpose: purpose, body: "", address: address))
  }

  /// Asks the clipboard, and gives the question's id.
  mutating func question(_ question: ClipboardQuestion) -> String {
    let id = "a\(nextSerial())"
    questions.append(.clipboard(id: id, question))
    return id
  }

  /// The requests in the order of the endpoints, those of one endpoint as they were asked for.
  var orderedAsks: [Ask] {
    guard asks.count > 1 else { return asks }
    return asks.enumerated().sorted {
      let (left, right) = ($0.element.purpose.endpoint, $1.element.purpose.endpoint)
      return left == right ? $0.offset < $1.offset : left < right
    }.map(\.element)
  }

  mutating func abandon(_ purpose: Purpose) { abandoned.append(purpose) }

  mutating func cancelled(_ request: String) { cancels.append(.cancel(request: request)) }

  mutating func keep(_ key: String, _ value: String?) {
    changes.disk.append(Changes.Change(key: key, value: value))
  }

  mutating func keepSecret(_ key: String, _ value: String?) {
    changes.keychain.append(Changes.Change(key: key, value: value))
  }

  private static func hearer(of callback: Callback, _ standing: Standing) -> String? {
    guard let delegate = standing.delegate else { return nil }
    guard case .encounteredError = callback else { return delegate.name }
    return delegate.lacks.contains("grovsDidEncounterError") ? nil : delegate.name
  }
}

/// A closure of the app that waits for its answer.
struct Completion: Sendable {
  var call: String
  var name: String
}
