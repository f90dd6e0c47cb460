import JSON

/// Creates links and reads their details, each for a completion that is called once.
struct Links: Sendable {
  private enum Kind {
    case creation, details
  }

  /// A call of the app that has no answer yet.
  private struct Query: Sendable {
    var serial: Int
    var kind: Kind
    var completion: Completion?
    var body: String
    var isAsked = false
    var retry = Retry()

    /// What the completion gets, or `nil` where the answer lacks it.
    func answer(in object: Object) -> Answer? {
      switch kind {
      case .creation:
        guard let link = object["link"]?.string, LinkText(link)?.isURL == true else { return nil }
        return .text(link)
      case .details:
        return .payload(object[Outcome.nullableKey]?.object.map { AppMap($0) })
      }
    }
  }

  private var queries: [Query] = []

  var alarm: Alarm? { queries.lazy.compactMap(\.retry.alarm).min() }

  // MARK: - Members

  mutating func create(
    _ link: NewLink, _ completion: Completion?, _ standing: Standing, _ turn: inout Turn
  ) {
    var query = Query(
      serial: turn.nextSerial(), kind: .creation, completion: completion, body: "")
    guard mayAsk("generateLink", query, standing, &turn) else { return }
    guard let body = link.body else {
      turn.log(.error, "generateLink was given data that are no JSON; no link is created.")
      giveUp(query, standing, &turn)
      return
    }
    query.body = body
    begin(query, standing, &turn)
  }

  mutating func readDetails(
    of path: String, _ completion: Completion?, _ standing: Standing, _ turn: inout Turn
  ) {
    let bare = String(Substring(path.utf8.drop { $0 == UInt8(ascii: "/") }))
    let body: Value = ["path": .string(bare)]
    let query = Query(
      serial: turn.nextSerial(), kind: .details, completion: completion,
      body: body.canonicalText)
    guard mayAsk("linkDetails", query, standing, &turn) else { return }
    begin(query, standing, &turn)
  }

  private func mayAsk(
    _ member: String, _ query: Query, _ standing: Standing, _ turn: inout Turn
  ) -> Bool {
    if standing.isCollecting { return true }
    if standing.setup != nil {
      turn.log(.warn, "\(member) was called while the SDK is disabled; it gets nil.")
    }
    complete(query, nil, &turn)
    return false
  }

  private mutating func begin(_ query: Query, _ standing: Standing, _ turn: inout Turn) {
    guard standing.isReady || standing.isAuthenticating else {
      giveUp(query, standing, &turn)
      return
    }
    queries.append(query)
    if standing.isReady { ask(queries.count - 1, &turn) }
  }

  // MARK: - When

  /// Asks what waits, retries at once and with all tries before them.
  mutating func resume(_ turn: inout Turn) {
    for place in queries.indices where !queries[place].isAsked {
      queries[place].retry = Retry()
      ask(place, &turn)
    }
  }

  /// The wait before a retry is over.
  mutating func fire(_ alarm: Alarm, _ turn: inout Turn) {
    guard let place = queries.firstIndex(where: { $0.retry.alarm == alarm }) else { return }
    queries[place].retry.fire()
    ask(place, &turn)
  }

  /// What is not on its way waits for the next authentication.
  mutating func configure() {
    for place in queries.indices { queries[place].retry = Retry() }
  }

  mutating func authenticationFailed(_ standing: Standing, _ turn: inout Turn) {
    let waiting = queries.filter { !$0.isAsked }
    queries.removeAll { !$0.isAsked }
    for query in waiting { giveUp(query, standing, &turn) }
  }

  mutating func disable(_ turn: inout Turn) {
    let open = queries
    queries = []
    for query in open { complete(query, nil, &turn) }
  }

  // MARK: - Answers

  mutating func answer(
    _ serial: Int, _ outcome: Outcome, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let place = queries.firstIndex(where: { $0.serial == serial }) else { return }
    queries[place].isAsked = false
    switch outcome {
    case .success(let object):
      guard let answer = queries[place].answer(in: object) else {
        retry(place, atLeast: nil, standing, &turn)
        return
      }
      complete(queries.remove(at: place), answer, &turn)
    case .failure(let least): retry(place, atLeast: least, standing, &turn)
    case .refusal: fail(place, standing, &turn)
    }
  }

  private mutating func retry(
    _ place: Int, atLeast least: Span?, _ standing: Standing, _ turn: inout Turn
  ) {
    if standing.isReady {
      guard !queries[place].retry.wait(atLeast: least, standing, &turn) else { return }
    } else if standing.isAuthenticating {
      return
    }
    fail(place, standing, &turn)
  }

  private mutating func fail(_ place: Int, _ standing: Standing, _ turn: inout Turn) {
    let query = queries.remove(at: place)
    if query.kind == .details {
      turn.explain(.networkRequestFailed, "The details of a link could not be read.", standing)
    }
    giveUp(query, standing, &turn)
  }

  private func giveUp(_ query: Query, _ standing: Standing, _ turn: inout Turn) {
    if query.kind == .creation {
      turn.explain(.linkGenerationFailed, "A link could not be created.", standing)
    }
    complete(query, nil, &turn)
  }

  private func complete(_ query: Query, _ answer: Answer?, _ turn: inout Turn) {
    guard let completion = query.completion else { return }
    let nothing: Answer = query.kind == .creation ? .text(nil) : .payload(nil)
    turn.complete(completion, with: answer ?? nothing)
  }

  private mutating func ask(_ place: Int, _ turn: inout Turn) {
    queries[place].isAsked = true
    let query = queries[place]
    turn.ask(
      query.kind == .creation ? .linkCreation(query.serial) : .linkDetails(query.serial),
      query.body)
  }
}
