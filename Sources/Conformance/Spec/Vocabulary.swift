package import JSON
package import YAML

/// What the runner knows of an SDK: every member, endpoint, callback and effect, with defaults.
///
/// Dictionaries here are looked up and never iterated, so that nothing depends on their order.
package struct Vocabulary: Sendable {
  /// What stands in front of every path, such as `https://sdk.sqd.link/api/v1/sdk`.
  package var base: String
  package var capabilities: [Capability]
  package var members: [String: Member]
  package var properties: [String: Property]
  package var callbacks: [String: Callback]
  /// By path, such as `/authenticate`.
  package var endpoints: [String: Endpoint]
  package var effects: [String: EffectKind]
  /// Acts of the app beside `launch`, `kill` and the like: by name, their arguments.
  package var app: [String: [Argument]]
  package var user: [String: [Argument]]
  package var device: [Argument]
  /// What a launch tells of the device when a spec does not: each device key with its default.
  package var deviceDefaults: Object
  /// Shapes by name, not yet read as patterns.
  package var shapes: [String: Node]
  /// What `run --vary` leaves as it is.
  package var vary: Vary
  /// The names of members, then those of properties, in the file's order.
  package var memberNames: [String] = []
  package var propertyNames: [String] = []

  package struct Capability: Sendable {
    package var name: String
    /// One sentence.
    package var says: String
    /// What it rests on, directly.
    package var on: CapabilitySet
    /// Itself and all it rests on.
    package var closure: CapabilitySet
  }

  package struct Member: Sendable {
    package var name: String
    package var capability: CapabilitySet
    package var arguments: [Argument]
    /// Nil when it returns nothing.
    package var returns: ValueType?
    /// Nil when it has no completion; `.nothing` for one without an argument.
    package var completion: Completion?
    /// The names of the closures that it takes beside its completion.
    package var closures: [String]
    /// Whether its completion and callbacks may come before it returns.
    package var inside: Bool

    /// The argument's name of every completion.
    package static let completionName = "completion"

    /// The names of all the closures that it takes.
    package var allClosures: [String] {
      (completion == nil ? [] : [Self.completionName]) + closures
    }
  }

  package enum Completion: Sendable {
    case nothing
    case value(ValueType)
  }

  package struct Property: Sendable {
    package var name: String
    package var capability: CapabilitySet
    package var type: ValueType
  }

  package struct Callback: Sendable {
    package var name: String
    package var capability: CapabilitySet
    package var arguments: [Argument]
    /// What its method answers, if anything.
    package var reply: ValueType?
  }

  package struct Endpoint: Sendable {
    package var capability: CapabilitySet
    /// The standing expectation: method, address, headers, body (nil: a step must say one).
    package var standing: RequestPattern
    /// The standing reply.
    package var reply: Reply?
  }

  package struct EffectKind: Sendable {
    package var kind: String
    package var capability: CapabilitySet
    package var arguments: [Argument]
    /// What its answer is; nil when it waits for none.
    package var reply: ValueType?
    /// Names with their own answers; empty when any name goes.
    package var names: [String: ValueType?]
    /// Their capabilities, where they differ from the kind's.
    package var nameCapabilities: [String: CapabilitySet]
    /// The standing answer when the effect is not judged.
    package var standingReply: Supply?
    /// The same by name, where a name has its own.
    package var nameReplies: [String: Supply]
  }

  package struct Argument: Sendable {
    package var name: String
    package var type: ValueType
    /// The pattern that is judged when a spec leaves the argument out; nil when it must be given.
    package var standing: Pattern?
  }

  /// Texts that mean something to the SDK or its backend, so that no other may stand for them.
  package struct Vary: Sendable {
    /// Words, each as the texts between its stars.
    package var keep: [[String]]
    /// Keys; every text below one of them is kept.
    package var under: [String]
  }

  /// A type of the vocabulary.
  package struct ValueType: Sendable {
    package var base: Base
    /// May be null or left out.
    package var optional: Bool

    package enum Base: Sendable {
      case string, bool, int, uint64, number, date, data, map, list, object, any
      case oneOf([String])
    }
  }

  /// The capabilities given and all that they rest on.
  package func closure(of needs: CapabilitySet) -> CapabilitySet {
    var all = CapabilitySet()
    for (index, capability) in capabilities.enumerated()
    where needs.contains(CapabilitySet(index: index)) {
      all.formUnion(capability.closure)
    }
    return all
  }

  /// The set of one capability by its name, or nil.
  package func capability(named name: String) -> CapabilitySet? {
    capabilities.firstIndex { $0.name.isSame(as: name) }.map { CapabilitySet(index: $0) }
  }

  /// The names in a set, in the vocabulary's order.
  package func names(of set: CapabilitySet) -> [String] {
    capabilities.indices.filter { set.contains(CapabilitySet(index: $0)) }.map {
      capabilities[$0].name
    }
  }

  /// The endpoint that a request goes to, at the vocabulary's host or at any other with its path.
  package func endpoint(of url: String) -> Endpoint? {
    if url.utf8.starts(with: base.utf8) {
      return endpoints[String(url.utf8.dropFirst(base.utf8.count)) ?? ""]
    }
    guard let path = url.pathOfAddress, let own = base.pathOfAddress,
      path.utf8.starts(with: own.utf8)
    else { return nil }
    return endpoints[String(path.utf8.dropFirst(own.utf8.count)) ?? ""]
  }
}

extension String {
  /// What stands behind scheme and host, or nil where this is no address.
  fileprivate var pathOfAddress: Substring? {
    let slash = UInt8(ascii: "/")
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")),
      utf8[colon...].dropFirst().starts(with: [slash, slash])
    else { return nil }
    return Substring(utf8[utf8.index(colon, offsetBy: 3)...].drop { $0 != slash })
  }
}
