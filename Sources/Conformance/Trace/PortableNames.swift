import JSON

/// The names that a portable trace gives to what a testee may name as it likes.
///
/// Requests become `r1`, `r2`, …, what is shown `s1`, other asks `a1`, objects that the SDK made
/// `o1`, and texts in the form of a UUID that stood in no earlier input `u1`: each in order of
/// appearance, over the whole run.
struct PortableNames {
  private var counts: [Character: Int] = [:]
  /// The ids of this process, by what the testee calls them.
  private var ids: [(id: String, name: String)] = []
  private var objects: [(id: String, name: String)] = []
  private var uuids: [(id: String, name: String)] = []
  /// Texts in the form of a UUID that stood in an input.
  private var literals: [String] = []
  /// The names of the app's objects.
  private var own: [String] = []

  /// Ids and objects are new within a launch; the numbers go on.
  mutating func forgetProcess() {
    ids = []
    objects = []
  }

  /// Takes what an input holds: it is no name of the testee's, wherever it comes again.
  mutating func learn(_ value: Value) {
    switch value {
    case .string(let text):
      for form in TextForms(text) {
        if case .uuid = form.kind { literals.append(String(text.utf8[form.range]) ?? "") }
      }
    case .array(let items): for item in items { learn(item) }
    case .object(let object):
      if let name = object["$object"]?.string, known(name, objects) == nil { own.append(name) }
      for pair in object { learn(pair.value) }
    default: break
    }
  }

  /// What the world does, where it speaks of something that the testee has named.
  func renamed(world object: Object) -> Object {
    var object = object
    for key in ["request", "show", "to"] {
      if let id = object[key]?.string, let name = known(id, ids) { object[key] = .string(name) }
    }
    if let id = object["object"]?.string, let name = known(id, objects) {
      object["object"] = .string(name)
    }
    object["with"] = object["with"].map { renamed(given: $0) }
    return object
  }

  /// An effect in the trace's names.
  mutating func renamed(_ object: Object, of effect: Effect) -> Object {
    var object = object
    switch effect {
    case .request(let request): object["request"] = .string(newName("r", request.id))
    case .cancel(let id): object["request"] = .string(known(id, ids) ?? id)
    case .close(let id): object["show"] = .string(known(id, ids) ?? id)
    case .other(let kind, let id?, _, _):
      object["ask"] = .string(newName(kind.isSame(as: "show") ? "s" : "a", id))
    default: break
    }
    // What travels to a server has no tags: there a key is only a key.
    let isTagged = if case .request = effect { false } else { true }
    for pair in object where !Self.idKeys.contains(pair.key) {
      object[pair.key] = renamed(seen: pair.value, isTagged)
    }
    return object
  }

  private static let idKeys = ["ask", "call", "object", "request", "see", "show"]

  private mutating func newName(_ letter: Character, _ id: String) -> String {
    let name = next(letter)
    ids.append((id, name))
    return name
  }

  private mutating func next(_ letter: Character) -> String {
    let count = (counts[letter] ?? 0) + 1
    counts[letter] = count
    return "\(letter)\(count)"
  }

  private func known(_ id: String, _ names: [(id: String, name: String)]) -> String? {
    names.last { $0.id.isSame(as: id) }?.name
  }

  private func renamed(given value: Value) -> Value {
    switch value {
    case .array(let items): return .array(items.map { renamed(given: $0) })
    case .object(var object):
      for pair in object { object[pair.key] = renamed(given: pair.value) }
      if let id = object["$object"]?.string, let name = known(id, objects) {
        object["$object"] = .string(name)
      }
      return .object(object)
    default: return value
    }
  }

  private mutating func renamed(seen value: Value, _ isTagged: Bool) -> Value {
    switch value {
    case .string(let text): return .string(renamed(text))
    case .array(let items):
      var result: [Value] = []
      for item in items { result.append(renamed(seen: item, isTagged)) }
      return .array(result)
    case .object(var object):
      if isTagged, let id = value.objectName { return ["$object": .string(renamed(object: id))] }
      for pair in object { object[pair.key] = renamed(seen: pair.value, isTagged) }
      return .object(object)
    default: return value
    }
  }

  private mutating func renamed(object id: String) -> String {
    if own.contains(where: { $0.isSame(as: id) }) { return id }
    if let name = known(id, objects) { return name }
    let name = next("o")
    objects.append((id, name))
    return name
  }

  private mutating func renamed(_ text: String) -> String {
    guard text.utf8.count == 36, Pattern.AnyType.isUUID(text),
      !literals.contains(where: { $0.isSame(as: text) })
    else { return text }
    if let name = known(text, uuids) { return name }
    let name = next("u")
    uuids.append((text, name))
    return name
  }
}
