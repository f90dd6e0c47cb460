import JSON

extension Pattern {
  /// The name of the pattern that lets a change through at the end of a way, or nil for none.
  func lets(_ path: ArraySlice<Difference.Part>) -> String? {
    switch self {
    case .any(let type): "$any: \(type.rawValue)"
    case .like: "$like"
    case .bind: "$bind"
    case .new: "$new"
    case .time: "$time"
    case .range: "$range"
    case .json: "$json"
    case .optional(let inner): inner.lets(path) ?? (path.isEmpty ? "$optional" : nil)
    case .exact, .absent, .same: nil
    case .object(let fields, let open): object(fields, open, path)
    case .list(let items):
      if case .index(let index)? = path.first, items.indices.contains(index) {
        items[index].lets(path.dropFirst())
      } else {
        nil
      }
    case .all(let item): path.count <= 1 ? "$all" : item.lets(path.dropFirst())
    case .set(let items):
      items.lazy.compactMap { $0.lets(path.dropFirst()) }.first
    }
  }

  private func object(
    _ fields: [Field], _ open: Bool, _ path: ArraySlice<Difference.Part>
  ) -> String? {
    guard case .key(let key)? = path.first else { return nil }
    let field = fields.first {
      $0.key.isSame(as: key) || (path.count == 1 && $0.key.isSameIgnoringCase(as: key))
    }
    guard let field else { return open ? "$open" : nil }
    return field.pattern.lets(path.dropFirst())
  }
}
