/// One of the parts into which the chosen runs are dealt, so that machines share them.
package struct Shard: Hashable, Sendable {
  /// From 1.
  package let index: Int
  package let count: Int

  /// Nil unless 1 ≤ index ≤ count.
  package init?(_ index: Int, of count: Int) {
    guard index >= 1, index <= count else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Reads `I/N`, such as `2/5`; nil for anything else.
  package init?(text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1])
    else { return nil }
    self.init(index, of: count)
  }

  /// The shard as the command line writes it.
  package var text: String { "\(index)/\(count)" }

  /// Whether it holds the run at a place among all chosen, from 0: they are dealt like cards.
  package func holds(_ place: Int) -> Bool { place % count == index - 1 }

  /// How many of so many runs it holds.
  package func size(of total: Int) -> Int { total / count + (index <= total % count ? 1 : 0) }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}
