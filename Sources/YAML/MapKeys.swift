internal import JSON

/// The keys that a map has so far: few are compared in turn, many are looked up.
struct MapKeys {
  /// Where the hashes of this map begin among those of all open maps.
  let base: Int
  /// Of a map with many keys all hashes.
  private var many: Set<UInt64> = []

  private static let few = 24

  init(base: Int) { self.base = base }

  /// Adds a key, or gives the place of the same key before.
  mutating func add(
    _ key: String, hash: UInt64, _ entries: [Node.Entry], _ hashes: inout [UInt64]
  ) -> Mark? {
    if isKnown(hash, hashes), let first = entries.first(where: { $0.key.isSame(as: key) }) {
      return first.mark
    }
    hashes.append(hash)
    if !many.isEmpty { many.insert(hash) }
    if many.isEmpty, hashes.count - base > Self.few { many.formUnion(hashes[base...]) }
    return nil
  }

  private func isKnown(_ hash: UInt64, _ hashes: [UInt64]) -> Bool {
    if !many.isEmpty { return many.contains(hash) }
    for index in base..<hashes.count where hashes[index] == hash { return true }
    return false
  }

  /// FNV-1a, 64 bits: short keys need no better one, and equal hashes are compared in full.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
