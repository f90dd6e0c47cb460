import JSON

extension Course {
  /// What an effect says that no testee may say, whatever the spec; nil where it keeps the rules.
  func breach(by effect: Effect) -> String? {
    switch effect {
    case .returned(let id, _): breach(byReturnOf: id)
    case .completion(let id, _, _):
      call(id) == nil ? "a completion ran for '\(id)', which no call of this process has" : nil
    case .request(let request):
      ask(request.id).map { _ in "the request id '\(request.id)' is used twice in a launch" }
    case .other(_, let id?, _, _): ask(id).map { _ in "the id '\(id)' is used twice in a launch" }
    case .cancel(let id):
      ask(id)?.kind == "request" ? nil : "a cancel of '\(id)', which no request has"
    case .close(let id):
      ask(id).map(\.isClosed) == false ? nil : "a close of '\(id)', which nothing shown has"
    default: nil
    }
  }

  private func breach(byReturnOf id: String) -> String? {
    if returning.map({ $0.isSame(as: id) }) ?? false { return nil }
    guard let call = call(id) else { return "a return of '\(id)', which no call in progress has" }
    return call.isInner ? nil : "a second return of '\(id)'"
  }

  /// The call of an id in this process.
  func call(_ id: String) -> CallRecord? { calls.last { $0.id.isSame(as: id) } }

  /// What was asked under an id in this process.
  func ask(_ id: String) -> AskRecord? { asks.last { $0.id.isSame(as: id) } }
}
