import JSON

/// One change to a trace that a sharp spec must notice.
package struct Mutant: Sendable {
  /// In words, such as `body at events[0].tags removed`.
  package var change: String
  /// The effects of the turn, changed.
  package var effects: [Effect]
  /// How far the turn is moved in time, in milliseconds.
  package var moved: Int64 = 0
  /// Where a leaf or key was changed: the part of the effect and the way to it.
  package var place: Place?

  package struct Place: Sendable {
    package var part: String
    package var path: [Difference.Part]
  }
}

/// A change inside a value, with the way to it.
struct ValueChange {
  var path: [Difference.Part]
  var what: String
  var value: Value
}

extension Value {
  /// Every change of one leaf, every key or item added and every one removed.
  ///
  /// A leaf in the form of an id or an instant is changed within its form too.
  var changes: [ValueChange] {
    switch self {
    case .object(let object):
      var all: [ValueChange] = []
      for pair in object {
        for change in pair.value.changes {
          var copy = object
          copy[pair.key] = change.value
          all.append(change.under(.key(pair.key), .object(copy)))
        }
        var copy = object
        copy[pair.key] = nil
        all.append(
          ValueChange(path: [.key(pair.key)], what: "removed", value: .object(copy)))
      }
      var copy = object
      copy["zz_added"] = 1
      all.append(ValueChange(path: [.key("zz_added")], what: "added", value: .object(copy)))
      return all
    case .array(let items):
      var all: [ValueChange] = []
      for index in items.indices {
        for change in items[index].changes {
          var copy = items
          copy[index] = change.value
          all.append(change.under(.index(index), .array(copy)))
        }
        var copy = items
        copy.remove(at: index)
        all.append(ValueChange(path: [.index(index)], what: "removed", value: .array(copy)))
      }
      all.append(
        ValueChange(
          path: [.index(items.count)], what: "added", value: .array(items + ["zz added"])))
      return all
    default:
      return leaves.map { ValueChange(path: [], what: "changed to \($0.canonicalText)", value: $0) }
    }
  }

  private var leaves: [Value] {
    switch self {
    case .null: return [0]
    case .bool(let value): return [.bool(!value), .string(value ? "true" : "false")]
    case .number(let number):
      let next: Value =
        if let int = number.int, int < Int.max {
          .int(int + 1)
        } else if let wide = number.uint64 {
          .number(Number(wide - 1))
        } else {
          Number(number.double * 2).map { .number($0) } ?? 0
        }
      return [next, .string(canonicalText)]
    case .string(let text):
      var all: [Value] = [.string(text + "~")]
      if let instant = InstantText.parse(text) {
        all.append(.string(InstantText.format(instant + 1)))
      }
      if let other = Self.otherID(than: text) { all.append(.string(other)) }
      // A text that holds JSON is also changed inside.
      if let inner = try? Value(json: text), inner.object != nil || inner.array != nil {
        all += inner.changes.map { .string($0.value.canonicalText) }
      }
      return all
    default: return []
    }
  }

  // Another id of the same form: one digit turned.
  private static func otherID(than text: String) -> String? {
    guard Pattern.AnyType.isUUID(text), let last = text.utf8.last else { return nil }
    return String(text.dropLast()) + (last == UInt8(ascii: "0") ? "1" : "0")
  }
}

extension ValueChange {
  fileprivate func under(_ part: Difference.Part, _ value: Value) -> ValueChange {
    ValueChange(path: [part] + path, what: what, value: value)
  }
}
