import JSON

/// What came of a request.
enum Outcome: Sendable {
  /// A 2xx; the object in its body, empty where the body does not matter.
  case success(Object)
  /// It may be tried again, not before this long where the server has said so.
  case failure(retryAfter: Span?)
  /// An answer for good.
  case refusal(status: Int)

  /// In what is told of a body that may be `null`, the key under which it stands.
  static let nullableKey = "body"
  static let transportFailure = Outcome.failure(retryAfter: nil)
  private static let longestWait: Int64 = 3600

  init(_ reply: Reply, from endpoint: Endpoint) {
    switch reply.status {
    case 200..<300:
      if endpoint.ignoresBody {
        self = .success(Object())
      } else if endpoint == .linkDetails, let value = reply.value,
        value.isNull || value.object != nil
      {
        self = .success([Self.nullableKey: value])
      } else if let object = reply.value?.object {
        self = .success(object)
      } else {
        self = .transportFailure
      }
    case 408, 425, 429, 500..<600:
      self = .failure(retryAfter: reply.retryAfter)
    default:
      self = .refusal(status: reply.status)
    }
  }

  /// How long a header asks to wait: whole seconds, held at an hour; any other form is ignored.
  static func wait(_ text: String) -> Span? {
    let digits = text.trimmed.utf8
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    let seconds = digits.reduce(Int64(0)) { sum, digit in
      min(sum * 10 + Int64(digit - UInt8(ascii: "0")), longestWait)
    }
    return .seconds(seconds)
  }
}

extension Reply {
  fileprivate var value: Value? {
    switch body {
    case .none: nil
    case .text(let text): try? Value(json: text)
    case .bytes(let bytes): try? Value(json: bytes)
    }
  }

  fileprivate var retryAfter: Span? {
    let header = headers.first { $0.name.isSameIgnoringCase(as: "Retry-After") }
    return header.flatMap { Outcome.wait($0.value) }
  }
}
