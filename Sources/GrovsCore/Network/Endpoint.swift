/// An endpoint of the backend; in a turn requests go out in this order.
enum Endpoint: Int, Comparable, Sendable {
  case authenticate, device, link, visitor, aliases, pushOpen, purchase, events, campaigns
  case clipboardStatus, createLink, linkDetails
  /// None of the backend's: an image at its own address.
  case image

  var path: String {
    switch self {
    case .authenticate: "/api/v1/sdk/authenticate"
    case .device: "/api/v1/sdk/data_for_device"
    case .link: "/api/v1/sdk/data_for_device_and_url"
    case .visitor: "/api/v1/sdk/visitor_attributes"
    case .aliases: "/api/v1/sdk/screen_aliases"
    case .pushOpen: "/api/v1/sdk/push_open"
    case .purchase: "/api/v1/sdk/add_payment_event"
    case .events: "/api/v1/sdk/events/batch"
    case .campaigns: "/api/v1/sdk/in_app_campaigns"
    case .clipboardStatus: "/api/v1/sdk/clipboard_status"
    case .createLink: "/api/v1/sdk/create_link"
    case .linkDetails: "/api/v1/sdk/link_details"
    case .image: ""
    }
  }

  /// Whether any 2xx is success, whatever its body.
  var ignoresBody: Bool {
    switch self {
    case .visitor, .aliases, .pushOpen, .purchase: true
    default: false
    }
  }

  static func < (left: Endpoint, right: Endpoint) -> Bool { left.rawValue < right.rawValue }
}

/// What a request was made for: its answer goes there.
enum Purpose: Equatable, Sendable {
  case authentication(attempt: Int)
  case deviceLookup
  case lookup(Int)
  case visitor(update: Int)
  case aliases(update: Int)
  case pushOpen(report: Int)
  case purchase(Int)
  case events
  case clipboardStatus
  case clipboardLookup
  case linkCreation(Int)
  case linkDetails(Int)
  case image(Int)
  case campaigns(sync: Int)
  /// Of a message.
  case picture(Int)

  var endpoint: Endpoint {
    switch self {
    case .authentication: .authenticate
    case .deviceLookup: .device
    case .lookup, .clipboardLookup: .link
    case .visitor: .visitor
    case .aliases: .aliases
    case .pushOpen: .pushOpen
    case .purchase: .purchase
    case .events: .events
    case .clipboardStatus: .clipboardStatus
    case .linkCreation: .createLink
    case .linkDetails: .linkDetails
    case .campaigns: .campaigns
    case .image, .picture: .image
    }
  }
}
