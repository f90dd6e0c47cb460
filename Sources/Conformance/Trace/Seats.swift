/// Finds each item of a set a value of its own, though a loose item would fit many.
struct Seats {
  /// By item and place: whether they fit.
  let fits: [[Bool]]
  private var taken: [Int?]

  /// As many places as items.
  init(fits: [[Bool]]) {
    self.fits = fits
    taken = Array(repeating: nil, count: fits.count)
  }

  /// The places that nobody has.
  var free: [Int] { taken.indices.filter { taken[$0] == nil } }

  /// The place that an item has; the first where it has none.
  func place(of item: Int) -> Int { taken.firstIndex(of: item) ?? 0 }

  /// Gives an item a place, moving others where they fit elsewhere too; false when none is left.
  mutating func seat(_ item: Int) -> Bool {
    var visited = Array(repeating: false, count: taken.count)
    return seat(item, &visited)
  }

  private mutating func seat(_ item: Int, _ visited: inout [Bool]) -> Bool {
    for place in taken.indices where fits[item][place] && !visited[place] {
      visited[place] = true
      if let other = taken[place], !seat(other, &visited) { continue }
      taken[place] = item
      return true
    }
    return false
  }
}
