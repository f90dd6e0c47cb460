/// The requests that wait for their answer.
struct Exchange: Sendable {
  /// A request that the SDK has made and not heard of.
  struct Open: Sendable {
    var id: String
    var purpose: Purpose
    /// When it is given up.
    var limit: Alarm
  }

  static let timeLimit = Span.seconds(15)

  /// In the order of asking.
  private(set) var open: [Open] = []
  private var count = 0

  /// The first time limit that will run out.
  var alarm: Alarm? { open.lazy.map(\.limit).min() }

  /// Makes the request that a feature has asked for.
  mutating func send(_ ask: Turn.Ask, _ standing: Standing, limit serial: Int) -> Request? {
    guard ask.address != nil || standing.setup != nil else { return nil }
    count += 1
    let id = "r\(count)"
    let limit = Alarm(due: standing.now + Self.timeLimit, serial: serial)
    open.append(Open(id: id, purpose: ask.purpose, limit: limit))
    if let address = ask.address {
      return Request(id: id, method: "GET", url: address, headers: [], body: ask.body)
    }
    guard let setup = standing.setup else { return nil }
    return Request(
      id: id, method: "POST", url: setup.address + ask.purpose.endpoint.path,
      headers: Self.headers(standing, setup), body: ask.body)
  }

  /// Takes a request out because it was answered; `nil` when it is not open any more.
  mutating func close(_ id: String) -> Purpose? {
    guard let place = open.firstIndex(where: { $0.id == id }) else { return nil }
    return open.remove(at: place).purpose
  }

  /// Takes a request out because it is given up; `nil` when it is not open any more.
  mutating func close(_ purpose: Purpose) -> String? {
    guard let place = open.firstIndex(where: { $0.purpose == purpose }) else { return nil }
    return open.remove(at: place).id
  }

  /// Takes the request out whose time has run out.
  mutating func close(expired limit: Alarm) -> Open? {
    guard let place = open.firstIndex(where: { $0.limit == limit }) else { return nil }
    return open.remove(at: place)
  }

  /// Takes all of the backend's out, because the SDK is disabled, and gives their ids in the
  /// order of asking.
  mutating func closeAll() -> [String] {
    let closed = open.filter { $0.purpose.endpoint != .image }
    open.removeAll { $0.purpose.endpoint != .image }
    return closed.map(\.id)
  }

  private static func headers(_ standing: Standing, _ setup: Setup) -> [Header] {
    var headers = [
      Header("PROJECT-KEY", setup.project.headerValue),
      Header("IDENTIFIER", standing.device.bundleID),
      Header("PLATFORM", "ios"),
      Header("SDK-VERSION", "3.1"),
      Header("Content-Type", "application/json"),
    ]
    if let id = standing.deviceID { headers.append(Header("LINKSQUARED", id)) }
    return headers
  }
}
