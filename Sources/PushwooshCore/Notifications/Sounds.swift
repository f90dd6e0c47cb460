import JSON

/// Plays the sound that a push names.
enum Sounds {
  private static let standard = "default"
  private static let formats = ["aif", "caf", "wav"]

  static func play(_ push: Push, _ standing: Standing, _ turn: inout Turn) {
    guard let name = push.payload["aps"]?["sound"]?.string, !name.isBlank else { return }
    if name.isSame(as: standard) || isPlayable(name, standing.device) {
      turn.add(.playSound(name))
    } else {
      turn.warn("the sound '\(name)' is none of the app's, or its name says no known format")
      turn.add(.playSound(standard))
    }
  }

  private static func isPlayable(_ name: String, _ device: Device) -> Bool {
    // With nothing before its only dot a name has no format.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return false
    }
    let format = String(name[name.utf8.index(after: dot)...])
    return formats.contains { $0.isSameIgnoringCase(as: format) }
      && !name.utf8.contains(UInt8(ascii: "/")) && device.hasFile(name)
  }
}
