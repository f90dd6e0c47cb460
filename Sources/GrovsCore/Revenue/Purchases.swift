import JSON

/// Reports purchases one at a time, oldest first; they are on disk until the backend has them.
struct Purchases: Sendable {
  /// A purchase that the backend has not taken.
  private struct Pending: Sendable {
    var number: Int
    /// What it is filed under.
    var project: String
    /// Its id in the App Store.
    var transaction: UInt64?
    /// The request's body, kept so that a repeat is equal to the first.
    var body: String
    /// Who is told what came of the first delivery.
    var completion: Completion?
    /// Whether it has failed and waits for a foreground, an authentication or an enabling.
    var isStuck = false

    var stored: String {
      let object: Value = ["body": .string(body), "project": .string(project)]
      return object.canonicalText
    }
  }

  private static let prefix = "purchase/"
  private static let sentPrefix = "transaction/"
  private static let sentMark = "sent"
  // Far more purchases than a phone will ever see, and far from where numbers end.
  private static let numberLimit = 1_000_000_000_000

  /// In the order of logging.
  private var pending: [Pending] = []
  private var nextNumber = 0
  /// The keys of App Store ids that were sent.
  private var sent = Object()
  /// The number of the purchase on its way.
  private var asked: Int?
  /// Of the oldest purchase that is not stuck.
  private var retry = Retry()

  var alarm: Alarm? { retry.alarm }

  // MARK: - Members

  /// Logs a purchase by its id in the App Store.
  mutating func log(
    transaction id: UInt64, _ completion: Completion?, _ standing: Standing,
    _ turn: inout Turn
  ) {
    guard let project = project("logInAppPurchase", completion, standing, &turn) else { return }
    guard sent[Self.sentKey(project.id, id)] == nil else {
      turn.log(.info, "The transaction \(id) was sent before; it is not sent again.")
      Self.complete(completion, true, &turn)
      return
    }
    let isPending = pending.contains {
      $0.transaction == id && $0.project.isSame(as: project.id)
    }
    guard !isPending else {
      turn.log(.info, "The transaction \(id) waits to be sent already.")
      Self.complete(completion, false, &turn)
      return
    }
    let body: Value = [
      "event_type": "buy", "store": true, "transaction_id": .number(Number(id)),
    ]
    add(project, transaction: id, body.canonicalText, completion, standing, &turn)
  }

  /// Logs a purchase that was made elsewhere.
  mutating func log(
    _ purchase: CustomPurchase, _ completion: Completion?, _ standing: Standing,
    _ turn: inout Turn
  ) {
    guard let project = project("logCustomPurchase", completion, standing, &turn) else { return }
    let body = purchase.body(id: turn.uuids.next(), now: standing.wall)
    add(project, transaction: nil, body, completion, standing, &turn)
  }

  // The project to file under; without one the completion gets false.
  private func project(
    _ member: String, _ completion: Completion?, _ standing: Standing, _ turn: inout Turn
  ) -> Project? {
    if standing.isCollecting { return standing.project }
    if standing.setup != nil {
      turn.log(.warn, "\(member) was called while the SDK is disabled; it is ignored.")
    }
    Self.complete(completion, false, &turn)
    return nil
  }

  private mutating func add(
    _ project: Project, transaction: UInt64?, _ body: String, _ completion: Completion?,
    _ standing: Standing, _ turn: inout Turn
  ) {
    let purchase = Pending(
      number: nextNumber, project: project.id, transaction: transaction, body: body,
      completion: completion)
    nextNumber += 1
    pending.append(purchase)
    turn.keep(Self.key(purchase.number), purchase.stored)
    if standing.isReady {
      sendNext(standing, &turn)
    } else if !standing.isAuthenticating {
      complete(pending.count - 1, false, &turn)
    }
  }

  // MARK: - When

  /// Sends what waits, what has failed too, and with all retries before it.
  mutating func resume(_ standing: Standing, _ turn: inout Turn) {
    for place in pending.indices { pending[place].isStuck = false }
    guard asked == nil else { return }
    retry = Retry()
    sendNext(standing, &turn)
  }

  /// The wait before a retry is over.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) {
    retry.fire()
    sendNext(standing, &turn)
  }

  /// What is filed under another project is not sent for now.
  mutating func configure(_ project: Project, _ turn: inout Turn) {
    retry = Retry()
    for place in pending.indices
    where pending[place].number != asked && !pending[place].project.isSame(as: project.id) {
      complete(place, false, &turn)
    }
  }

  mutating func authenticationFailed(_ turn: inout Turn) {
    for place in pending.indices where pending[place].number != asked {
      complete(place, false, &turn)
    }
  }

  mutating func disable(_ turn: inout Turn) {
    asked = nil
    retry = Retry()
    for place in pending.indices { complete(place, false, &turn) }
  }

  private mutating func sendNext(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady, asked == nil, retry.alarm == nil, let project = standing.project,
      let next = pending.first(where: { !$0.isStuck && $0.project.isSame(as: project.id) })
    else { return }
    asked = next.number
    turn.ask(.purchase(next.number), next.body)
  }

  // MARK: - Answers

  mutating func answer(
    _ number: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    guard asked == number, let place = pending.firstIndex(where: { $0.number == number })
    else { return }
    asked = nil
    switch outcome {
    case .success:
      retry = Retry()
      complete(place, true, &turn)
      remove(place, &turn)
    case .failure(let least):
      wait(place, atLeast: least, standing, &turn)
    case .refusal(let status):
      turn.log(.error, "The backend refuses a purchase with \(status); it is kept.")
      stick(place, standing, &turn)
    }
    sendNext(standing, &turn)
  }

  private mutating func wait(
    _ place: Int, atLeast least: Span?, _ standing: Standing, _ turn: inout Turn
  ) {
    let isOwn = standing.project.map { pending[place].project.isSame(as: $0.id) } ?? false
    if isOwn, standing.isReady {
      if !retry.wait(atLeast: least, standing, &turn) { stick(place, standing, &turn) }
    } else {
      // Configured anew meanwhile: the authentication sends it again, or nothing does for now.
      retry = Retry()
      if !(isOwn && standing.isAuthenticating) { complete(place, false, &turn) }
    }
  }

  private mutating func stick(_ place: Int, _ standing: Standing, _ turn: inout Turn) {
    retry = Retry()
    pending[place].isStuck = true
    turn.explain(.networkRequestFailed, "A purchase could not be sent.", standing)
    complete(place, false, &turn)
  }

  private mutating func complete(_ place: Int, _ wasSent: Bool, _ turn: inout Turn) {
    Self.complete(pending[place].completion, wasSent, &turn)
    pending[place].completion = nil
  }

  private static func complete(
    _ completion: Completion?, _ wasSent: Bool, _ turn: inout Turn
  ) {
    if let completion { turn.complete(completion, with: .bool(wasSent)) }
  }

  // MARK: - Disk

  mutating func load(_ storage: Storage, _ turn: inout Turn) {
    for pair in storage.disk where pair.key.utf8.starts(with: Self.sentPrefix.utf8) {
      sent[pair.key] = true
    }
    for pair in storage.disk where pair.key.utf8.starts(with: Self.prefix.utf8) {
      if let number = Int(pair.key.dropFirst(Self.prefix.count)), number < Self.numberLimit,
        Self.key(number).isSame(as: pair.key),
        let purchase = Self.purchase(number, pair.value.string ?? "")
      {
        pending.append(purchase)
      } else {
        turn.log(.warn, "A stored purchase is damaged; it is dropped.")
        turn.keep(pair.key, nil)
      }
    }
    pending.sort { $0.number < $1.number }
    nextNumber = (pending.last?.number ?? -1) + 1
  }

  private mutating func remove(_ place: Int, _ turn: inout Turn) {
    let purchase = pending.remove(at: place)
    turn.keep(Self.key(purchase.number), nil)
    guard let id = purchase.transaction else { return }
    let key = Self.sentKey(purchase.project, id)
    sent[key] = true
    turn.keep(key, Self.sentMark)
  }

  private static func key(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
  }

  private static func sentKey(_ project: String, _ id: UInt64) -> String {
    let names: Value = [.string(project), .number(Number(id))]
    return sentPrefix + names.canonicalText
  }

  private static func purchase(_ number: Int, _ text: String) -> Pending? {
    guard let value = try? Value(json: text), let project = value["project"]?.string,
      let body = value["body"]?.string, let fields = try? Value(json: body),
      fields["event_type"]?.string != nil
    else { return nil }
    return Pending(
      number: number, project: project,
      transaction: fields["transaction_id"]?.number?.uint64, body: body)
  }
}
