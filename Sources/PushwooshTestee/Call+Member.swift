import JSON
import PushwooshCore

extension Call {
  /// The core's call for a member's name and its arguments.
  init(_ member: String, _ arguments: Arguments) throws(Unbuilt) {
    let with = arguments.with
    switch member {
    case "application(_:open:options:)": self = .applicationOpen(url: try arguments.text("url"))
    case "scene(_:openURLContexts:)": self = .sceneOpen(urls: try arguments.texts("URLContexts"))
    case "application(_:continue:restorationHandler:)":
      self = .applicationContinue(try arguments.activity)
    case "scene(_:continue:)": self = .sceneContinue(try arguments.activity)
    case "Pushwoosh.sendSKPaymentTransactions", "PushNotificationManager.sendSKPaymentTransactions":
      self = .sendTransactions(try arguments.transactions)
    case "PWGeozonesManager.startLocationTracking": self = .startLocationTracking
    case "PWRichMediaManager.delegate":
      self =
        with["newValue"] == nil
        ? .richMediaDelegate : .setRichMediaDelegate(try arguments.delegate("newValue"))
    case "ChainedRichMediaPresentingDelegate.use": self = .useQueue(try arguments.object("queue"))
    case "ChainedRichMediaPresentingDelegate.shouldPresentRichMedia":
      self = .askQueue(page: try arguments.text("richMedia"))
    case "PWRichMediaManager.presentRichMedia":
      self = .presentRichMedia(page: try arguments.text("richMedia"))
    case "NotificationViewController.didReceive":
      self = .notificationReceived(
        attachments: try arguments.texts(with["notification"]?["attachments"]))
    case "Pushwoosh.additionalAuthorizationOptions":
      self =
        with["newValue"] == nil
        ? .authorizationOptions : .setAuthorizationOptions(try arguments.texts("newValue"))
    case "Pushwoosh.registerForPushNotifications": self = .registerForPushNotifications
    default: throw Unbuilt(member)
    }
  }
}
