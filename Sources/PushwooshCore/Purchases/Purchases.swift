import JSON

/// Reports purchases, each once, kept on disk until it was accepted.
struct Purchases: Sendable {
  private struct Purchase: Sendable {
    /// Tells the order and the key on disk.
    var number: Int
    var id: String
    /// What is sent, the same at every repeat.
    var body: String
    var request: Open?

    // Numbers of one length keep their order as texts.
    var key: String {
      let digits = String(number)
      return "purchase/" + String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    }
  }

  private struct Open: Sendable {
    var id: String
    /// When it is given up.
    var due: Instant
  }

  private static let flag = "Pushwoosh_PURCHASE_TRACKING_ENABLED"
  private static let address = "https://cp.pushwoosh.com/json/1.3/setPurchase"
  private static let limit: Int64 = 15

  /// Whether what earlier launches have kept is known.
  private var isLoaded = false
  /// What came before that.
  private var early: [Transaction] = []
  private var waiting: [Purchase] = []
  /// The ids of the transactions that were accepted, as keys.
  private var reported = Object()
  private var number = 0
  /// Whether the flag was set when the app started.
  private var isObserving = false

  var wake: Instant? { waiting.compactMap(\.request?.due).min() }

  mutating func launch(_ storage: Object?, _ standing: Standing, _ turn: inout Turn) {
    isObserving = Self.isOn(standing.device.info(Self.flag))
    if isObserving { turn.add(.observePayments) }
    load(storage, standing, &turn)
  }

  /// Takes what earlier launches have kept, sends it, and then what came before it was known.
  mutating func load(_ storage: Object?, _ standing: Standing, _ turn: inout Turn) {
    guard !isLoaded, let storage else { return }
    isLoaded = true
    for pair in storage {
      if let id = pair.key.behind("reported/") {
        reported[id] = .null
      } else if let number = pair.key.behind("purchase/").flatMap({ Int($0) }),
        let body = pair.value.string,
        let id = (try? Value(json: body))?["transactionIdentifier"]?.string
      {
        waiting.append(Purchase(number: number, id: id, body: body))
      }
    }
    number = waiting.last?.number ?? 0
    send(from: 0, standing, &turn)
    let transactions = early
    early = []
    report(transactions, standing, &turn)
  }

  mutating func foreground(_ storage: Object?, _ standing: Standing, _ turn: inout Turn) {
    load(storage, standing, &turn)
    send(from: 0, standing, &turn)
  }

  /// What the payment queue tells those who observe it.
  mutating func observe(
    _ transactions: [Transaction], _ standing: Standing, _ turn: inout Turn
  ) {
    if isObserving { report(transactions, standing, &turn) }
  }

  /// Reports those of the transactions that are purchases and were not reported yet.
  mutating func report(
    _ transactions: [Transaction], _ standing: Standing, _ turn: inout Turn
  ) {
    guard isLoaded else {
      early += transactions
      return
    }
    // What has failed before waits for the next launch or foreground.
    let first = waiting.count
    for transaction in transactions where transaction.state == .purchased {
      let id = transaction.id
      guard reported[id] == nil, !waiting.contains(where: { $0.id.isSame(as: id) }) else {
        continue
      }
      number += 1
      let purchase = Purchase(
        number: number, id: id, body: Self.body(transaction, standing.device.facts))
      turn.keep(purchase.key, purchase.body)
      waiting.append(purchase)
    }
    send(from: first, standing, &turn)
  }

  private mutating func send(
    from first: Int, _ standing: Standing, _ turn: inout Turn
  ) {
    for index in waiting.indices[first...] where waiting[index].request == nil {
      let id = turn.id("r")
      waiting[index].request = Open(id: id, due: standing.now.after(seconds: Self.limit))
      turn.add(.request(Request(id: id, url: Self.address, body: waiting[index].body)))
    }
  }

  /// Takes the answer to a request; `nil` where it failed on its way.
  mutating func answer(_ request: String, status: Int?, _ turn: inout Turn) {
    guard
      let place = waiting.firstIndex(where: { $0.request?.id.isSame(as: request) ?? false })
    else { return }
    guard let status, (200...299).contains(status) else {
      waiting[place].request = nil
      return
    }
    let purchase = waiting.remove(at: place)
    reported[purchase.id] = .null
    turn.keep(purchase.key, nil)
    turn.keep("reported/\(purchase.id)", "")
  }

  /// Gives up the requests that got no answer for too long.
  mutating func fire(_ standing: Standing, _ turn: inout Turn) {
    for index in waiting.indices {
      guard let open = waiting[index].request, open.due <= standing.now else { continue }
      waiting[index].request = nil
      turn.add(.cancel(request: open.id))
    }
  }

  private static func body(_ transaction: Transaction, _ facts: Object) -> String {
    let body: Value = [
      "application": facts["application_code"] ?? "", "hwid": facts["hwid"] ?? "",
      "transactionIdentifier": .string(transaction.id),
      "productIdentifier": .string(transaction.product),
      "quantity": .int(transaction.quantity), "transactionDate": .string(transaction.date),
    ]
    return body.canonicalText
  }

  /// Whether a value of Info.plist switches the flag on.
  private static func isOn(_ value: Value?) -> Bool {
    switch value {
    case .bool(let isOn): isOn
    case .number(let number): number == Number(1)
    case .string(let text):
      ["true", "yes", "1"].contains { $0.isSameIgnoringCase(as: text) }
    default: false
    }
  }
}

extension String {
  fileprivate func behind(_ start: String) -> String? {
    utf8.starts(with: start.utf8) ? String(utf8.dropFirst(start.utf8.count)) : nil
  }
}
