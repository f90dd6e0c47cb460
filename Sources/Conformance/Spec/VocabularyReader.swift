import JSON
import YAML

/// Reads vocabulary.yaml.
struct VocabularyReader {
  let problems: Problems
  let terms: Terms
  var vocabulary = Vocabulary.empty

  init(_ problems: Problems, _ terms: Terms) {
    self.problems = problems
    self.terms = terms
  }

  static let sections = [
    "vocabulary", "base", "capabilities", "members", "properties", "callbacks", "requests", "app",
    "user", "device", "effects", "shapes", "vary",
  ]

  /// The shapes, which must be known before anything that may hold one.
  static func shapes(_ root: Node, _ problems: Problems) -> [String: Node] {
    var shapes: [String: Node] = [:]
    for entry in root["shapes"].flatMap({ problems.map($0) }) ?? [] {
      let key = "$" + entry.key
      if Terms.patterns.contains(key) || Terms.tags.contains(key)
        || ["$each", "$repeat"].contains(key)
      {
        problems.add(
          entry.mark, "'\(key)' has a meaning of its own, so no shape can have this name")
      } else if problems.map(entry.value) != nil, problems.name(entry) {
        shapes[entry.key] = entry.value
      }
    }
    return shapes
  }

  mutating func read(_ root: Node) -> Vocabulary {
    problems.version(root, "vocabulary")
    guard let fields = problems.fields(root, of: "the vocabulary", Self.sections) else {
      return vocabulary
    }
    if let base = fields.required("base").flatMap({ problems.text($0, "an address") }) {
      vocabulary.base = base
    }
    readCapabilities(fields["capabilities"])
    readMembers(fields["members"])
    readProperties(fields["properties"])
    readCallbacks(fields["callbacks"])
    readRequests(fields["requests"])
    vocabulary.app = readActs(fields["app"])
    vocabulary.user = readActs(fields["user"])
    readDevice(fields["device"])
    readEffects(fields["effects"])
    vocabulary.shapes = terms.shapes.nodes
    vocabulary.vary = readVary(fields["vary"])
    return vocabulary
  }

  /// The entries of a section, each a map with known keys.
  private func section(_ node: Node?, _ what: String, _ keys: [String]) -> [(Node.Entry, Fields)] {
    guard let node, let entries = problems.map(node) else { return [] }
    return entries.compactMap { entry in
      problems.fields(entry.value, of: "\(what) '\(entry.key)'", keys).map { (entry, $0) }
    }
  }

  // MARK: - Capabilities

  private mutating func readCapabilities(_ node: Node?) {
    let entries = section(node, "capability", ["says", "on"])
    if entries.count > 63 { problems.add(entries[63].0.mark, "more than 63 capabilities") }
    for (entry, fields) in entries.prefix(63) {
      let says = fields.required("says").flatMap { problems.text($0, "a sentence") }
      vocabulary.capabilities.append(
        Vocabulary.Capability(name: entry.key, says: says ?? "", on: [], closure: []))
    }
    for (index, (_, fields)) in entries.prefix(63).enumerated() {
      for item in fields["on"].flatMap({ problems.list($0, "a list of capabilities") }) ?? [] {
        vocabulary.capabilities[index].on.formUnion(capability(item) ?? [])
      }
    }
    for index in vocabulary.capabilities.indices {
      vocabulary.capabilities[index].closure = closure(index)
    }
  }

  private func closure(_ index: Int) -> CapabilitySet {
    var all = CapabilitySet(index: index)
    var open = [index]
    while let next = open.popLast() {
      for other in vocabulary.capabilities.indices
      where vocabulary.capabilities[next].on.contains(CapabilitySet(index: other)) {
        if !all.contains(CapabilitySet(index: other)) { open.append(other) }
        all.insert(CapabilitySet(index: other))
      }
    }
    return all
  }

  private func capability(_ node: Node) -> CapabilitySet? {
    guard let name = problems.text(node, "a capability") else { return nil }
    return problems.capability(name, node.mark, vocabulary)
  }

  private func capability(of fields: Fields) -> CapabilitySet {
    fields.required("capability").flatMap { capability($0) } ?? []
  }

  // MARK: - What the app sees

  private mutating func readMembers(_ node: Node?) {
    let keys = ["capability", "with", "returns", "completion", "closures", "inside"]
    for (entry, fields) in section(node, "member", keys) {
      var completion: Vocabulary.Completion?
      if let node = fields["completion"] {
        completion =
          node.string == "nothing" ? .nothing : TypeReader.type(node, problems).map { .value($0) }
      }
      vocabulary.memberNames.append(entry.key)
      vocabulary.members[entry.key] = Vocabulary.Member(
        name: entry.key, capability: capability(of: fields),
        arguments: arguments(fields["with"], defaults: .none),
        returns: fields["returns"].flatMap { TypeReader.type($0, problems) },
        completion: completion, closures: closures(fields),
        inside: fields["inside"].flatMap { problems.bool($0) } ?? false)
    }
  }

  private func closures(_ fields: Fields) -> [String] {
    guard let list = fields["closures"] else { return [] }
    let others = (fields["with"]?.entries ?? []).map(\.key) + [Vocabulary.Member.completionName]
    var names: [String] = []
    for item in problems.list(list, "a list of closures") ?? [] {
      guard let name = problems.text(item, "the name of a closure") else { continue }
      if (others + names).contains(where: { $0.isSame(as: name) }) {
        problems.add(item.mark, "'\(name.printable)' is the name of another argument already")
      } else {
        names.append(name)
      }
    }
    return names
  }

  private mutating func readProperties(_ node: Node?) {
    for (entry, fields) in section(node, "property", ["capability", "type"]) {
      guard let type = fields.required("type").flatMap({ TypeReader.type($0, problems) }) else {
        continue
      }
      vocabulary.propertyNames.append(entry.key)
      vocabulary.properties[entry.key] = Vocabulary.Property(
        name: entry.key, capability: capability(of: fields), type: type)
    }
  }

  private mutating func readCallbacks(_ node: Node?) {
    for (entry, fields) in section(node, "callback", ["capability", "with", "reply"]) {
      vocabulary.callbacks[entry.key] = Vocabulary.Callback(
        name: entry.key, capability: capability(of: fields),
        arguments: arguments(fields["with"], defaults: .patterns),
        reply: fields["reply"].flatMap { TypeReader.type($0, problems) })
    }
  }

  // MARK: - The device, and what people do

  private func readActs(_ node: Node?) -> [String: [Vocabulary.Argument]] {
    var acts: [String: [Vocabulary.Argument]] = [:]
    for (entry, fields) in section(node, "act", ["with"]) {
      acts[entry.key] = arguments(fields["with"], defaults: .values)
    }
    return acts
  }

  private mutating func readDevice(_ node: Node?) {
    for entry in node.flatMap({ problems.map($0) }) ?? [] {
      if entry.key == "clock" {
        problems.add(
          entry.mark, "'clock' moves the wall clock, so no key of the device has this name")
        continue
      }
      guard let argument = argument(entry, defaults: .values) else { continue }
      vocabulary.device.append(argument)
      if case .exact(let value)? = argument.standing {
        vocabulary.deviceDefaults[entry.key] = value
      }
    }
  }

  // MARK: - Effects

  private mutating func readEffects(_ node: Node?) {
    for (entry, fields) in section(node, "effect", ["capability", "with", "reply", "names"]) {
      if StepForm.fixed[entry.key] != nil {
        problems.add(entry.mark, "'\(entry.key)' is a kind of step already")
        continue
      }
      var effect = Vocabulary.EffectKind(
        kind: entry.key, capability: [], arguments: arguments(fields["with"], defaults: .patterns),
        reply: nil, names: [:], nameCapabilities: [:], standingReply: nil, nameReplies: [:])
      let (reply, standing) = replyType(fields["reply"])
      (effect.reply, effect.standingReply) = (reply, standing)
      let names = fields["names"].flatMap { problems.map($0) } ?? []
      if let own = fields["capability"] {
        effect.capability = capability(own) ?? []
      } else if names.isEmpty || names.contains(where: { $0.value["capability"] == nil }) {
        problems.add(entry.mark, "effect '\(entry.key)' needs 'capability'")
      }
      for (name, fields) in section(fields["names"], entry.key, ["capability", "reply"]) {
        let (reply, standing) = replyType(fields["reply"])
        effect.names.updateValue(reply ?? effect.reply, forKey: name.key)
        effect.nameReplies[name.key] = standing
        if let own = fields["capability"] { effect.nameCapabilities[name.key] = capability(own) }
      }
      vocabulary.effects[entry.key] = effect
    }
  }

  private func replyType(_ node: Node?) -> (Vocabulary.ValueType?, Supply?) {
    guard let node else { return (nil, nil) }
    guard node["type"] != nil || node["default"] != nil else {
      return (TypeReader.type(node, problems), nil)
    }
    guard let fields = problems.fields(node, of: "a reply's type", ["type", "default"]),
      let type = fields.required("type").flatMap({ TypeReader.type($0, problems) })
    else { return (nil, nil) }
    guard let standing = fields["default"], terms.check(standing, type) else { return (type, nil) }
    return (type, terms.supply(standing))
  }

  // MARK: - Arguments

  enum Defaults {
    /// An argument that is left out is not passed.
    case none
    /// What is judged when a step leaves it out.
    case patterns
    /// What is given when a step leaves it out.
    case values
  }

  private func arguments(_ node: Node?, defaults: Defaults) -> [Vocabulary.Argument] {
    guard let node, let entries = problems.map(node, "a map of arguments") else { return [] }
    return entries.compactMap { argument($0, defaults: defaults) }
  }

  private func argument(_ entry: Node.Entry, defaults: Defaults) -> Vocabulary.Argument? {
    guard entry.value.entries != nil else {
      return TypeReader.type(entry.value, problems).map {
        Vocabulary.Argument(name: entry.key, type: $0, standing: nil)
      }
    }
    guard let fields = problems.fields(entry.value, of: "'\(entry.key)'", ["type", "default"]),
      let type = fields.required("type").flatMap({ TypeReader.type($0, problems) })
    else { return nil }
    var argument = Vocabulary.Argument(name: entry.key, type: type, standing: nil)
    guard let standing = fields["default"] else { return argument }
    switch defaults {
    case .none:
      problems.add(
        standing.mark, "an argument of a member has no default: left out, it is not passed")
    case .patterns:
      if terms.check(standing, type) { argument.standing = terms.pattern(standing, keyed: true) }
    case .values:
      if terms.check(standing, type) {
        argument.standing = terms.value(standing).map { .exact($0) }
      }
    }
    return argument
  }
}

/// TYPE.
enum TypeReader {
  private static let bases: [(String, Vocabulary.ValueType.Base)] = [
    ("string", .string), ("bool", .bool), ("int", .int), ("uint64", .uint64), ("number", .number),
    ("date", .date), ("data", .data), ("map", .map), ("list", .list), ("object", .object),
    ("any", .any),
  ]

  static func type(_ node: Node, _ problems: Problems) -> Vocabulary.ValueType? {
    if let items = node.items {
      let texts = items.compactMap { $0.isNull ? nil : problems.text($0, "an allowed text") }
      if texts.isEmpty { problems.add(node.mark, "expected at least one allowed text, found none") }
      let optional = items.contains { $0.isNull }
      return texts.isEmpty ? nil : Vocabulary.ValueType(base: .oneOf(texts), optional: optional)
    }
    guard let text = problems.text(node, "a type") else { return nil }
    let optional = text.utf8.last == UInt8(ascii: "?")
    let name = optional ? String(text.dropLast()) : text
    guard let base = bases.first(where: { $0.0 == name }) else {
      problems.add(
        node.mark,
        "unknown type '\(text.printable)'" + suggestion(for: name, among: bases.map(\.0)))
      return nil
    }
    return Vocabulary.ValueType(base: base.1, optional: optional)
  }
}

extension Problems {
  /// The set of one capability by its name.
  func capability(_ name: String, _ mark: Mark, _ vocabulary: Vocabulary) -> CapabilitySet? {
    if let set = vocabulary.capability(named: name) { return set }
    let known = vocabulary.capabilities.map(\.name)
    add(mark, "unknown capability '\(name.printable)'" + suggestion(for: name, among: known))
    return nil
  }
}

extension Vocabulary {
  static let empty = Vocabulary(
    base: "", capabilities: [], members: [:], properties: [:], callbacks: [:], endpoints: [:],
    effects: [:], app: [:], user: [:], device: [], deviceDefaults: Object(), shapes: [:],
    vary: Vary(keep: [], under: []))
}
