import JSON

/// What `generateLink` is given; `nil` leaves a setting to the project.
public struct NewLink: Sendable {
  /// Where a link leads on one platform.
  public struct Redirect: Sendable {
    public var link: String
    public var openAppIfInstalled: Bool

    public init(link: String, openAppIfInstalled: Bool = true) {
      self.link = link
      self.openAppIfInstalled = openAppIfInstalled
    }
  }

  public var title: String?
  public var subtitle: String?
  public var imageURL: String?
  public var data: AppMap?
  public var tags: [String]?
  public var iosRedirect: Redirect?
  public var androidRedirect: Redirect?
  public var desktopRedirect: Redirect?
  public var showPreviewIOS: Bool?
  public var showPreviewAndroid: Bool?
  public var copyToClipboardIOS: Bool?
  public var copyToClipboardAndroid: Bool?
  public var trackingCampaign: String?
  public var trackingSource: String?
  public var trackingMedium: String?

  public init() {}

  /// The body of the request, or `nil` where the data are no JSON.
  var body: String? {
    var object = Object()
    object["title"] = title.map { .string($0) }
    object["subtitle"] = subtitle.map { .string($0) }
    object["image_url"] = imageURL.map { .string($0) }
    if let data {
      guard let data = AppValue.map(data).strictJSON else { return nil }
      object["data"] = .string(data.canonicalText)
    }
    if let tags {
      object["tags"] = .string(Value.array(tags.map { .string($0) }).canonicalText)
    }
    object["ios_custom_redirect"] = iosRedirect?.wireValue
    object["android_custom_redirect"] = androidRedirect?.wireValue
    object["desktop_custom_redirect"] = desktopRedirect?.wireValue
    object["show_preview_ios"] = showPreviewIOS.map { .bool($0) }
    object["show_preview_android"] = showPreviewAndroid.map { .bool($0) }
    object["copy_to_clipboard_ios"] = copyToClipboardIOS.map { .bool($0) }
    object["copy_to_clipboard_android"] = copyToClipboardAndroid.map { .bool($0) }
    object["tracking_campaign"] = trackingCampaign.map { .string($0) }
    object["tracking_source"] = trackingSource.map { .string($0) }
    object["tracking_medium"] = trackingMedium.map { .string($0) }
    return Value.object(object).canonicalText
  }
}

extension NewLink.Redirect {
  fileprivate var wireValue: Value {
    ["url": .string(link), "open_app_if_installed": .bool(openAppIfInstalled)]
  }
}

extension AppValue {
  /// The value where it is JSON through and through.
  fileprivate var strictJSON: Value? {
    switch self {
    case .json(let value): return value
    case .list(let items):
      let values = items.compactMap(\.strictJSON)
      return values.count == items.count ? .array(values) : nil
    case .map(let map):
      var object = Object()
      for pair in map.pairs {
        guard let value = pair.value.strictJSON else { return nil }
        object[pair.key] = value
      }
      return .object(object)
    case .notFinite, .date, .data, .url, .uuid, .opaque: return nil
    }
  }
}
