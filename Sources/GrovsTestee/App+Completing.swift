import GrovsCore
import JSON

extension App {
  /// The core's call for a member of links or revenue; `nil` for any other.
  mutating func completingCall(_ arguments: Arguments) throws(Unbuilt) -> Call? {
    switch arguments.member {
    case "generateLink":
      return .generateLink(try newLink(arguments), completion: closure(arguments))
    case "linkDetails":
      return .linkDetails(path: try arguments.text("path"), completion: closure(arguments))
    case "logInAppPurchase":
      let id = arguments.with["transactionID"].map { AppValue(tagged: $0) }
      guard case .json(.number(let number)) = id, let transaction = number.uint64 else {
        throw arguments.unbuilt("transactionID")
      }
      return .logInAppPurchase(transactionID: transaction, completion: closure(arguments))
    case "logCustomPurchase":
      return .logCustomPurchase(try customPurchase(arguments), completion: closure(arguments))
    default: return nil
    }
  }

  /// The core's call for a member of the images of pushes; `nil` for any other.
  mutating func imageCall(_ arguments: Arguments) throws(Unbuilt) -> Call? {
    switch arguments.member {
    case "GrovsNotificationServiceExtension.didReceive":
      return .serviceExtensionDidReceive(
        try content(arguments), completion: closure(arguments))
    case "GrovsNotificationServiceExtension.serviceExtensionTimeWillExpire":
      return .serviceExtensionTimeWillExpire
    case "GrovsNotificationContent.attachImage(to:)":
      return .attachImage(try content(arguments), completion: closure(arguments))
    case "URLSessionTask.cancel":
      guard let task = arguments.with["task"]?["$object"]?.string else {
        throw arguments.unbuilt("task")
      }
      return .cancelTask(task)
    default: return nil
    }
  }

  private func newLink(_ arguments: Arguments) throws(Unbuilt) -> NewLink {
    var link = NewLink()
    link.title = try arguments.optionalText("title")
    link.subtitle = try arguments.optionalText("subtitle")
    link.imageURL = try arguments.optionalText("imageURL")
    link.data = try arguments.map("data")
    link.tags = try arguments.texts("tags")
    link.iosRedirect = try redirect("ios", arguments)
    link.androidRedirect = try redirect("android", arguments)
    link.desktopRedirect = try redirect("desktop", arguments)
    link.showPreviewIOS = try arguments.optionalBool("showPreviewiOS")
    link.showPreviewAndroid = try arguments.optionalBool("showPreviewAndroid")
    link.copyToClipboardIOS = try arguments.optionalBool("copyToClipboardiOS")
    link.copyToClipboardAndroid = try arguments.optionalBool("copyToClipboardAndroid")
    link.trackingCampaign = try arguments.optionalText("trackingCampaign")
    link.trackingSource = try arguments.optionalText("trackingSource")
    link.trackingMedium = try arguments.optionalText("trackingMedium")
    return link
  }

  private func redirect(
    _ platform: String, _ arguments: Arguments
  ) throws(Unbuilt) -> NewLink.Redirect? {
    guard let value = arguments.with["customRedirects"]?[platform], !value.isNull else {
      return nil
    }
    guard let link = value["link"]?.string else { throw arguments.unbuilt("customRedirects") }
    guard let opensApp = value["openAppIfInstalled"] else { return NewLink.Redirect(link: link) }
    guard let isOpened = opensApp.bool else { throw arguments.unbuilt("customRedirects") }
    return NewLink.Redirect(link: link, openAppIfInstalled: isOpened)
  }

  private func customPurchase(_ arguments: Arguments) throws(Unbuilt) -> CustomPurchase {
    guard let type = CustomPurchase.Kind(rawValue: try arguments.text("type")) else {
      throw arguments.unbuilt("type")
    }
    let price = arguments.with["priceInCents"].map { AppValue(tagged: $0) }
    guard case .json(let value) = price, let price = value.int else {
      throw arguments.unbuilt("priceInCents")
    }
    var startDate: WallTime?
    if let date = arguments.with["startDate"], !date.isNull {
      guard case .date(let time) = AppValue(tagged: date) else {
        throw arguments.unbuilt("startDate")
      }
      startDate = time
    }
    return CustomPurchase(
      type: type, priceInCents: price, currency: try arguments.text("currency"),
      productID: try arguments.text("productID"), startDate: startDate)
  }

  private func content(_ arguments: Arguments) throws(Unbuilt) -> AppMap {
    let value = arguments.with["content"] ?? arguments.with["request"]?["content"]
    guard let content = try arguments.map(value) else { throw arguments.unbuilt("content") }
    return content
  }
}

extension AppMap {
  /// A push's content as a spec writes it: the bytes of an attachment in hex.
  var described: Value {
    var content = self
    if case .list(let items)? = content["attachments"] {
      content["attachments"] = .list(items.map(\.described))
    }
    return content.tagged
  }
}

extension AppValue {
  fileprivate var described: AppValue {
    guard case .map(var attachment) = self, case .data(let bytes)? = attachment["data"] else {
      return self
    }
    attachment["data"] = .json(.string(bytes.lowerHex))
    return .map(attachment)
  }
}
