import JSON

@testable import Conformance

extension Pattern {
  /// The pattern in short, for tests.
  var brief: String {
    switch self {
    case .exact(let value): value.canonicalText
    case .object(let fields, let open):
      "{" + fields.map { "\($0.key): \($0.pattern.brief)" }.joined(separator: ", ")
        + (open ? ", …}" : "}")
    case .list(let items): "[" + items.map(\.brief).joined(separator: ", ") + "]"
    case .all(let item): "all \(item.brief)"
    case .set(let items): "set [" + items.map(\.brief).joined(separator: ", ") + "]"
    case .any(let type): "any \(type.rawValue)"
    case .like(let parts): "like \(parts.joined(separator: "*"))"
    case .absent: "absent"
    case .optional(let item): "optional \(item.brief)"
    case .bind(let name, let type): "bind \(name)" + (type.map { " of \($0)" } ?? "")
    case .new(let type): "new \(type)"
    case .time(let first, let last): "time \(first.brief)..\(last.brief)"
    case .range(let low, let high): "range \(low.description)..\(high.description)"
    case .json(let item): "json \(item.brief)"
    case .same(let label): "same \(label)"
    }
  }
}

extension InstantName {
  var brief: String {
    let name =
      switch base {
      case .now: "now"
      case .start: "start"
      case .label(let label): label
      }
    return offset == 0 ? name : "\(name)\(offset > 0 ? "+" : "")\(offset)"
  }
}

extension Reply {
  var brief: String {
    switch self {
    case .fails(let failure): return "fails \(failure.rawValue)"
    case .answer(let supply): return "answer \(supply.brief)"
    case .response(let status, let headers, let body):
      let text =
        switch body {
        case .none: "none"
        case .json(let supply): "json \(supply.brief)"
        case .text(let text): "text \(text)"
        case .bytes(let bytes): "bytes \(bytes)"
        }
      return "\(status) " + headers.map { "\($0.name)=\($0.value) " }.joined() + text
    }
  }
}

extension Supply {
  var brief: String { value.canonicalText + (timed ? " timed" : "") }
}

extension ActStep {
  var brief: String {
    let text =
      switch act {
      case .call(let member, let with, let returns, let closures):
        "call \(member) \(with.brief)" + (returns.map { " → \($0.brief)" } ?? "")
          + (closures.isEmpty ? "" : " completes")
      case .set(let property, let to): "set \(property) \(to.brief)"
      case .get(let property, let returns): "get \(property) → \(returns.brief)"
      case .reply(let to, let reply): "reply \(to) \(reply.brief)"
      case .advance(let milliseconds, let quiet): "\(quiet ? "quiet" : "advance") \(milliseconds)"
      case .app(let to, let with): "app \(to) \(with.brief)"
      case .user(let act, let with): "user \(act) \(with.brief)"
      case .device(let with, let clock):
        "device \(with.brief)" + (clock.map { " clock \($0.brief)" } ?? "")
      }
    return text + (label.map { " as \($0)" } ?? "")
  }
}

extension Expectation {
  var brief: String {
    let text =
      switch kind {
      case .request(let request):
        "\(request.method) \(request.name) \(request.body?.brief ?? "no body")"
      case .cancel(let request): "cancel \(request)"
      case .callback(let member, let with, let on): "\(on ?? "-").\(member) \(with.brief)"
      case .completion(let call, let with): "completion \(call) \(with?.brief ?? "-")"
      case .log(let level, let text): "log \(level.rawValue) \(text?.brief ?? "-")"
      case .other(let kind, let name, let with): "\(kind) \(name) \(with.brief)"
      }
    return text + (reply.map { " reply \($0.brief)" } ?? "") + (label.map { " as \($0)" } ?? "")
      + (after.map { " after \($0.lowerBound)..\($0.upperBound)" } ?? "")
  }
}

extension Run {
  /// The run's own acts, each followed by what stands under it, without those of starts.
  var brief: [String] {
    acts.flatMap { act -> [String] in
      let below = act.groups.flatMap(\.steps).filter { $0.start == nil }.map { "  " + $0.brief }
      return (act.start == nil ? [act.brief] : []) + below
    }
  }
}
