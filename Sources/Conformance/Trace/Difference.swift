package import JSON

/// The first place at which a value parts from its pattern.
package struct Difference: Sendable {
  /// From the outside in.
  package var path: [Part]
  /// What should be there; nil for nothing.
  package var expected: Pattern?
  /// What is there; nil for nothing.
  package var got: Value?

  package enum Part: Hashable, Sendable {
    case key(String)
    case index(Int)
    /// Inside a text that holds JSON.
    case json

    package var isIndex: Bool { if case .index = self { true } else { false } }
  }

  /// The place in the way of a path, such as `events[0].tags`.
  package var place: String {
    var text = ""
    for part in path {
      switch part {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      case .json: text += "(json)"
      }
    }
    return text
  }
}

extension Pattern {
  /// The pattern as a spec would write it, on one line.
  package var text: String {
    switch self {
    case .exact(let value): value.canonicalText
    case .object(let fields, let open):
      (open ? "{ $open: " : "")
        + "{"
        + fields.filter { !$0.pattern.isOfNothing }.map { "\($0.key): \($0.pattern.text)" }
        .joined(separator: ", ") + "}"
        + (open ? " }" : "")
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .all(let item): "{ $all: \(item.text) }"
    case .set(let items): "{ $set: [" + items.map(\.text).joined(separator: ", ") + "] }"
    case .any(let type): "any \(type.rawValue)"
    case .like(let pieces): "like \"" + pieces.joined(separator: "*") + "\""
    case .absent: "no such key"
    case .optional(let inner): "none, or \(inner.text)"
    case .bind(let name, _): "the same \(name) as before"
    case .new(let group): "a new \(group)"
    case .time(let from, let to):
      from == to ? "the instant \(from.text)" : "an instant in \(from.text)..\(to.text)"
    case .range(let low, let high): "a number from \(low) to \(high)"
    case .json(let inner): "text holding JSON \(inner.text)"
    case .same(let label): "the body of \(label)"
    }
  }

  /// Whether it only says that there is nothing: a reader misses no word of it.
  var isOfNothing: Bool {
    switch self {
    case .absent, .optional(.exact(.null)): true
    default: false
    }
  }

  /// Whether a text is the pieces with any texts between them.
  static func text(_ text: String, fits pieces: [String]) -> Bool {
    guard let first = pieces.first, let last = pieces.last else { return false }
    let bytes = Array(text.utf8)
    guard pieces.count > 1 else { return text.isSame(as: first) }
    let (head, tail) = (Array(first.utf8), Array(last.utf8))
    guard bytes.count >= head.count + tail.count, bytes.starts(with: head),
      bytes.suffix(tail.count).elementsEqual(tail)
    else { return false }
    var from = head.count
    let end = bytes.count - tail.count
    for piece in pieces.dropFirst().dropLast() {
      let part = Array(piece.utf8)
      var at = from
      while at + part.count <= end, !bytes[at..<at + part.count].elementsEqual(part) { at += 1 }
      guard at + part.count <= end else { return false }
      from = at + part.count
    }
    return true
  }
}

extension Pattern.AnyType {
  func admits(_ value: Value) -> Bool {
    switch self {
    case .any: !value.isNull
    case .string: value.string != nil
    case .bool: value.bool != nil
    case .integer: value.number?.isInteger == true
    case .number: value.number != nil
    case .list: value.array != nil
    case .map: value.object != nil
    case .uuid: value.string.map(Self.isUUID) ?? false
    case .instant: value.string.map { InstantText.parse($0) != nil } ?? false
    }
  }

  /// Whether a text has the form of a UUID, in any case.
  static func isUUID(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isUUID($0[...]) }
  }

  static func isUUID(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return false }
      default:
        switch byte {
        case 48...57, 65...70, 97...102: break
        default: return false
        }
      }
    }
    return true
  }
}

extension InstantName {
  /// The name as a spec writes it.
  package var text: String {
    let name: String =
      switch base {
      case .now: "now"
      case .start: "start"
      case .label(let label): "'\(label)'"
      }
    guard offset != 0 else { return name }
    return name + (offset < 0 ? " - " : " + ") + DurationText.format(abs(offset))
  }
}
