import GrovsCore
import JSON

/// The app's objects and closures: what they call from inside, as they were described.
struct App {
  /// A call that the app makes from inside one of its own methods.
  struct InnerCall {
    var id: String
    var member: String
    var with: Object
  }

  /// By the object's name, its calls by method.
  private var objects = Object()
  /// By the object's name, what its methods answer.
  private var answers = Object()
  /// By the id of the call that it was given to, what a closure calls.
  private var closures: [(call: String, calls: Value)] = []

  /// Whether anything is called from inside at all.
  var hasCalls: Bool { !objects.isEmpty || !closures.isEmpty }

  /// What a method of an object answers; nil without a description of it.
  func answer(of object: String, to member: String) -> Value {
    answers[object]?[member] ?? .null
  }

  /// What the app calls from inside when this effect reaches it.
  mutating func calls(from effect: GrovsCore.Effect) -> [InnerCall] {
    switch effect {
    case .callback(let object, let callback):
      return inner(objects[object]?[callback.member])
    case .completion(let call, _, _):
      guard let place = closures.firstIndex(where: { $0.call.isSame(as: call) }) else { return [] }
      return inner(closures.remove(at: place).calls)
    default: return []
    }
  }

  private func inner(_ calls: Value?) -> [InnerCall] {
    (calls?.array ?? []).compactMap { call in
      guard let id = call["call"]?.string, let member = call["member"]?.string else { return nil }
      return InnerCall(id: id, member: member, with: call["with"]?.object ?? Object())
    }
  }

  // MARK: - What is named in arguments

  /// The object that a value names, described anew.
  mutating func object(_ value: Value?, of member: String) throws(Unbuilt) -> AppObject? {
    guard let value, !value.isNull else { return nil }
    guard let name = value["$object"]?.string else { throw Unbuilt("\(member) with such a value") }
    let lacks = (value["lacks"]?.array ?? []).compactMap(\.string)
    let calls = value["calls"].flatMap { $0.object?.isEmpty == false ? $0 : nil }
    objects[name] = calls
    answers[name] = value["returns"]
    return AppObject(name: name, lacks: lacks)
  }

  /// The name of the closure that a call was given as `completion`.
  mutating func closure(_ arguments: Arguments) -> String? {
    guard let value = arguments.with["completion"], let name = value["$closure"]?.string else {
      return nil
    }
    if let calls = value["calls"], calls.array?.isEmpty == false {
      closures.append((arguments.call, calls))
    }
    return name
  }
}
