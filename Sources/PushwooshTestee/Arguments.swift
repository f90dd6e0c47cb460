import JSON
import PushwooshCore

/// The arguments of one call or act; one of a wrong type is not built.
struct Arguments {
  var member: String
  var with: Object

  init(_ member: String, _ with: Object) {
    self.member = member
    self.with = with
  }

  private func unbuilt(_ name: String) -> Unbuilt { Unbuilt("\(member) with such a \(name)") }

  func text(_ name: String) throws(Unbuilt) -> String {
    guard let text = with[name]?.string else { throw unbuilt(name) }
    return text
  }

  func texts(_ name: String) throws(Unbuilt) -> [String] {
    guard with[name]?.array != nil else { throw unbuilt(name) }
    return try texts(with[name])
  }

  /// A list of texts; none where the list is missing or null.
  func texts(_ value: Value?) throws(Unbuilt) -> [String] {
    let items = value?.array ?? []
    let texts = items.compactMap(\.string)
    guard texts.count == items.count else { throw unbuilt("list") }
    return texts
  }

  /// The name of an object of the app.
  func object(_ name: String) throws(Unbuilt) -> String {
    guard let object = with[name]?["$object"]?.string else { throw unbuilt(name) }
    return object
  }

  func delegate(_ name: String) throws(Unbuilt) -> RichMediaDelegate? {
    guard let value = with[name], !value.isNull else { return nil }
    // Nothing that the app could call from inside is built.
    guard value["calls"]?.object?.isEmpty ?? true else { throw unbuilt(name) }
    return RichMediaDelegate(
      name: try object(name), lacks: try texts(value["lacks"]),
      presents: value["returns"]?["shouldPresentRichMedia"]?.bool ?? false)
  }

  var activity: UserActivity {
    get throws(Unbuilt) {
      guard let type = with["userActivity"]?["type"]?.string else { throw unbuilt("userActivity") }
      return UserActivity(type: type, webpageURL: with["userActivity"]?["webpageURL"]?.string)
    }
  }

  var push: Push {
    get throws(Unbuilt) {
      guard let payload = with["push"]?.object else { throw unbuilt("push") }
      return Push(payload: payload)
    }
  }

  var transactions: [Transaction] {
    get throws(Unbuilt) {
      var all: [Transaction] = []
      for item in with["transactions"]?.array ?? [] {
        guard let id = item["id"]?.string, let product = item["product"]?.string,
          let quantity = item["quantity"]?.int, let date = item["date"]?["$date"]?.string,
          let state = item["state"]?.string.flatMap({ Transaction.State(rawValue: $0) })
        else { throw unbuilt("transaction") }
        all.append(
          Transaction(id: id, product: product, quantity: quantity, date: date, state: state))
      }
      return all
    }
  }
}
