import JSON

/// What `logCustomPurchase` is given.
public struct CustomPurchase: Sendable {
  /// What was done.
  public enum Kind: String, Sendable {
    case buy, cancel, refund
  }

  public var type: Kind
  /// In minor units.
  public var priceInCents: Int
  public var currency: String
  public var productID: String
  /// `nil` for the moment of the call.
  public var startDate: WallTime?

  public init(
    type: Kind, priceInCents: Int, currency: String, productID: String,
    startDate: WallTime? = nil
  ) {
    self.type = type
    self.priceInCents = priceInCents
    self.currency = currency
    self.productID = productID
    self.startDate = startDate
  }

  func body(id: String, now: WallTime) -> String {
    let body: Value = [
      "event_type": .string(type.rawValue), "price_cents": .int(priceInCents),
      "currency": .string(currency), "product_id": .string(productID),
      "date": .string((startDate ?? now).iso), "purchase_id": .string(id), "store": false,
    ]
    return body.canonicalText
  }
}
