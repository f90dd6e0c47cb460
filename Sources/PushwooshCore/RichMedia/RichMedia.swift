import JSON

/// One rich media: each trigger of a page makes its own.
struct RichMedia: Sendable {
  var page: String
  var serial: Int
}

/// The guide's queue: one page on screen at a time, the others one after another.
struct RichMediaQueue: Sendable {
  private var queue: [RichMedia] = []
  private var isPresenting = false

  /// Whether a page shall be presented now; it joins the queue in any case.
  mutating func shouldPresent(_ media: RichMedia) -> Bool {
    queue.append(media)
    return !isPresenting
  }

  mutating func didPresent() { isPresenting = true }

  /// Frees the screen and gives the page that comes next; it stays in the queue until it closes.
  mutating func didClose(_ media: RichMedia) -> RichMedia? {
    isPresenting = false
    queue.removeAll { $0.serial == media.serial }
    return queue.first
  }
}

/// Who is asked about rich media and told of them.
enum Presenter: Sendable {
  case queue(String, RichMediaQueue)
  case app(RichMediaDelegate)

  var name: String {
    switch self {
    case .queue(let name, _): name
    case .app(let delegate): delegate.name
    }
  }

  func has(_ method: String) -> Bool {
    switch self {
    case .queue: true
    case .app(let delegate): !delegate.lacks.contains { $0.isSame(as: method) }
    }
  }
}
