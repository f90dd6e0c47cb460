import JSON

/// Shows rich media, and asks the delegate about them if there is one.
struct RichMediaManager: Sendable {
  private(set) var delegate: Presenter?
  /// Pages that came while another was under way, in the order of their triggers.
  private var waiting: [RichMedia] = []
  /// Those that the system was given and has not presented yet, by question.
  private var underWay: [(show: String, media: RichMedia)] = []
  private var onScreen: [(show: String, media: RichMedia)] = []
  /// The newest rich media of each page.
  private var newest: [RichMedia] = []
  private var serial = 0

  mutating func setDelegate(
    _ presenter: Presenter?, _ standing: Standing, _ turn: inout Turn
  ) {
    delegate = presenter
    ask(standing, &turn)
  }

  mutating func trigger(_ pages: [String], _ standing: Standing, _ turn: inout Turn) {
    waiting += pages.map { make($0) }
    ask(standing, &turn)
  }

  /// Presents a page for the app, whatever is on screen, and without asking anyone.
  mutating func present(_ page: String, _ standing: Standing, _ turn: inout Turn) {
    present(media(page), standing, &turn)
    ask(standing, &turn)
  }

  /// Whether the queue would present a page; without a queue nobody says no.
  mutating func askQueue(_ page: String) -> Bool {
    guard case .queue(let name, var queue)? = delegate else { return true }
    defer { delegate = .queue(name, queue) }
    return queue.shouldPresent(media(page))
  }

  /// Whether a page was presented or has failed.
  mutating func answer(
    _ show: String, _ value: Value, _ standing: Standing, _ turn: inout Turn
  ) {
    guard let place = underWay.firstIndex(where: { $0.show.isSame(as: show) }) else { return }
    let shown = underWay.remove(at: place)
    if value.string == "presented" {
      onScreen.append(shown)
      tell(.didPresent(page: shown.media.page), "didPresentRichMedia", &turn)
      if case .queue(let name, var queue)? = delegate {
        queue.didPresent()
        delegate = .queue(name, queue)
      }
    } else {
      turn.add(.close(show))
      var next = failed(shown.media, &turn)
      while let media = next { next = attempt(media, standing, &turn) }
    }
    ask(standing, &turn)
  }

  /// The person closes a page.
  mutating func close(_ show: String, _ standing: Standing, _ turn: inout Turn) {
    guard let place = onScreen.firstIndex(where: { $0.show.isSame(as: show) }) else { return }
    let media = onScreen.remove(at: place).media
    turn.add(.close(show))
    tell(.didClose(page: media.page), "didCloseRichMedia", &turn)
    var next = queueClosed(media)
    while let media = next { next = attempt(media, standing, &turn) }
    ask(standing, &turn)
  }

  // MARK: - Asking

  // Without a delegate everything is presented at once; with one, one page at a time is under way.
  private mutating func ask(_ standing: Standing, _ turn: inout Turn) {
    while !waiting.isEmpty, delegate == nil || underWay.isEmpty {
      let media = waiting.removeFirst()
      if shouldPresent(media, &turn) { present(media, standing, &turn) }
    }
  }

  private mutating func shouldPresent(_ media: RichMedia, _ turn: inout Turn) -> Bool {
    tell(.shouldPresent(page: media.page), "shouldPresentRichMedia", &turn)
    switch delegate {
    case .queue(let name, var queue):
      let answer = queue.shouldPresent(media)
      delegate = .queue(name, queue)
      return answer
    case .app(let app):
      return app.presents || delegate?.has("shouldPresentRichMedia") == false
    case nil: return true
    }
  }

  // MARK: - Presenting

  private mutating func present(
    _ media: RichMedia, _ standing: Standing, _ turn: inout Turn
  ) {
    // Where each fails in turn, one loop takes the queue to its end.
    var next: RichMedia? = media
    while let media = next { next = attempt(media, standing, &turn) }
  }

  /// Presents a page; where it fails at once, gives the one that comes next.
  private mutating func attempt(
    _ media: RichMedia, _ standing: Standing, _ turn: inout Turn
  ) -> RichMedia? {
    guard standing.device.hasWindow else { return failed(media, &turn) }
    let show = turn.id("s")
    underWay.append((show, media))
    turn.add(.show(id: show, page: media.page))
    return nil
  }

  private mutating func failed(_ media: RichMedia, _ turn: inout Turn) -> RichMedia? {
    turn.warn("the rich media '\(media.page)' cannot be presented")
    tell(.presentingDidFail(page: media.page), "presentingDidFailForRichMedia", &turn)
    return queueClosed(media)
  }

  private mutating func queueClosed(_ media: RichMedia) -> RichMedia? {
    guard case .queue(let name, var queue)? = delegate else { return nil }
    defer { delegate = .queue(name, queue) }
    return queue.didClose(media)
  }

  private func tell(_ callback: Callback, _ method: String, _ turn: inout Turn) {
    guard let delegate, delegate.has(method) else { return }
    turn.add(.callback(object: delegate.name, callback))
  }

  // MARK: - Rich media

  private mutating func make(_ page: String) -> RichMedia {
    serial += 1
    let media = RichMedia(page: page, serial: serial)
    newest.removeAll { $0.page.isSame(as: page) }
    newest.append(media)
    return media
  }

  private mutating func media(_ page: String) -> RichMedia {
    newest.first { $0.page.isSame(as: page) } ?? make(page)
  }
}
