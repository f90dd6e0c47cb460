import JSON

/// The members of some capabilities, as stubs in the language of a port.
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

  private let vocabulary: Vocabulary
  private let claims: CapabilitySet
  private let language: Language

  /// `claims`: capabilities; the members of those they rest on are written too.
  package init(_ vocabulary: Vocabulary, claims: CapabilitySet, _ language: Language) {
    self.vocabulary = vocabulary
    self.claims = vocabulary.closure(of: claims)
    self.language = language
  }

  package var lines: [String] {
    let names = vocabulary.names(of: claims).joined(separator: ", ")
    let head = [
      "\(mark) The members of \(names).",
      "\(mark) A ? marks what may be left out or null; what is left out has the SDK's own default.",
    ]
    switch language {
    case .python:
      return head + ["", "", "class Port:"] + body("    ") + ["", "MEMBERS = {"]
        + members.map { "    \(quoted($0.name)): Port.\($0.identifier)," } + ["}"]
    case .node: return head + ["", "export const members = {"] + body("  ") + ["};"]
    case .kotlin:
      return head + ["", "class Port {"] + body("    ") + ["}", "", "val members = mapOf("]
        + members.map { "    \(quoted($0.name)) to Port::\($0.identifier)," } + [")"]
    case .text: return head + [""] + body("")
    }
  }

  private var mark: String { language.comment }

  /// A member or a property that has a stub.
  private struct Stub {
    var name: String
    var identifier: String
    var kind: Kind

    enum Kind {
      case member(Vocabulary.Member)
      case property(Vocabulary.Property)
    }
  }

  private var members: [Stub] { capabilities.flatMap { stubs(of: $0) } }

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

  private func body(_ indent: String) -> [String] {
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
    case (.python, .member(let member)):
      return [
        "def \(id)(\((["self"] + python(member)).joined(separator: ", "))):",
        "    raise NotImplementedError(\(name))",
      ]
    case (.python, .property):
      return ["def \(id)(self, **newValue):", "    raise NotImplementedError(\(name))"]
    case (.node, .member(let member)):
      let key = id.isSame(as: stub.name) ? id : name
      let names = names(of: member)
      return ["\(key)(\(names.isEmpty ? "" : "{ \(names.joined(separator: ", ")) }")) {"]
        + ["  throw new Error(\(quoted("not built: \(stub.name)")));", "},"]
    case (.node, .property):
      let key = id.isSame(as: stub.name) ? id : name
      return ["\(key)({ newValue }) {"]
        + ["  throw new Error(\(quoted("not built: \(stub.name)")));", "},"]
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

  private func names(of member: Vocabulary.Member) -> [String] {
    member.arguments.map(\.name) + member.allClosures
  }

  private func python(_ member: Vocabulary.Member) -> [String] {
    // Behind the first that may be left out, all others have a default too.
    var isOptional = false
    let arguments = member.arguments.map { argument in
      isOptional = isOptional || argument.type.optional
      return argument.name + (isOptional ? "=None" : "")
    }
    return arguments + member.allClosures.map { "\($0)=None" }
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

  private func quoted(_ text: String) -> String { Value.string(text).canonicalText }
}

extension String {
  /// The name with what no language takes in a name as `_`, such as `open_options`.
  fileprivate var identifier: String {
    var text = ""
    for byte in utf8 {
      let isLetter = isSmall(byte | 0x20) || isDigit(byte)
      if isLetter {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else if text.utf8.last != UInt8(ascii: "_") {
        text += "_"
      }
    }
    if text.utf8.last == UInt8(ascii: "_") { text.removeLast() }
    return text
  }
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
