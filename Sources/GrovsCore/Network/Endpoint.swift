/// An endpoint of the backend; in a turn requests go out in this order.
enum Endpoint: Int, Comparable, Sendable {
  case authenticate, device, link, visitor, aliases, pushOpen, events

  var path: String {
    switch self {
    case .authenticate: "/api/v1/sdk/authenticate"
    case .device: "/api/v1/sdk/data_for_device"
    case .link: "/api/v1/sdk/data_for_device_and_url"
    case .visitor: "/api/v1/sdk/visitor_attributes"
    case .aliases: "/api/v1/sdk/screen_aliases"
    case .pushOpen: "/api/v1/sdk/push_open"
    case .events: "/api/v1/sdk/events/batch"
    }
  }

  /// Whether any 2xx is success, whatever its body.
  var ignoresBody: Bool { self == .visitor || self == .aliases || self == .pushOpen }

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
  case events

  var endpoint: Endpoint {
    switch self {
    case .authentication: .authenticate
    case .deviceLookup: .device
    case .lookup: .link
    case .visitor: .visitor
    case .aliases: .aliases
    case .pushOpen: .pushOpen
    case .events: .events
    }
  }
}
