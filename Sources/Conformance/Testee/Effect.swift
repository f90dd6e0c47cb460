package import JSON

/// One thing that a testee did.
package enum Effect: Hashable, Sendable {
  /// A member has returned; `null` where it returns nothing.
  case returned(call: String, value: Value)
  /// A closure of the app ran; `with` is nil for one without an argument.
  case completion(call: String, name: String, with: Value?)
  /// A method of one of the app's objects ran.
  case callback(object: String, member: String, with: Object)
  case request(Request)
  case cancel(request: String)
  /// Any effect that the vocabulary declares: `load`, `show`, `prompt`, …; `id` when it waits.
  case other(kind: String, id: String?, name: String, with: Object)
  /// What was shown under this id is taken from the screen.
  case close(show: String)
  /// These keys are kept now, all of them or none; `null` removes one.
  case store(disk: Object?, keychain: Object?)
  case log(level: String, text: String)
  /// For the porter: shown with a failure, never judged, in no trace.
  case note(String)
  /// A member, input or value that is not built.
  case unsupported(what: String)
  /// An exception that nobody caught.
  case fault(message: String)

  /// A request handed to the transport.
  package struct Request: Hashable, Sendable {
    package var id: String
    package var method: String
    /// The whole address.
    package var url: String
    package var headers: [Header]
    package var body: Body

    package init(id: String, method: String, url: String, headers: [Header], body: Body) {
      self.id = id
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }
}

/// A timer that a testee waits for.
package struct Wake: Hashable, Sendable {
  /// Milliseconds of the run's time, rounded up.
  package var at: Int64
  package var name: String?

  package init(at: Int64, name: String? = nil) {
    self.at = at
    self.name = name
  }
}

/// All that followed from one input.
package struct Turn: Hashable, Sendable {
  package var effects: [Effect]
  /// The timers that are alive, in any order.
  package var timers: [Wake]

  package init(effects: [Effect] = [], timers: [Wake] = []) {
    self.effects = effects
    self.timers = timers
  }
}
