import Conformance
import Testing

@Suite struct SearchTests {
  /// Searches a graph in which these places are bad and these cannot be judged.
  private func search(
    _ parents: [[Int]], bad: [Bool], skipped: [Bool] = []
  ) -> (next: Search.Next, steps: Int) {
    var search = Search(parents: parents)
    var steps = 0
    while case .judge(let place) = search.next {
      steps += 1
      let isSkipped = skipped.indices.contains(place) && skipped[place]
      search.mark(place, isSkipped ? .skipped : bad[place] ? .bad : .good)
    }
    return (search.next, steps)
  }

  private func straight(_ count: Int) -> [[Int]] { (0..<count).map { $0 == 0 ? [] : [$0 - 1] } }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 64, 100])
  func `every culprit of a straight line is found within the logarithm`(count: Int) {
    var most = 0
    while 1 << most < count { most += 1 }
    for culprit in 0..<count {
      let (next, steps) = search(straight(count), bad: (0..<count).map { $0 >= culprit })

      #expect(next == .found(culprit))
      #expect(steps <= most)
    }
  }

  @Test func `every culprit of a history with merges is found`() {
    var chance = Chance(seed: 7)
    for _ in 0..<200 {
      let count = 2 + chance.number(below: 60)
      // A commit that is no tip is merged, so that the last one has all others before it.
      var parents = (0..<count).map { place in
        place == 0 ? [] : chance.number(below: 3) == 0 ? [chance.number(below: place)] : [place - 1]
      }
      let merged = Set(parents.dropLast().flatMap(\.self))
      parents[count - 1] = (0..<count - 1).filter { !merged.contains($0) || $0 == count - 2 }
      let culprit = chance.number(below: count)
      let tree = Search(parents: parents)
      let bad = (0..<count).map { tree.ancestors(of: $0)[culprit] }

      #expect(search(parents, bad: bad).next == .found(culprit))
    }
  }

  @Test func `what cannot be judged is passed over where it stands in no way`() {
    var chance = Chance(seed: 3)
    for _ in 0..<200 {
      let count = 8 + chance.number(below: 200)
      let culprit = 1 + chance.number(below: count - 1)
      let skipped = (0..<count).map { place in
        place != culprit && place != culprit - 1 && place != count - 1
          && chance.number(below: 5) == 0
      }

      let (next, _) = search(
        straight(count), bad: (0..<count).map { $0 >= culprit }, skipped: skipped)

      #expect(next == .found(culprit))
    }
  }

  @Test func `what hides the culprit is told whole, and nothing else`() {
    let skipped = (0..<20).map { (7...9).contains($0) }

    let (next, _) = search(straight(20), bad: (0..<20).map { $0 >= 9 }, skipped: skipped)

    #expect(next == .stuck([7, 8, 9, 10]))
  }

  @Test func `a block that cannot be judged is left after a few tries`() {
    let skipped = (0..<512).map { (200..<320).contains($0) }

    let (next, steps) = search(
      straight(512), bad: (0..<512).map { $0 >= 450 }, skipped: skipped)

    #expect(next == .found(450))
    #expect(steps <= 16)
  }

  @Test func `a parent that is bad against all reckoning leads the search below it`() {
    // Two lines from the root, merged at 5: 1–2 hold, 3–4 fail.
    var search = Search(parents: [[], [0], [1], [0], [3], [2, 4]])
    search.mark(4, .good)
    search.mark(2, .good)
    #expect(search.next == .found(5))

    search.mark(4, .bad)

    #expect(search.members == [3, 4])
  }
}

/// Numbers that are the same each time.
private struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
