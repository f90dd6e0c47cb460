import JSON

/// The guide's own handlers of links: they open the promotion page.
enum Handlers {
  private static let page = "promotion"

  /// The app delegate's handler of a URL with the app's own scheme; tells whether it was handled.
  static func applicationOpens(_ url: String, _ turn: inout Turn) -> Bool {
    guard let address = Address(url), address.host?.isSame(as: page) ?? false else { return false }
    // Each id item overwrites the one before it.
    turn.add(.openPromotion(id: address.ids.last ?? nil))
    return true
  }

  /// The scene delegate's: of the URLs only one is looked at.
  static func sceneOpens(_ urls: [String], _ turn: inout Turn) {
    if let url = urls.first { _ = applicationOpens(url, &turn) }
  }

  /// Either handler of Universal Links; tells whether it was handled.
  static func continues(_ activity: UserActivity, _ turn: inout Turn) -> Bool {
    guard activity.type.isSame(as: UserActivity.browsingWeb), let url = activity.webpageURL,
      let address = Address(url), address.path.utf8.starts(with: "/\(page)".utf8)
    else { return false }
    turn.add(.openPromotion(id: address.ids.first ?? nil))
    return true
  }
}

extension Address {
  /// The values of all items that are named id.
  fileprivate var ids: [String?] { items.filter { $0.name.isSame(as: "id") }.map(\.value) }
}
