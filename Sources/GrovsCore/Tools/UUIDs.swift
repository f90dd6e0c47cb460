/// Version 4 UUIDs that follow from a seed alone.
struct UUIDs: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A new UUID in lower case.
  mutating func next() -> String {
    let high = (draw() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
    let low = (draw() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    return String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          text[place] = UInt8(ascii: "-")
          place += 1
        }
        let word = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))) & 0xF
        text[place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        place += 1
      }
      return place
    }
  }

  // SplitMix64: any seed will do, 0 included.
  private mutating func draw() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
