extension Core {
  /// Calls a member that gives its answer to a completion, later as a rule.
  mutating func answerCompleting(_ call: Call, _ id: String, _ turn: inout Turn) {
    switch call {
    case .generateLink(let link, let name):
      links.create(link, Completion(name, of: id), standing, &turn)
    case .linkDetails(let path, let name):
      links.readDetails(of: path, Completion(name, of: id), standing, &turn)
    case .logInAppPurchase(let transaction, let name):
      purchases.log(transaction: transaction, Completion(name, of: id), standing, &turn)
    case .logCustomPurchase(let purchase, let name):
      purchases.log(purchase, Completion(name, of: id), standing, &turn)
    default: break
    }
  }

  /// Calls a member for the images of pushes, which works unconfigured and in an extension.
  mutating func answerImages(_ call: Call, _ id: String, _ turn: inout Turn) -> Answer {
    switch call {
    case .serviceExtensionDidReceive(let content, let name):
      images.receive(content, Completion(name, of: id), &turn)
    case .serviceExtensionTimeWillExpire: images.expire(&turn)
    case .attachImage(let content, let name):
      let task = images.attach(content, Completion(name, of: id), &turn)
      return .object(task.map { AppObject(name: $0) })
    case .cancelTask(let task): images.cancel(task, &turn)
    default: break
    }
    return .nothing
  }
}

extension Completion {
  /// A completion where the app has given one.
  fileprivate init?(_ name: String?, of call: String) {
    guard let name else { return nil }
    self.init(call: call, name: name)
  }
}
