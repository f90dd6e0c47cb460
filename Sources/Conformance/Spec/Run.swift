package import JSON
package import YAML

/// One run of a scenario: every name filled in, every `do`, `each` and `for` unrolled.
package struct Run: Sendable {
  /// The scenario's name, filled in; distinct within a file.
  package var name: String
  /// The rule that it shows.
  package var rule: String
  /// The path of the spec file, as given.
  package var file: String
  /// Where the scenario stands.
  package var mark: Mark
  /// The capabilities it needs, without those they rest on.
  package var needs: CapabilitySet
  /// The capabilities that are judged: needs and all they rest on, or everything.
  package var judged: CapabilitySet
  package var judge: Judging
  /// Log levels that are judged though no step names them.
  package var observed: Set<LogLevel>
  package var ignores: [Ignore]
  /// The values of `chance` that the run is repeated with.
  package var chances: [Double]
  package var acts: [ActStep]
  /// The start that the run begins on, if its first step is one that launches.
  package var start: StartUse?
  /// Hash of the run's inputs, with everything filled in: what makes a recording stale.
  package var inputsHash: String
  /// Hash of the run's whole steps: what tells that it must be sharpened again.
  package var stepsHash: String

  package enum Judging: Hashable, Sendable {
    case pass
    case open(because: String)
  }

  /// Where a run leaves the start it begins on.
  package struct StartUse: Hashable, Sendable {
    package var name: String
    /// How many acts of the run belong to it.
    package var acts: Int
    /// Hash of the start's inputs, with everything filled in.
    package var inputsHash: String
  }
}

/// A level of the SDK's log.
package enum LogLevel: String, Hashable, Sendable, CaseIterable {
  case error, warn, info
}

/// Requests that a scenario answers and forgets.
package struct Ignore: Sendable {
  package var name: String
  package var mark: Mark
  package var capability: CapabilitySet
  package var request: RequestPattern
  package var reply: Reply
  package var because: String
}

/// What the world does, with all that the SDK shall do before the next act.
package struct ActStep: Sendable {
  package var mark: Mark
  package var act: Act
  /// The name of the act for `completion` and instants.
  package var label: String?
  package var because: String?
  package var groups: [Group]
  /// The name of the start that holds this act, if one does.
  package var start: String?

  /// Steps that stand together.
  package enum Group: Sendable {
    case one(Expectation)
    /// In any order, all before the step below.
    case unordered([Expectation], Mark)
    /// In this very order, also across lanes.
    case sequence([Expectation], Mark)
  }

  package indirect enum Act: Sendable {
    /// `closures`: the names of the closures that the member is given.
    case call(member: String, with: Supply, returns: Pattern?, closures: [String])
    case set(property: String, to: Supply)
    case get(property: String, returns: Pattern)
    case reply(to: String, Reply)
    /// `quiet` forbids that an SDK step stands under it.
    case advance(milliseconds: Int64, quiet: Bool)
    case app(to: String, with: Supply)
    case user(act: String, with: Supply)
    /// `clock` moves the wall clock; `with` holds the other keys.
    case device(with: Supply, clock: InstantName?)
  }
}

/// One step that says what the SDK did.
///
/// An object, so that the runs of a table and of a start share it.
package final class Expectation: Sendable {
  package let mark: Mark
  package let kind: Kind
  /// Milliseconds since the step above happened; nil for any moment of the act.
  package let after: ClosedRange<Int64>?
  package let label: String?
  package let reply: Reply?
  package let because: String?
  /// The capability that the effect belongs to.
  package let capability: CapabilitySet
  /// Whether a start holds the step: then it is passed over where its capability is not judged.
  package let start: String?

  package init(
    mark: Mark, kind: Kind, after: ClosedRange<Int64>? = nil, label: String? = nil,
    reply: Reply? = nil, because: String? = nil, capability: CapabilitySet, start: String? = nil
  ) {
    self.mark = mark
    self.kind = kind
    self.after = after
    self.label = label
    self.reply = reply
    self.because = because
    self.capability = capability
    self.start = start
  }

  /// The same step, of another capability.
  package func with(_ capability: CapabilitySet) -> Expectation {
    if capability == self.capability { return self }
    return Expectation(
      mark: mark, kind: kind, after: after, label: label, reply: reply, because: because,
      capability: capability, start: start)
  }

  package enum Kind: Sendable {
    case request(RequestPattern)
    case cancel(request: String)
    /// `with` is a closed pattern of all the arguments.
    case callback(member: String, with: Pattern, on: String?)
    /// `call` is a label or a member; `with` is nil where the completion carries nothing.
    case completion(call: String, with: Pattern?)
    case log(LogLevel, text: Pattern?)
    /// An effect of the vocabulary; `with` is a closed pattern.
    case other(kind: String, name: String, with: Pattern)
  }
}

/// What a request must look like.
package struct RequestPattern: Sendable {
  package var method: String
  /// The whole address.
  package var url: String
  /// The endpoint, such as `/authenticate`, or the whole address.
  package var name: String
  /// Names in lower case, sorted; closed.
  package var headers: [(name: String, value: Pattern)]
  package var body: Pattern?
  /// Keys at and under which null and a missing key differ.
  package var exact: [String]
  /// Whether the step itself gave a body, or the vocabulary's default stands.
  package var ownBody: Bool
}

/// What the world answers.
package enum Reply: Sendable {
  /// A network's answer; `text` is `nil` where the body is JSON with instants to fill in.
  case response(status: Int, headers: [Header], ReplyBody)
  case fails(Input.Failure)
  /// The answer to an ask.
  case answer(Supply)

  package enum ReplyBody: Sendable {
    case none
    case json(Supply)
    case text(String)
    case bytes([UInt8])
  }
}

/// A value that a spec gives; `{ $time: I }` in it is filled in when it is used.
package struct Supply: Hashable, Sendable {
  package var value: Value
  /// Whether it holds instants that have still to be filled in.
  package var timed: Bool

  package init(_ value: Value, timed: Bool = false) {
    self.value = value
    self.timed = timed
  }
}

/// An instant by its name: `now`, `start` or a label, and a distance from it.
package struct InstantName: Hashable, Sendable {
  package var base: Base
  /// Milliseconds, negative for earlier.
  package var offset: Int64

  package enum Base: Hashable, Sendable {
    case now
    case start
    case label(String)
  }

  package init(base: Base, offset: Int64 = 0) {
    self.base = base
    self.offset = offset
  }
}
