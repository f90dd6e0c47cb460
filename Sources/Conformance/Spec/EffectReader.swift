import JSON
import YAML

/// Reads what the SDK did.
struct EffectReader {
  let library: Library
  let node: Node
  var reply: Reply?
  var capability = CapabilitySet()
  /// What a label of this step names.
  var labelKind = ReadStep.GivenLabel.Kind.effect

  init(_ reader: StepReader, _ node: Node) {
    library = reader.library
    self.node = node
  }

  private var problems: Problems { library.problems }
  private var terms: Terms { library.terms }

  mutating func read(_ kind: String, _ value: Node) -> Expectation.Kind? {
    terms.place = .app
    switch kind {
    case "request": return request(value)
    case "cancel":
      return problems.text(value, "the label of a request").map { .cancel(request: $0) }
    case "callback": return callback(value)
    case "completion":
      guard let name = problems.text(value, "the label of a call, or a member") else { return nil }
      guard let with = node.under("with") else { return .completion(call: name, with: nil) }
      return terms.pattern(with).map { .completion(call: name, with: $0) }
    case "log":
      guard let level = problems.choice(value, LogLevel.allCases.map(\.rawValue)),
        let named = LogLevel(rawValue: level)
      else { return nil }
      guard let with = node.under("with") else { return .log(named, text: nil) }
      guard terms.check(with, Vocabulary.ValueType(base: .string, optional: false)) else {
        return nil
      }
      return terms.pattern(with).map { .log(named, text: $0) }
    default: return other(kind, value)
    }
  }

  // MARK: - Requests

  private mutating func request(_ value: Node) -> Expectation.Kind? {
    guard let (pattern, owner) = terms.request(node, value, library) else { return nil }
    capability = owner
    labelKind = .request(capability)
    if let answer = node.under("reply") {
      guard let read = terms.reply(answer) else { return nil }
      reply = read
    }
    needAnswer(value)
    return .request(pattern)
  }

  private func needAnswer(_ value: Node) {
    guard node.under("reply") == nil, node.under("as") == nil else { return }
    problems.add(
      node.mark,
      "'\(value.string ?? "")' waits for an answer: give it with 'reply', or name it with 'as'")
  }

  // MARK: - Callbacks and effects of the vocabulary

  private mutating func callback(_ value: Node) -> Expectation.Kind? {
    guard let name = problems.text(value, "a callback"),
      let callback = problems.known(name, value.mark, library.vocabulary.callbacks, "callback")
    else { return nil }
    capability = callback.capability
    let object = node.under("on").map { problems.text($0, "the name of an object") } ?? "app"
    guard let object, let with = closed("'\(name)'", callback.arguments) else { return nil }
    return .callback(member: name, with: with, on: object)
  }

  private mutating func other(_ kind: String, _ value: Node) -> Expectation.Kind? {
    guard let effect = library.vocabulary.effects[kind], let name = problems.text(value, "a name")
    else {
      return nil
    }
    var type = effect.reply
    capability = effect.capability
    if !effect.names.isEmpty {
      guard let own = problems.known(name, value.mark, effect.names, kind) else { return nil }
      type = own
      capability = effect.nameCapabilities[name] ?? effect.capability
    }
    if let type {
      labelKind = .ask(kind: kind, reply: type, capability)
      if let answer = node.under("reply") {
        guard terms.check(answer, type), let supply = terms.supply(answer) else { return nil }
        reply = .answer(supply)
      }
      needAnswer(value)
    } else if let answer = node.under("reply") {
      problems.add(answer.mark, "'\(kind): \(name.printable)' waits for no answer")
      return nil
    }
    return closed("'\(kind)'", effect.arguments).map { .other(kind: kind, name: name, with: $0) }
  }

  /// A closed pattern of all the arguments; what the step leaves out is judged by its default.
  private func closed(_ what: String, _ known: [Vocabulary.Argument]) -> Pattern? {
    guard let given = node.under("with").map({ problems.map($0, "a map of arguments") }) ?? []
    else {
      return nil
    }
    var whole = true
    var fields: [Pattern.Field] = []
    for entry in given {
      guard let argument = problems.argument(entry, of: what, known),
        terms.check(entry.value, argument.type)
      else {
        whole = false
        continue
      }
      if case .object = argument.type.base, let name = entry.value.string {
        let object = Value.object(Object([("$object", .string(name))]))
        fields.append(Pattern.Field(key: entry.key, pattern: .exact(object)))
      } else if let pattern = terms.pattern(entry.value, keyed: true) {
        fields.append(Pattern.Field(key: entry.key, pattern: pattern.orMissing))
      } else {
        whole = false
      }
    }
    for argument in known where !given.contains(where: { $0.key.isSame(as: argument.name) }) {
      if let standing = argument.standing {
        fields.append(Pattern.Field(key: argument.name, pattern: standing.orMissing))
      } else if argument.type.optional {
        fields.append(Pattern.Field(key: argument.name, pattern: .optional(.exact(.null))))
      } else {
        problems.add(node.mark, "\(what) needs '\(argument.name)' (\(argument.type.name))")
        whole = false
      }
    }
    return whole ? .object(fields.sorted { $0.key.precedes($1.key) }, open: false) : nil
  }
}

extension Pattern {
  /// A null that a missing key also satisfies.
  fileprivate var orMissing: Pattern {
    switch self {
    case .exact(.null), .absent: .optional(.exact(.null))
    default: self
    }
  }
}

extension Terms {
  /// The pattern of a request, the vocabulary's with what the step says laid over it, and the
  /// capability that it belongs to.
  func request(
    _ node: Node, _ value: Node, _ library: Library
  ) -> (pattern: RequestPattern, owner: CapabilitySet)? {
    guard let name = problems.text(value, "a path such as '/authenticate', or a whole address")
    else {
      return nil
    }
    guard let (known, owner) = standing(name, value.mark, library) else { return nil }
    var pattern = known
    if let method = node.under("method") {
      guard let text = problems.text(method) else { return nil }
      guard !text.isEmpty, text.utf8.allSatisfy(isBig) else {
        problems.expected("a method such as POST", method)
        return nil
      }
      pattern.method = text
    }
    if let own = node.under("headers") {
      guard let fields = headers(own) else { return nil }
      let base = pattern.headers.map { Pattern.Field(key: $0.name, pattern: $0.value) }
      pattern.headers = base.overlaid(by: fields).map { ($0.key, $0.pattern) }
    }
    if let body = node.under("body") {
      guard let read = at(.body, { self.pattern(body) }) else { return nil }
      pattern.body = read
      pattern.ownBody = true
    } else if pattern.body == nil, name.utf8.first == UInt8(ascii: "/") {
      problems.add(node.mark, "'\(name)' has no body in the vocabulary: give it with 'body'")
      return nil
    }
    return (pattern, owner)
  }

  private func standing(
    _ name: String, _ mark: Mark, _ library: Library
  ) -> (RequestPattern, CapabilitySet)? {
    if name.utf8.first == UInt8(ascii: "/") {
      return problems.known(name, mark, library.vocabulary.endpoints, "endpoint")
        .map { ($0.standing, $0.capability) }
    }
    guard name.isAddress else {
      problems.add(
        mark,
        "expected a path such as '/authenticate', or a whole address, found '\(name.shortened.printable)'"
      )
      return nil
    }
    // An endpoint at another host is still that endpoint, with all that is expected of it.
    if let endpoint = library.vocabulary.endpoint(of: name) {
      var standing = endpoint.standing
      standing.url = name
      standing.name = name
      return (standing, endpoint.capability)
    }
    let pattern = RequestPattern(
      method: "GET", url: name, name: name, headers: [], body: nil, exact: [], ownBody: false)
    return (pattern, [])
  }
}

extension String {
  /// Whether this has a scheme and something behind it.
  fileprivate var isAddress: Bool {
    let bytes = Array(utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      isSmall(bytes[0]) || isBig(bytes[0])
    else { return false }
    return bytes.count > colon + 3 && bytes[colon + 1] == UInt8(ascii: "/")
      && bytes[colon + 2] == UInt8(ascii: "/")
  }
}
