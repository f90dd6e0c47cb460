import JSON

extension Fingerprint {
  mutating func feed(_ pattern: Pattern?) {
    guard let pattern else { return feed("nothing") }
    switch pattern {
    case .exact(let value):
      feed("=")
      feed(value)
    case .object(let fields, let open):
      feed(open ? "open" : "closed")
      for field in fields {
        feed(field.key)
        feed(field.pattern)
      }
      feed(".")
    case .list(let items): feed("list", items)
    case .set(let items): feed("set", items)
    case .all(let item): feed("all", item)
    case .optional(let item): feed("optional", item)
    case .json(let item): feed("json", item)
    case .any(let type): feed(texts: "any", type.rawValue)
    case .like(let parts):
      feed("like")
      for part in parts { feed(part) }
      feed(".")
    case .absent: feed("absent")
    case .bind(let name, let type): feed(texts: "bind", name, type ?? "")
    case .new(let type): feed(texts: "new", type)
    case .time(let first, let last):
      feed("time")
      feed(first)
      feed(last)
    case .range(let low, let high): feed(texts: "range", low.description, high.description)
    case .same(let label): feed(texts: "same", label)
    }
  }

  private mutating func feed(_ kind: String, _ items: [Pattern]) {
    feed(kind)
    for item in items { feed(item) }
    feed(".")
  }

  private mutating func feed(_ kind: String, _ item: Pattern) {
    feed(kind)
    feed(item)
  }

  mutating func feed(texts first: String, _ second: String, _ third: String? = nil) {
    feed(first)
    feed(second)
    if let third { feed(third) }
  }

  mutating func feed(_ request: RequestPattern) {
    feed(texts: request.method, request.url)
    for header in request.headers {
      feed(header.name)
      feed(header.value)
    }
    feed(request.body)
    for key in request.exact { feed(key) }
  }
}
