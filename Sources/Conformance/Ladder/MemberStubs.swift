import JSON

/// The members of some capabilities, as stubs in the language of a port.
///
/// For Python and Node they are a whole port, which runs on the adapter of that language.
package struct MemberStubs {
  /// What stubs can be written in.
  package enum Language: String, CaseIterable, Sendable {
    case python, node, kotlin, text

    /// The language of a name; `javascript` is node's.
    package init?(name: String) {
      self.init(rawValue: name == "javascript" ? Self.node.rawValue : name)
    }

    fileprivate var comment: String {
      switch self {
      case .python, .text: "#"
      case .node, .kotlin: "//"
      }
    }
  }

  let vocabulary: Vocabulary
  let suite: String
  let claims: CapabilitySet
  let language: Language

  /// `suite`: its name, as in `hello`; `claims`: capabilities, to which those they rest on are added.
  package init(
    _ vocabulary: Vocabulary, suite: String, claims: CapabilitySet, _ language: Language
  ) {
    self.vocabulary = vocabulary
    self.suite = suite
    self.claims = vocabulary.closure(of: claims)
    self.language = language
  }

  package var lines: [String] {
    switch language {
    case .python: pythonPort
    case .node: nodePort
    case .kotlin:
      head + ["", "class Port {"] + body("    ") + ["}", "", "val members = mapOf("]
        + members.map { "    \(quoted($0.name)) to Port::\($0.identifier)," } + [")"]
    case .text: head + [""] + body("")
    }
  }

  /// What is written, and how to read it.
  var head: [String] {
    [
      "\(mark) The members of \(claimed.joined(separator: ", ")).",
      "\(mark) A ? marks what may be left out or null; what is left out has the SDK's own default.",
    ]
  }

  /// The names of all that is claimed.
  var claimed: [String] { vocabulary.names(of: claims) }

  /// What the app may do to the SDK, each with its arguments.
  var appActs: String {
    let named = vocabulary.app.keys.filter { !Self.unseenActs.contains($0) }
    let acts =
      Self.standingActs
      + named.filter { !Self.standingActs.contains($0) }
      .sorted { $0.precedes($1) }
    return acts.map { act in
      let arguments = vocabulary.app[act] ?? []
      return "\(act)(\(arguments.map { "\($0.name): \($0.type.written)" }.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }

  private static let standingActs = ["foreground", "background", "terminate", "unlock"]
  // They have lines of their own, or none.
  private static let unseenActs = ["launch", "kill", "reinstall", "release"]

  var mark: String { language.comment }

  /// A member or a property that has a stub.
  struct Stub {
    var name: String
    var identifier: String
    var kind: Kind

    enum Kind {
      case member(Vocabulary.Member)
      case property(Vocabulary.Property)
    }

    var isProperty: Bool {
      if case .property = kind { true } else { false }
    }
  }

  var members: [Stub] { capabilities.flatMap { stubs(of: $0) } }

  private var capabilities: [Int] {
    vocabulary.capabilities.indices.filter { claims.contains(CapabilitySet(index: $0)) }
  }

  /// Those of one capability, in the vocabulary's order.
  private func stubs(of capability: Int) -> [Stub] {
    let set = CapabilitySet(index: capability)
    let members = vocabulary.memberNames.compactMap { vocabulary.members[$0] }
      .filter { $0.capability == set }
      .map { Stub(name: $0.name, identifier: $0.name.identifier, kind: .member($0)) }
    let properties = vocabulary.propertyNames.compactMap { vocabulary.properties[$0] }
      .filter { $0.capability == set }
      .map { Stub(name: $0.name, identifier: $0.name.identifier, kind: .property($0)) }
    return members + properties
  }

  func body(_ indent: String) -> [String] {
    var lines: [String] = []
    for index in capabilities {
      let capability = vocabulary.capabilities[index]
      let stubs = stubs(of: index)
      let below = vocabulary.names(of: capability.on).joined(separator: ", ")
      let rests = below.isEmpty ? "" : " Rests on \(below)."
      let none = stubs.isEmpty ? " It has no members of its own." : ""
      lines.append(contentsOf: [
        "", "\(mark) \(capability.name): \(capability.says)\(rests)\(none)",
      ])
      for stub in stubs {
        if language != .text { lines.append("") }
        lines += text(of: stub)
      }
    }
    // A class or an object begins with its first line.
    return Array(lines.dropFirst()).map { $0.isEmpty ? "" : indent + $0 }
  }

  private func text(of stub: Stub) -> [String] {
    let signature: String =
      switch stub.kind {
      case .member(let member): member.signature
      case .property(let property): property.signature + ", a property: set with newValue, or read"
      }
    guard language != .text else { return [signature] }
    return ["\(mark) \(signature)"] + code(of: stub)
  }

  // MARK: - Code

  private func code(of stub: Stub) -> [String] {
    let (id, name) = (stub.identifier, quoted(stub.name))
    switch (language, stub.kind) {
    case (.python, _): return python(stub)
    case (.node, _): return node(stub)
    case (.kotlin, .member(let member)):
      let result = member.returns.map { ": \($0.kotlin)" } ?? ": Unit"
      return ["fun \(id)(\(kotlin(member)))\(result) = TODO(\(name))"]
    case (.kotlin, .property(let property)):
      return [
        "var \(id): \(property.type.kotlin)", "    get() = TODO(\(name))",
        "    set(newValue) = TODO(\(name))",
      ]
    case (.text, _): return []
    }
  }

  private func kotlin(_ member: Vocabulary.Member) -> String {
    let arguments = member.arguments.map { argument in
      "\(argument.name): \(argument.type.kotlin)" + (argument.type.optional ? " = null" : "")
    }
    let closures = member.allClosures.map { name in
      let isCompletion = name.isSame(as: Vocabulary.Member.completionName)
      var input = ""
      if isCompletion, case .value(let type)? = member.completion { input = type.kotlin }
      return "\(name): ((\(input)) -> Unit)? = null"
    }
    return (arguments + closures).joined(separator: ", ")
  }

  func quoted(_ text: String) -> String { Value.string(text).canonicalText }
}

extension Vocabulary.ValueType {
  fileprivate var kotlin: String {
    let base: String =
      switch base {
      case .string, .oneOf: "String"
      case .bool: "Boolean"
      case .int: "Long"
      case .uint64: "ULong"
      case .number: "Double"
      case .date: "java.time.Instant"
      case .data: "ByteArray"
      case .map: "Map<String, Any?>"
      case .list: "List<Any?>"
      case .object, .any: "Any"
      }
    return base + (optional ? "?" : "")
  }
}
