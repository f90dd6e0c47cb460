import JSON

/// A tap inside a page, read into the calls that it stands for.
///
/// An element calls by `data-grovs-track` with `data-grovs-properties`, a JSON object;
/// `data-grovs-set-attribute` with `data-grovs-value`, always a string;
/// `data-grovs-request-push-permission`; `data-grovs-open`; `data-grovs-close`.
struct PageTap: Equatable, Sendable {
  var calls: [PageCall] = []
  /// What could not be read, in sentences for the log.
  var problems: [String] = []

  /// Takes the address of the tapped link and the tapped element's data attributes.
  init(link: String?, element: Object?) {
    let element = element ?? Object()
    if let name = Self.text("data-grovs-track", of: element) {
      calls.append(.track(name: name, properties: properties(of: element)))
    }
    if let key = Self.text("data-grovs-set-attribute", of: element) {
      let value = Self.text("data-grovs-value", of: element)
      calls.append(.setAttribute(key: key, value.map { .json(.string($0)) }))
    }
    if Self.text("data-grovs-request-push-permission", of: element) != nil {
      calls.append(.requestPushPermission)
    }
    if let link = Self.text("data-grovs-open", of: element) ?? link { calls.append(.open(link)) }
    if Self.text("data-grovs-close", of: element) != nil { calls.append(.close) }
  }

  private mutating func properties(of element: Object) -> AppMap? {
    guard let text = Self.text("data-grovs-properties", of: element) else { return nil }
    guard let object = (try? Value(json: text))?.object else {
      problems.append("data-grovs-properties is no JSON object; the event has none of them.")
      return nil
    }
    return AppMap(object)
  }

  // An attribute without a value has the empty text.
  private static func text(_ name: String, of element: Object) -> String? {
    guard let value = element[name] else { return nil }
    return value.string ?? ""
  }
}
