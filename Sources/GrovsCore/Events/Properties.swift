import JSON

/// What is sent of the properties that an app gives an event.
enum Properties {
  /// In bytes of JSON.
  static let limit = 8192

  /// The properties without what JSON cannot hold, or `nil` where they are too large.
  static func wireObject(_ map: AppMap, of name: String, _ turn: inout Turn) -> Object? {
    var dropped: [String] = []
    let object = map.wireObject(dropped: &dropped)
    for key in dropped {
      turn.log(.warn, "The property \(key) of \(name) is no JSON; it is dropped.")
    }
    guard Value.object(object).canonicalText.utf8.count <= limit else {
      turn.log(.warn, "The properties of \(name) are too large; they are dropped.")
      return nil
    }
    return object
  }
}
