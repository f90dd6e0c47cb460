import JSON
import YAML

/// Reads what the world does.
struct ActReader {
  let library: Library
  let node: Node

  init(_ reader: StepReader, _ node: Node) {
    library = reader.library
    self.node = node
  }

  private var problems: Problems { library.problems }
  private var terms: Terms { library.terms }

  func read(_ kind: String, _ value: Node) -> ActStep.Act? {
    terms.place = .app
    switch kind {
    case "call": return call(value)
    case "set": return set(value)
    case "get": return get(value)
    case "advance": return problems.duration(value).map { .advance(milliseconds: $0, quiet: false) }
    case "quiet": return problems.duration(value).map { .advance(milliseconds: $0, quiet: true) }
    case "app": return app(value)
    case "user": return user(value)
    case "device": return device(value)
    default: return nil
    }
  }

  // MARK: - Members and properties

  private func call(_ value: Node) -> ActStep.Act? {
    guard let name = problems.text(value, "a member"),
      let member = problems.known(name, value.mark, library.vocabulary.members, "member")
    else { return nil }
    guard var given = node.under("with").map({ problems.map($0, "a map of arguments") }) ?? [],
      let closures = closures(of: member, &given),
      let with = arguments(given, of: "'\(name)'", member.arguments)
    else { return nil }
    var returns: Pattern?
    if let type = member.returns {
      guard let expected = node.under("returns") else {
        problems.add(node.mark, "'\(name)' returns \(type.name): say what with 'returns'")
        return nil
      }
      guard terms.check(expected, type), let pattern = terms.pattern(expected) else { return nil }
      returns = pattern
    } else if let expected = node.under("returns"), !expected.isNull {
      problems.add(
        expected.mark, "expected null, for '\(name)' returns nothing, found \(expected.found)")
      return nil
    }
    return .call(member: name, with: with, returns: returns, closures: closures)
  }

  /// The names of the closures that a call is given: all but those that it gives as null.
  private func closures(of member: Vocabulary.Member, _ given: inout [Node.Entry]) -> [String]? {
    var names: [String] = []
    for name in member.allClosures {
      guard let place = given.place(of: name) else {
        names.append(name)
        continue
      }
      let entry = given.remove(at: place)
      guard entry.value.isNull else {
        problems.expected("null, which passes no \(name)", entry.value)
        return nil
      }
    }
    return names
  }

  private func set(_ value: Node) -> ActStep.Act? {
    guard let name = problems.text(value, "a property"),
      let property = problems.known(name, value.mark, library.vocabulary.properties, "property")
    else { return nil }
    guard let to = node.under("to") else {
      problems.add(node.mark, "'set' needs 'to'")
      return nil
    }
    guard terms.check(to, property.type) else { return nil }
    return terms.argument(to, property.type).map { .set(property: name, to: $0) }
  }

  private func get(_ value: Node) -> ActStep.Act? {
    guard let name = problems.text(value, "a property"),
      let property = problems.known(name, value.mark, library.vocabulary.properties, "property")
    else { return nil }
    guard let returns = node.under("returns") else {
      problems.add(node.mark, "'get' needs 'returns'")
      return nil
    }
    guard terms.check(returns, property.type) else { return nil }
    return terms.pattern(returns).map { .get(property: name, returns: $0) }
  }

  /// Arguments by name, each of its type; what is left out is not passed.
  private func arguments(
    _ given: [Node.Entry], of what: String, _ known: [Vocabulary.Argument], filling: Bool = false
  ) -> Supply? {
    var object = Object()
    var whole = true
    var timed = false
    for entry in given {
      guard let argument = problems.argument(entry, of: what, known) else {
        whole = false
        continue
      }
      guard terms.check(entry.value, argument.type),
        let supply = terms.argument(entry.value, argument.type)
      else {
        whole = false
        continue
      }
      object[entry.key] = supply.value
      timed = timed || supply.timed
    }
    for index in known.indices where given.place(of: known[index].name) == nil {
      if filling, case .exact(let standing)? = known[index].standing {
        object[known[index].name] = standing
      } else if !known[index].type.optional {
        let missing = known[index]
        problems.add(node.mark, "\(what) needs '\(missing.name)' (\(missing.type.name))")
        whole = false
      }
    }
    return whole ? Supply(.object(object), timed: timed) : nil
  }

  // MARK: - The app, its user and the device

  /// What every app does; a vocabulary adds others.
  static let appActs = [
    "launch", "foreground", "background", "terminate", "kill", "unlock", "appear", "reinstall",
    "release",
  ]

  private func app(_ value: Node) -> ActStep.Act? {
    guard let name = problems.text(value, "what happens to the app") else { return nil }
    let known = Self.appActs + library.vocabulary.app.keys.sorted { $0.precedes($1) }
    guard known.contains(name) else {
      problems.add(
        value.mark,
        "unknown act of the app '\(name.printable)'" + suggestion(for: name, among: known))
      return nil
    }
    return with(of: "'app: \(name)'", library.vocabulary.app[name] ?? Self.standing[name] ?? [])
      .map { .app(to: name, with: $0) }
  }

  // What every suite means by these, whether its vocabulary says so or not.
  private static let standing: [String: [Vocabulary.Argument]] = [
    "launch": [
      Vocabulary.Argument(
        name: "in",
        type: Vocabulary.ValueType(
          base: .oneOf(["foreground", "background", "extension"]), optional: false),
        standing: .exact("foreground")),
      Vocabulary.Argument(
        name: "locked", type: Vocabulary.ValueType(base: .bool, optional: false),
        standing: .exact(false)),
    ],
    "release": [
      Vocabulary.Argument(
        name: "object", type: Vocabulary.ValueType(base: .string, optional: false), standing: nil)
    ],
  ]

  private func user(_ value: Node) -> ActStep.Act? {
    guard let name = problems.text(value, "an act of the user"),
      let known = problems.known(name, value.mark, library.vocabulary.user, "act of the user")
    else { return nil }
    return with(of: "'user: \(name)'", known).map { .user(act: name, with: $0) }
  }

  private func with(of what: String, _ known: [Vocabulary.Argument]) -> Supply? {
    let given = node.under("with").map { problems.map($0, "a map of arguments") } ?? []
    return given.flatMap { arguments($0, of: what, known, filling: true) }
  }

  private func device(_ value: Node) -> ActStep.Act? {
    guard var given = problems.map(value, "a map of the device's keys") else { return nil }
    guard !given.isEmpty else {
      problems.add(value.mark, "expected at least one key of the device, found none")
      return nil
    }
    var clock: InstantName?
    if let entry = given.first(where: { $0.key == "clock" }) {
      given.removeAll { $0.key == "clock" }
      guard let text = problems.text(entry.value, "an instant"),
        let instant = terms.instant(text, entry.value.mark)
      else { return nil }
      clock = instant
    }
    var object = Object()
    for entry in given {
      guard let key = problems.argument(entry, of: "the device", library.vocabulary.device),
        terms.check(entry.value, key.type), let value = terms.value(entry.value)
      else { return nil }
      object[entry.key] = value
    }
    return .device(with: Supply(.object(object)), clock: clock)
  }
}

extension Terms {
  /// The value of an argument; a name alone is an object of the app where one is wanted.
  func argument(_ node: Node, _ type: Vocabulary.ValueType) -> Supply? {
    if case .object = type.base, let name = node.string {
      return Supply(.object(Object([("$object", .string(name))])))
    }
    return supply(node)
  }
}

extension Problems {
  /// What the vocabulary has under a name.
  func known<Known>(
    _ name: String, _ mark: Mark, _ all: [String: Known], _ what: String
  ) -> Known? {
    if let found = all[name] { return found }
    add(mark, "unknown \(what) '\(name.printable)'" + suggestion(for: name, among: Array(all.keys)))
    return nil
  }

  func argument(
    _ entry: Node.Entry, of what: String, _ known: [Vocabulary.Argument]
  ) -> Vocabulary.Argument? {
    for index in known.indices where entry.key.isKnown(known[index].name) { return known[index] }
    let names = known.map(\.name)
    let near = suggestion(for: entry.key, among: names)
    let advice =
      !near.isEmpty
      ? near
      : names.isEmpty ? "; it takes none" : "; it takes \(names.joined(separator: ", "))"
    add(entry.mark, "unknown argument '\(entry.key.printable)' of \(what)\(advice)")
    return nil
  }
}
