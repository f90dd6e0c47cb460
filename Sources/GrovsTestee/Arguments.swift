import GrovsCore
import JSON

/// The arguments of one call; an absent one is `nil`, one of a wrong type is not built.
struct Arguments {
  var call: String
  var member: String
  var with: Object

  func unbuilt(_ name: String) -> Unbuilt { Unbuilt("\(member) with such a \(name)") }

  func bool(_ name: String) throws(Unbuilt) -> Bool {
    guard let bool = with[name]?.bool else { throw unbuilt(name) }
    return bool
  }

  func bool(_ name: String, default standing: Bool) throws(Unbuilt) -> Bool {
    with[name] == nil ? standing : try bool(name)
  }

  func optionalBool(_ name: String) throws(Unbuilt) -> Bool? {
    guard let value = with[name], !value.isNull else { return nil }
    return try bool(name)
  }

  func text(_ name: String) throws(Unbuilt) -> String {
    guard let text = try optionalText(name) else { throw unbuilt(name) }
    return text
  }

  func optionalText(_ name: String) throws(Unbuilt) -> String? {
    guard let value = with[name], !value.isNull else { return nil }
    guard let text = value.text else { throw unbuilt(name) }
    return text
  }

  func texts(_ name: String) throws(Unbuilt) -> [String]? {
    guard with[name] == nil || with[name]?.isNull == true || with[name]?.array != nil else {
      throw unbuilt(name)
    }
    return try texts(with[name])
  }

  func texts(_ value: Value?) throws(Unbuilt) -> [String]? {
    guard let items = value?.array else { return nil }
    var texts: [String] = []
    for item in items {
      guard let text = item.text else { throw unbuilt("list") }
      texts.append(text)
    }
    return texts
  }

  func level(_ name: String) throws(Unbuilt) -> LogLevel {
    switch with[name]?.string {
    case "info": return .info
    case "warn": return .warn
    case "error": return .error
    default: throw unbuilt(name)
    }
  }

  func map(_ name: String) throws(Unbuilt) -> AppMap? { try map(with[name]) }

  func map(_ value: Value?) throws(Unbuilt) -> AppMap? {
    guard let value, !value.isNull else { return nil }
    switch AppValue(tagged: value) {
    case .map(let map): return map
    case .json(.object(let object)): return AppMap(object)
    default: throw unbuilt("map")
    }
  }

  func activity(_ value: Value?) -> UserActivity {
    let type = value?["type"]?.string
    return UserActivity(
      isBrowsing: type == "browsing" || type == "NSUserActivityTypeBrowsingWeb",
      url: value?["url"]?.text)
  }
}

extension Value {
  /// A text, or the text of a URL value.
  fileprivate var text: String? { string ?? self["$url"]?.string }
}
