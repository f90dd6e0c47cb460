/// Letters in pairs, each standing for the other; case, length and everything else stay.
///
/// As it works letter by letter, equal words stay equal, and a word that begins with, ends with or
/// holds another still does.
struct Cipher {
  /// For each letter from a to z the place of its partner.
  private let partners: [UInt8]

  init(_ random: inout SplitMix) {
    let letters = Array(UInt8(0)..<26).shuffled(using: &random)
    var partners = [UInt8](repeating: 0, count: 26)
    for pair in stride(from: 0, to: 26, by: 2) {
      partners[Int(letters[pair])] = letters[pair + 1]
      partners[Int(letters[pair + 1])] = letters[pair]
    }
    self.partners = partners
  }

  func turned(_ text: String) -> String {
    String(
      decoding: text.utf8.map { byte in
        guard byte.isLetter else { return byte }
        let base: UInt8 = byte < 97 ? 65 : 97
        return base + partners[Int(byte - base)]
      }, as: UTF8.self)
  }
}

/// Numbers that depend on the seed alone, the same in every process.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
