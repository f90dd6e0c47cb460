import JSON

/// One line for each kind of entry, in the words of a spec.
package enum EntryText {
  /// What an entry says, cut at a width; addresses under `base` are told by their path.
  package static func line(_ entry: TraceEntry, width: Int = 110, base: String = "") -> String {
    shortened(line(entry.event).without(base), to: width)
  }

  private static func line(_ event: TraceEntry.Event) -> String {
    switch event {
    case .input(let act): line(act)
    case .advance(let time, let quiet):
      (quiet ? "quiet: " : "advance: ") + DurationText.format(time)
    case .world(let what, let with):
      (what == "device" ? "device:" : "app: \(what)") + arguments(with, leaving: nil)
    case .clock(let wall): "device: clock \(InstantText.format(wall))"
    case .effect(let effect): line(effect)
    }
  }

  package static func line(_ act: Input.Act) -> String {
    switch act {
    case .launch(let launch):
      "app: launch" + (launch.app == "foreground" ? "" : " in \(launch.app)")
        + (launch.storage == nil ? ", locked" : "")
    case .call(_, let member, let with):
      "call: \(member)" + arguments(with.withoutClosures, leaving: nil)
    case .reply(let id, let response): "reply: \(id) \(response.status)" + text(response.body)
    case .fail(let id, let kind): "reply: \(id) fails \(kind.rawValue)"
    case .tick: "tick"
    case .app(let to, let with): "app: \(to)" + arguments(with, leaving: "storage")
    case .device(let with): "device:" + arguments(with, leaving: nil)
    case .user(_, let act, let with): "user: \(act)" + arguments(with, leaving: nil)
    case .answer(let id, let with): "answer: \(id) \(with.canonicalText)"
    case .release(let object): "app: release \(object)"
    }
  }

  package static func line(_ effect: Effect) -> String {
    switch effect {
    case .returned(_, let value): "returns: \(value.canonicalText)"
    case .completion(let call, let name, let with):
      "\(name) of \(call)" + (with.map { ": \($0.canonicalText)" } ?? "")
    case .callback(let object, let member, let with):
      "callback: \(member)" + (object == "app" ? "" : " on \(object)")
        + arguments(with, leaving: nil)
    case .request(let request):
      "request: \(request.id) \(request.method) \(request.url)" + text(request.body)
    case .cancel(let id): "cancel: \(id)"
    case .other(let kind, _, let name, let with):
      "\(kind): \(name)" + arguments(with, leaving: nil)
    case .close(let id): "close: \(id)"
    case .store(let disk, let keychain): "store: " + keys(disk, keychain)
    case .log(let level, let text): "log \(level): \(text)"
    case .note(let text): "note: \(text)"
    case .unsupported(let what): "unsupported: \(what)"
    case .fault(let message): "fault: \(message)"
    }
  }

  private static func arguments(_ with: Object, leaving key: String?) -> String {
    var with = with
    if let key { with[key] = nil }
    return with.isEmpty ? "" : " " + Value.object(with).canonicalText
  }

  private static func text(_ body: Body) -> String {
    switch body {
    case .none: ""
    case .text(let text): " " + text
    case .bytes(let bytes): " \(bytes.count) bytes"
    }
  }

  private static func keys(_ disk: Object?, _ keychain: Object?) -> String {
    let written = (disk?.pairs ?? []).map { ($0.value.isNull ? "-" : "") + $0.key }
    let secrets = (keychain?.pairs ?? []).map {
      "keychain " + ($0.value.isNull ? "-" : "") + $0.key
    }
    return (written + secrets).joined(separator: ", ")
  }

  /// The text with controls escaped, and its middle left out where it is wider.
  package static func shortened(_ text: String, to width: Int) -> String {
    let scalars = Array(escaped(text).unicodeScalars)
    guard scalars.count > width, width > 8 else { return String(String.UnicodeScalarView(scalars)) }
    let head = width * 2 / 3
    let tail = width - head - 1
    return String(String.UnicodeScalarView(scalars[..<head])) + "…"
      + String(String.UnicodeScalarView(scalars[(scalars.count - tail)...]))
  }

  /// The text with every control character as its escape, so that it stays on its line.
  ///
  /// Marks that turn the direction of a line, and its rarer ends, are escaped too.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isEscaped:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Object {
  fileprivate var withoutClosures: Object {
    Object(filter { $0.value["$closure"] == nil }.map { ($0.key, $0.value) })
  }
}

extension String {
  /// The text with the first `POST base/path` in it told as `/path`.
  func without(_ base: String) -> String {
    let address = Array("POST \(base)/".utf8)
    let bytes = Array(utf8)
    guard !base.isEmpty, bytes.count > address.count,
      let place = (0...min(40, bytes.count - address.count)).first(where: {
        bytes[$0...].starts(with: address)
      })
    else { return self }
    let rest = bytes[(place + address.count - 1)...]
    return String(decoding: bytes[..<place] + rest, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  fileprivate var isEscaped: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
