extension Core {
  /// Hands each signal to the features, in the order that is written here, until none is left.
  mutating func settle(_ turn: inout Turn) {
    while let signal = turn.nextSignal() { hear(signal, &turn) }
  }

  private mutating func hear(_ signal: Signal, _ turn: inout Turn) {
    switch signal {
    case .collecting:
      events.collect(knowsDevice: projects.knowDevice, standing, &turn)
      clipboard.collect(&turn)
      taps.collect(&turn)
    case .disabled: disabled(&turn)
    case .authenticated(let answer): authenticated(answer, &turn)
    case .authenticationFailed(let isFinal):
      lookups.authenticationFailed()
      links.authenticationFailed(standing, &turn)
      purchases.authenticationFailed(&turn)
      inApp.authenticationFailed(isFinal: isFinal, world, standing, &turn)
    case .resumed: resumed(&turn)
    case .foreground: foregrounded(&turn)
    case .background:
      events.background(standing, &turn)
      inApp.background()
    case .surfaced: inApp.foreground(world, standing, &turn)
    case .occurred(let event, let isLaunch): hearInApp(event, isLaunch: isLaunch, &turn)
    case .report(let name, let properties): events.report(name, properties, standing, &turn)
    case .pageEvent(let name, let properties):
      events.trackOfPage(name, properties, standing, &turn)
    case .pageAttribute(let key, let value): setAttribute(key, value, &turn)
    case .session: events.beginSession(standing, &turn)
    case .screen(let name): events.recordScreen(name, nil, standing, &turn)

    case .opened(let tap): opens.open(tap, standing, &turn)
    case .tapped(let tap, let link): lookups.open(tap, link, standing, &turn)
    case .found(let found, .tap(let id)):
      taps.found(found, id, &turn)
      clipboard.found(found, .tap(id), standing, &turn)
    case .found(let found, let source):
      events.attribute(found, source, standing, &turn)
      clipboard.found(found, source, standing, &turn)
      guard found.link != nil || found.data != nil else { return }
      turn.signal(.deliver(found, payload: found.data.map { AppMap($0) }))
    case .tapWaits(let id): taps.wait(id)
    case .tapExpired(let id):
      if let payload = taps.expire(id, &turn) { payloads.add(payload) }
    case .lookedUp: lookedUp(&turn)
    case .deliver(let found, let payload):
      payloads.deliver(found, payload: payload, standing, &turn)
    }
  }

  private mutating func disabled(_ turn: inout Turn) {
    lookups.disable(&turn)
    visitor.disable()
    screens.aliases.disable()
    opens.disable()
    events.disable(standing)
    clipboard.disable()
    links.disable(&turn)
    purchases.disable(&turn)
    inApp.disable(&turn)
  }

  private mutating func lookedUp(_ turn: inout Turn) {
    // The first launch's events go behind the clipboard check, which tells its end anew.
    guard !clipboard.isAwaited else { return }
    events.queue.lookedUp(standing, &turn)
    inApp.lookedUp(visitor.identifier, standing, &turn)
  }

  private mutating func authenticated(_ answer: Authenticated, _ turn: inout Turn) {
    guard let project = standing.project else { return }
    standing.isAuthenticated = true
    standing.deviceID = answer.deviceID
    standing.scheme = answer.scheme
    standing.store = answer.store
    projects.adopt(answer, project, &turn)
    visitor.adopt(answer)
    taps.resume()
    lookups.start(standing, &turn)
    visitor.resume(standing, &turn)
    screens.aliases.resume(standing, &turn)
    opens.send(standing, &turn)
    purchases.resume(standing, &turn)
    clipboard.resume(standing, &turn)
    links.resume(&turn)
    events.queue.authenticate(isAwaited: isLookupAwaited, standing, &turn)
    inApp.authenticated(isAwaited: isLookupAwaited, visitor.identifier, standing, &turn)
  }

  /// Whether something is on its way that events wait for.
  private var isLookupAwaited: Bool { lookups.isAwaited(standing) || clipboard.isAwaited }

  private mutating func resumed(_ turn: inout Turn) {
    taps.resume()
    lookups.resume(standing, &turn)
    opens.send(standing, &turn)
    purchases.resume(standing, &turn)
    events.queue.resume(isAwaited: isLookupAwaited, standing, &turn)
    visitor.resume(standing, &turn)
    screens.aliases.resume(standing, &turn)
    clipboard.resume(standing, &turn)
    links.resume(&turn)
    inApp.resume(isAwaited: isLookupAwaited, visitor.identifier, standing, &turn)
  }

  private mutating func foregrounded(_ turn: inout Turn) {
    opens.foreground()
    events.foreground(standing)
    guard standing.isCollecting else { return }
    if standing.isAuthenticated {
      turn.signal(.resumed)
    } else {
      lookups.expire(standing, &turn)
      authentication.resume(standing, &turn)
    }
    turn.signal(.surfaced)
  }
}
