import JSON

/// The event names that only the SDK itself may use.
enum ReservedNames {
  static let all = [
    "in_app_viewed", "in_app_clicked", "in_app_dismissed", "in_app_answered", "in_app_commented",
    "in_app_held", "push_open", "push_delivered", "push_held", "journey_entered", "journey_held",
    "journey_path", "view", "open", "install", "reinstall", "app_open", "time_spent",
    "reactivation", "user_referred", "custom", "screen_view",
  ]

  /// Whether a name is one of them once trimmed, whatever its case.
  static func contains(_ name: String) -> Bool {
    let name = String(name.trimmed)
    return all.contains { $0.isSameIgnoringCase(as: name) }
  }
}
