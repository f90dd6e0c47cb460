import JSON

extension Fingerprint {
  /// What the world does, without what is expected of it.
  mutating func feed(inputs act: ActStep.Act) {
    switch act {
    case .call(let member, let with, _, let closures):
      let completion = Vocabulary.Member.completionName
      feed(texts: "call", member, closures.contains(completion) ? "completes" : "")
      for name in closures where name != completion { feed(texts: "closure", name) }
      feed(with.value)
    case .set(let property, let to):
      feed(texts: "set", property)
      feed(to.value)
    case .get(let property, _): feed(texts: "get", property)
    case .reply(let label, let reply):
      feed(texts: "reply", label)
      feed(reply)
    case .advance(let milliseconds, _):
      feed("advance")
      feed(milliseconds)
    case .app(let to, let with):
      feed(texts: "app", to)
      feed(with.value)
    case .user(let act, let with):
      feed(texts: "user", act)
      feed(with.value)
    case .device(let with, let clock):
      feed("device")
      feed(with.value)
      if let clock { feed(clock) }
    }
  }

  /// What is expected of an act, and its label.
  mutating func feed(expected act: ActStep) {
    feed(act.label)
    switch act.act {
    case .call(_, _, let returns, _): feed(returns)
    case .get(_, let returns): feed(returns)
    case .advance(_, let quiet): feed(quiet ? "quiet" : "advance")
    default: break
    }
  }

  /// What the world answers to an effect.
  mutating func feed(inputs step: Expectation) {
    guard let reply = step.reply else { return feed("") }
    feed(title: step.kind)
    feed(reply)
  }

  private mutating func feed(title kind: Expectation.Kind) {
    switch kind {
    case .request(let request): feed(texts: "request", request.name)
    case .cancel(let request): feed(texts: "cancel", request)
    case .callback(let member, _, _): feed(texts: "callback", member)
    case .completion(let call, _): feed(texts: "completion", call)
    case .log(let level, _): feed(texts: "log", level.rawValue)
    case .other(let kind, let name, _): feed(texts: kind, name)
    }
  }

  /// What a step expects, without its answer.
  mutating func feed(expected step: Expectation, standing: UInt64?) {
    feed(title: step.kind)
    switch step.kind {
    case .request(let request):
      if let standing {
        feed(standing)
        feed(request.body)
      } else {
        feed(request)
      }
    case .cancel: break
    case .callback(_, let with, let object):
      feed(with)
      feed(object)
    case .completion(_, let with): feed(with)
    case .log(_, let text): feed(text)
    case .other(_, _, let with): feed(with)
    }
    if let after = step.after {
      feed("after")
      feed(after.lowerBound)
      feed(after.upperBound)
    }
    feed(step.label)
  }
}

extension Expectation.Kind {
  /// The step's kind and what it names, such as `request /authenticate`.
  var title: String {
    switch self {
    case .request(let request): "request \(request.name)"
    case .cancel(let request): "cancel \(request)"
    case .callback(let member, _, _): "callback \(member)"
    case .completion(let call, _): "completion \(call)"
    case .log(let level, _): "log \(level.rawValue)"
    case .other(let kind, let name, _): "\(kind) \(name)"
    }
  }
}
