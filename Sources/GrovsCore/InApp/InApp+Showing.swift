import JSON

extension InApp {
  private static let pageLimit = Span.seconds(10)
  private static let pictureDelay = Span.seconds(5)
  private static let pictureTries = 10

  /// Whether anything keeps messages off the screen.
  private func isHeld(_ standing: Standing) -> Bool { hold.isOn || !standing.isForeground }

  /// Puts on screen what may go there now: tests in their order, then the match that waits.
  mutating func next(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    if case .ready? = current?.stage { draw(world, standing, &turn) }
    while current == nil, !isHeld(standing), mayShow(standing) {
      if let place = tests.firstIndex(where: { fits($0.campaign, world) }) {
        begin(tests.remove(at: place), world, standing, &turn)
      } else if waiting != nil {
        guard let showing = takeMatch(world, &turn) else { continue }
        current = showing
        ask(world, standing, &turn)
      } else {
        return
      }
    }
  }

  private func fits(_ campaign: Campaign, _ world: World) -> Bool {
    campaign.orientation.map { $0 == world.orientation } ?? true
  }

  // MARK: - Tests

  private mutating func begin(
    _ test: Test, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    let event = Occurrence(kind: .event(""))
    guard let showing = Showing(test.campaign, event, test: test.id),
      !test.campaign.opensStore || world.hasStore
    else {
      drop(test: test.id, "the project has no store page", standing, &turn)
      return
    }
    current = showing
    ask(world, standing, &turn)
  }

  /// Gives a test message up for good.
  mutating func drop(
    test id: String, _ reason: String, _ standing: Standing, _ turn: inout Turn
  ) {
    turn.log(.warn, "The test message \(id) is dropped: \(reason).")
    history.finishTest(id)
    keepHistory(standing, &turn)
  }

  // MARK: - Asking the delegate

  private mutating func ask(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    guard let campaign = current?.id else { return }
    let id = "a\(turn.nextSerial())"
    if tell(.shouldShowInAppMessage(id: id, campaignID: campaign), &turn) {
      current?.stage = .asked(id)
    } else {
      prepare(world, standing, &turn)
    }
  }

  /// Tells the in-app delegate, if there is one that has the method.
  @discardableResult
  func tell(_ callback: Callback, _ turn: inout Turn) -> Bool {
    guard let delegate, let method = callback.inAppMember, !delegate.lacks.contains(method) else {
      return false
    }
    turn.stage(.callback(object: delegate.name, callback))
    return true
  }

  /// Takes the delegate's answer; gives whether it was one to a question that is open.
  mutating func answerDelegate(
    _ id: String, _ value: Value, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) -> Bool {
    guard let showing = current, case .asked(let open) = showing.stage, open.isSame(as: id) else {
      return false
    }
    if value.bool == false {
      current = nil
      if let test = showing.test {
        drop(test: test, "the delegate does not want it", standing, &turn)
      }
    } else {
      prepare(world, standing, &turn)
    }
    next(world, standing, &turn)
    return true
  }

  // MARK: - Loading

  private mutating func prepare(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    guard let showing = current else { return }
    guard standing.device.window != nil else {
      fail("there is no window", standing, &turn)
      return
    }
    if showing.message.picture != nil {
      fetch(standing, &turn)
    } else if let template = showing.message.template {
      load(template, world, standing, &turn)
    } else {
      draw(world, standing, &turn)
    }
  }

  private mutating func load(
    _ template: Template, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let showing = current else { return }
    let user = world.attributes ?? Object()
    guard let html = try? template.page(user: user, event: showing.event.properties) else {
      fail("a field of its page has no value", standing, &turn)
      return
    }
    let id = "p\(turn.nextSerial())"
    current?.page = Page(
      campaign: showing.id, isTest: showing.isTest, user: user, event: showing.event.properties)
    current?.stage = .page(id)
    patience = turn.alarm(at: standing.now + Self.pageLimit)
    turn.stage(.load(id: id, campaign: showing.id, html: html))
  }

  /// Takes the height that a page reports; gives whether the page is waited for.
  mutating func answerPage(
    _ id: String, _ value: Value, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) -> Bool {
    guard let showing = current, case .page(let open) = showing.stage, open.isSame(as: id) else {
      return false
    }
    guard let height = value["height"]?.number, height > Number(0) else { return true }
    patience = nil
    if showing.message.hasHeight {
      let room = standing.device.window?["safe_height"]?.number
      current?.height = .number(room.map { min($0, height) } ?? height)
    }
    current?.stage = .ready
    next(world, standing, &turn)
    return true
  }

  private mutating func fetch(_ standing: Standing, _ turn: inout Turn) {
    guard let address = current?.message.picture else { return }
    guard let link = LinkText(address), link.scheme == "https", link.isURL else {
      fail("the address of its picture is none", standing, &turn)
      return
    }
    let serial = turn.nextSerial()
    current?.stage = .picture(serial)
    turn.fetch(.picture(serial), address)
  }

  /// Takes the answer to a picture's request.
  mutating func answerPicture(
    _ serial: Int, isLoaded: Bool, _ world: World, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let showing = current, case .picture(serial) = showing.stage else { return }
    if isLoaded {
      current?.stage = .ready
    } else if showing.isTest {
      current?.stage = .picture(nil)
      if standing.isForeground { current?.failures += 1 }
      if (current?.failures ?? 0) < Self.pictureTries {
        patience = turn.alarm(at: standing.now + Self.pictureDelay)
      } else {
        fail("its picture does not load", standing, &turn)
      }
    } else {
      fail("its picture does not load", standing, &turn)
    }
    next(world, standing, &turn)
  }

  /// Tries a picture again that waits for the foreground.
  mutating func retryPicture(_ standing: Standing, _ turn: inout Turn) {
    guard standing.isForeground, patience == nil, case .picture(nil)? = current?.stage else {
      return
    }
    fetch(standing, &turn)
  }

  /// The time of a page is over, or that between two tries of a picture.
  mutating func firePatience(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    patience = nil
    if case .page? = current?.stage { fail("its page was not ready in time", standing, &turn) }
    retryPicture(standing, &turn)
    next(world, standing, &turn)
  }

  // MARK: - Drawing

  private mutating func draw(_ world: World, _ standing: Standing, _ turn: inout Turn) {
    guard let showing = current else { return }
    current?.stage = .ready
    guard !isHeld(standing), mayShow(standing) else { return }
    guard standing.device.window != nil else {
      fail("there is no window", standing, &turn)
      return
    }
    guard showing.fits(world.orientation) else {
      current = nil
      if let test = showing.test { tests.insert(Test(id: test, campaign: showing.campaign), at: 0) }
      return
    }
    show(.message, &turn)
    if let test = showing.test {
      history.finishTest(test)
    } else {
      history.view(showing.id, world)
      turn.signal(.report("in_app_viewed", ["campaign_id": .string(showing.id)]))
    }
    keepHistory(standing, &turn)
    tell(.didShowInAppMessage(campaignID: showing.id), &turn)
  }

  /// Shows a part of the message that has the screen.
  mutating func show(_ part: Showing.Part, _ turn: inout Turn) {
    let id = "s\(turn.nextSerial())"
    current?.part = part
    current?.stage = .onScreen(id)
    guard let showing = current else { return }
    turn.stage(.show(id: id, campaign: showing.id, showing.words))
  }

  // The message cannot be drawn: its next trigger tries again, a test is given up.
  private mutating func fail(_ reason: String, _ standing: Standing, _ turn: inout Turn) {
    guard let showing = current else { return }
    clear(&turn)
    if let test = showing.test {
      drop(test: test, reason, standing, &turn)
    } else {
      turn.stageReport(
        .inAppDisplayFailed, "The message \(showing.id) could not be drawn: \(reason).", standing)
    }
  }

  /// Frees the screen, whatever had it; what was being loaded is given up.
  mutating func clear(_ turn: inout Turn) {
    if case .picture(let serial?)? = current?.stage { turn.abandon(.picture(serial)) }
    current = nil
    patience = nil
  }
}
