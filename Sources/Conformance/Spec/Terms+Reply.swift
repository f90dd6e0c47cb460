import JSON
import YAML

/// The replies of replies.yaml, each read when it is first used.
final class Replies {
  struct Known {
    var reply: Reply
    var uses: [LabelUse]
  }

  let entries: [Node.Entry]
  var known: [String: Known] = [:]
  /// The replies that are being read: none may be like itself.
  var open: [String] = []

  init(_ root: Node?) {
    entries = (root?.entries ?? []).filter { $0.key != "replies" }
  }

  var names: [String] { entries.map(\.key) }

  func node(_ name: String) -> Node? { entries.first { $0.key.isSame(as: name) }?.value }
}

// REPLY: what the network answers.
extension Terms {
  /// A reply's name, or the reply itself.
  func reply(_ node: Node) -> Reply? {
    if let name = node.string { return reply(named: name, node.mark) }
    guard problems.map(node, "the name of a reply, or a map") != nil else { return nil }
    return written(node)
  }

  func reply(named name: String, _ mark: Mark) -> Reply? {
    if let known = replies.known[name] {
      uses += known.uses
      return known.reply
    }
    guard let node = replies.node(name) else {
      problems.add(
        mark, "unknown reply '\(name.printable)'" + suggestion(for: name, among: replies.names))
      return nil
    }
    guard !replies.open.contains(name) else {
      problems.add(mark, "reply '\(name)' is like itself")
      return nil
    }
    replies.open.append(name)
    let outer = uses
    uses = []
    defer {
      replies.open.removeLast()
      uses = outer + uses
    }
    guard problems.map(node) != nil, let filled = Filler.fill(node, Scope(), problems),
      let reply = written(filled)
    else { return nil }
    replies.known[name] = Replies.Known(reply: reply, uses: uses)
    return reply
  }

  private func written(_ node: Node) -> Reply? {
    let keys = ["status", "headers", "body", "text", "data", "like", "fails"]
    guard let fields = problems.fields(node, of: "a reply", keys) else { return nil }
    if let fails = fields["fails"] {
      if let other = fields.entries.first(where: { $0.key != "fails" }) {
        problems.add(
          other.mark, "'fails' stands alone: a request that fails has no '\(other.key.printable)'")
        return nil
      }
      return problems.choice(fails, Input.Failure.allCases.map(\.rawValue))
        .flatMap { Input.Failure(rawValue: $0) }.map { .fails($0) }
    }
    let bodies = fields.entries.filter { ["body", "text", "data"].contains($0.key) }
    guard bodies.count <= 1 else {
      problems.add(bodies[1].mark, "a reply has one of body, text and data, not two")
      return nil
    }
    var like: (status: Int, headers: [Header], body: Reply.ReplyBody) = (200, [], .none)
    if let name = fields["like"] {
      guard let base = response(like: name) else { return nil }
      like = base
    }
    guard let status = fields["status"].map({ problems.integer($0, 200...599) }) ?? like.status,
      let headers = headers(fields["headers"], over: like.headers),
      let body = body(bodies.first, over: like.body)
    else { return nil }
    return .response(status: status, headers: headers, body)
  }

  private func response(
    like node: Node
  ) -> (status: Int, headers: [Header], body: Reply.ReplyBody)? {
    guard let name = problems.text(node, "the name of a reply"),
      let reply = reply(named: name, node.mark)
    else { return nil }
    guard case .response(let status, let headers, let body) = reply else {
      problems.add(node.mark, "reply '\(name)' fails, so nothing can be like it")
      return nil
    }
    return (status, headers, body)
  }

  private func headers(_ node: Node?, over base: [Header]) -> [Header]? {
    guard let node else { return base }
    guard let entries = problems.map(node, "a map of headers") else { return nil }
    var headers = base
    for entry in entries {
      guard let value = problems.text(entry.value, orQuote: "the text of a header") else {
        return nil
      }
      headers.removeAll { $0.name.lowercased().isSame(as: entry.key.lowercased()) }
      headers.append(Header(name: entry.key, value: value))
    }
    return headers.sorted { $0.name.lowercased().precedes($1.name.lowercased()) }
  }

  private func body(_ entry: Node.Entry?, over base: Reply.ReplyBody) -> Reply.ReplyBody? {
    guard let entry else { return base }
    switch entry.key {
    case "text": return problems.text(entry.value).map { .text($0) }
    case "data":
      guard let text = problems.text(entry.value, orQuote: "bytes in hex") else { return nil }
      guard let bytes = [UInt8](hex: text) else {
        problems.expected("bytes in hex such as 00ff", entry.value)
        return nil
      }
      return .bytes(bytes)
    default:
      guard let own = body(entry.value) else { return nil }
      guard case .json(let below) = base else { return .json(own) }
      guard case .object(var object) = below.value, case .object(let keys) = own.value else {
        problems.expected("a map, to lay over a body that is one", entry.value)
        return nil
      }
      for pair in keys { object[pair.key] = pair.value }
      return .json(Supply(.object(object), timed: below.timed || own.timed))
    }
  }
}
