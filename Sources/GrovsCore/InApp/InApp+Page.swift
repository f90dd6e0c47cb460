import JSON

extension InApp {
  /// The page of the message that has the screen, hidden or not.
  private var page: Page? { current?.page }

  /// Calls or reads a member for the page of the message.
  mutating func call(
    _ member: PageMember, _ call: String, _ world: World, _ standing: Standing,
    _ turn: inout Turn
  ) -> Answer {
    switch member {
    case .user: return .attributes(page?.user)
    case .event: return .attributes(page?.event)
    case .capabilities:
      return .attributes(page.map { _ in Page.capabilities(standing.device.permission) })
    case .write: break
    case .close: take(.close, nil, standing, &turn)
    case .track(let name, let properties):
      take(.track(name: name, properties: properties), nil, standing, &turn)
    case .open(let link): take(.open(link), nil, standing, &turn)
    case .setAttribute(let key, let value):
      take(.setAttribute(key: key, value), nil, standing, &turn)
    case .requestPushPermission(let name):
      let completion = name.map { Completion(call: call, name: $0) }
      take(.requestPushPermission, completion, standing, &turn)
    }
    next(world, standing, &turn)
    return .nothing
  }

  private mutating func take(
    _ call: PageCall, _ completion: Completion?, _ standing: Standing, _ turn: inout Turn
  ) {
    let device = standing.device
    let steps = current?.page?.take(
      call, at: standing.now, permission: device.permission, ownSchemes: device.ownSchemes)
    perform(steps ?? [], completion, &turn)
  }

  /// A tap inside the page.
  mutating func tapPage(_ tap: PageTap, _ standing: Standing, _ turn: inout Turn) {
    let device = standing.device
    let steps = current?.page?.tap(
      tap, at: standing.now, permission: device.permission, ownSchemes: device.ownSchemes)
    perform(steps ?? [], nil, &turn)
  }

  private mutating func perform(
    _ steps: [PageStep], _ completion: Completion?, _ turn: inout Turn
  ) {
    // What follows the closing still speaks of this message.
    guard let showing = current else { return }
    for step in steps {
      switch step {
      case .openURL(let address): turn.stage(.openURL(.address(address)))
      case .close(let reason?): end(.dismissal(reason), &turn)
      case .close(nil): end(.click, &turn)
      case .track(let name, let properties): turn.signal(.pageEvent(name, properties))
      case .click:
        turn.signal(.report("in_app_clicked", ["campaign_id": .string(showing.id)]))
      case .tellTap:
        tell(.didTapInAppMessage(campaignID: showing.id, buttonID: nil, payload: nil), &turn)
      case .setAttribute(let key, let value): turn.signal(.pageAttribute(key, value))
      case .askPermission: prompt(for: completion, &turn)
      case .resolve(let permission):
        if let completion { turn.complete(completion, with: .text(permission.rawValue)) }
      case .log(let level, let text): turn.log(level, text)
      }
    }
  }
}
