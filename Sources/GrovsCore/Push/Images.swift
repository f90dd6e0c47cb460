import JSON

/// Adds the image of a campaign to its push, and hands every push on once.
struct Images: Sendable {
  /// An image on its way.
  private struct Download: Sendable {
    var serial: Int
    var content: AppMap
    var completion: Completion?
    /// The name of the task that the app was given; `nil` for the service extension's own.
    var task: String?
  }

  static let key = "grovs_image"
  private static let attachmentsKey = "attachments"
  private static let formats: [(type: String, starts: [[UInt8]])] = [
    ("jpeg", [[0xFF, 0xD8, 0xFF]]),
    ("png", [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]),
    ("gif", [Array("GIF87a".utf8), Array("GIF89a".utf8)]),
  ]

  private var downloads: [Download] = []
  private var taskCount = 0

  /// Takes a push for the service extension.
  mutating func receive(_ content: AppMap, _ completion: Completion?, _ turn: inout Turn) {
    if let address = Self.address(in: content) {
      begin(address, content, completion, task: nil, &turn)
    } else if let completion {
      turn.complete(completion, with: .content(content))
    }
  }

  /// The service extension's time runs out: what is on its way goes without its image.
  mutating func expire(_ turn: inout Turn) {
    let open = downloads.filter { $0.task == nil }
    downloads.removeAll { $0.task == nil }
    for download in open { giveUp(download, &turn) }
  }

  /// Adds the image to a content, and gives the name of the task that does.
  mutating func attach(
    _ content: AppMap, _ completion: Completion?, _ turn: inout Turn
  ) -> String? {
    guard let address = Self.address(in: content) else {
      if let completion { turn.completeInside(completion, with: .content(content)) }
      return nil
    }
    taskCount += 1
    let task = "o\(taskCount)"
    begin(address, content, completion, task: task, &turn)
    return task
  }

  mutating func cancel(_ task: String, _ turn: inout Turn) {
    guard let place = downloads.firstIndex(where: { $0.task?.isSame(as: task) == true }) else {
      return
    }
    giveUp(downloads.remove(at: place), &turn)
  }

  mutating func answer(_ serial: Int, _ reply: Reply?, _ turn: inout Turn) {
    guard let place = downloads.firstIndex(where: { $0.serial == serial }) else { return }
    let download = downloads.remove(at: place)
    var content = download.content
    if let reply, (200..<300).contains(reply.status) { Self.attach(reply.bytes, to: &content) }
    if let completion = download.completion {
      turn.complete(completion, with: .content(content))
    }
  }

  private mutating func begin(
    _ address: String, _ content: AppMap, _ completion: Completion?, task: String?,
    _ turn: inout Turn
  ) {
    let serial = turn.nextSerial()
    downloads.append(
      Download(serial: serial, content: content, completion: completion, task: task))
    turn.fetch(.image(serial), address)
  }

  private func giveUp(_ download: Download, _ turn: inout Turn) {
    turn.abandon(.image(download.serial))
    if let completion = download.completion {
      turn.complete(completion, with: .content(download.content))
    }
  }

  /// Whether an answer holds an image that can be drawn.
  static func isImage(_ reply: Reply) -> Bool {
    let bytes = reply.bytes
    return formats.contains { $0.starts.contains { bytes.starts(with: $0) } }
  }

  // The image's address, where the push has one that may be loaded.
  private static func address(in content: AppMap) -> String? {
    let address: String? =
      switch content["userInfo"] {
      case .json(let userInfo): userInfo[key]?.string
      case .map(let userInfo): userInfo[key]?.text
      default: nil
      }
    guard let address, let link = LinkText(address), link.scheme == "https", link.isURL else {
      return nil
    }
    return address
  }

  private static func attach(_ bytes: [UInt8], to content: inout AppMap) {
    let format = formats.first { $0.starts.contains { bytes.starts(with: $0) } }
    guard let format else { return }
    let attachments: [AppValue] =
      switch content[attachmentsKey] {
      case .json(.array(let items)): items.map { .json($0) }
      case .list(let items): items
      default: []
      }
    var attachment = AppMap()
    attachment["type"] = .json(.string(format.type))
    attachment["data"] = .data(bytes)
    content[attachmentsKey] = .list(attachments + [.map(attachment)])
  }
}

extension Reply {
  fileprivate var bytes: [UInt8] {
    switch body {
    case .none: []
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }
}
