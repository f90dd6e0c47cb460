/// What is known of the commits between a good end and a bad one, and which to judge next.
///
/// A commit is a place in a list in which parents stand before their children; the last place is
/// the bad end, and the good end with all before it is not in the list. As git does, the search
/// takes it that all ancestors of a good commit are good; who names a culprit looks at its parents.
package struct Search: Sendable {
  package enum State: Hashable, Sendable {
    case unknown, good, bad
    /// It cannot be judged.
    case skipped
  }

  /// What comes next.
  package enum Next: Hashable, Sendable {
    case judge(Int)
    /// This is bad, and all before it is good as far as is known.
    case found(Int)
    /// One of these is the first bad one, and none but the last can be judged.
    case stuck([Int])
  }

  package let parents: [[Int]]
  package private(set) var states: [State]
  /// The first bad commit known.
  package private(set) var bad: Int
  private var alive: [Bool]

  /// `parents`: of each place those that stand in the list themselves; it must not be empty.
  package init(parents: [[Int]]) {
    self.parents = parents
    bad = parents.count - 1
    states = Array(repeating: .unknown, count: parents.count)
    states[bad] = .bad
    alive = []
    alive = ancestors(of: bad)
  }

  /// The places among which the first bad one is, in order.
  package var members: [Int] { alive.indices.filter { alive[$0] } }

  package mutating func mark(_ place: Int, _ state: State) {
    states[place] = state
    switch state {
    case .unknown, .skipped: break
    case .good:
      let before = ancestors(of: place)
      for index in alive.indices where before[index] { alive[index] = false }
    case .bad:
      bad = place
      let before = ancestors(of: place)
      // What is no member is found bad where it was only taken to be good: the search goes on below.
      let isMember = alive[place]
      if !isMember { alive = Array(repeating: true, count: alive.count) }
      for index in alive.indices where !before[index] { alive[index] = false }
      if !isMember { forgetGoodOnes(below: place) }
    }
  }

  private mutating func forgetGoodOnes(below place: Int) {
    for good in states.indices where states[good] == .good {
      let before = ancestors(of: good)
      guard !before[place] else { continue }
      for index in alive.indices where before[index] { alive[index] = false }
    }
  }

  /// The next place to judge: the one that halves what is left, away from those that were skipped.
  package var next: Next {
    let members = members
    let open = members.filter { $0 != bad && states[$0] == .unknown }
    guard !open.isEmpty else { return members.count == 1 ? .found(bad) : .stuck(members) }
    let weights = weights
    let ranked = open.map { (place: $0, worth: min(weights[$0], members.count - weights[$0])) }
      .sorted { ($1.worth, $0.place) < ($0.worth, $1.place) }
    let skipped = members.count { states[$0] == .skipped }
    guard skipped > 0 else { return .judge(ranked[0].place) }
    // Beside a commit that does not build the next one seldom does: go some way off, and another
    // way each time.
    let best = members.filter { $0 != bad }.map { min(weights[$0], members.count - weights[$0]) }
    guard (best.max() ?? 0) > ranked[0].worth else { return .judge(ranked[0].place) }
    return .judge(ranked[ranked.count * (skipped * 5 % 8) / 16].place)
  }

  /// About how many more commits will be judged.
  package var stepsLeft: Int {
    var count = members.count
    var steps = 0
    while count > 1 {
      count = (count + 1) / 2
      steps += 1
    }
    return steps
  }

  /// Of each member how many members are before it, itself included.
  private var weights: [Int] {
    var weights = Array(repeating: 0, count: parents.count)
    for place in members {
      let before = parents[place].filter { alive[$0] }
      if before.count > 1 {
        let all = ancestors(of: place)
        weights[place] = alive.indices.count { alive[$0] && all[$0] }
      } else {
        weights[place] = 1 + (before.first.map { weights[$0] } ?? 0)
      }
    }
    return weights
  }

  /// Whether each place is before this one, itself included.
  package func ancestors(of place: Int) -> [Bool] {
    var isBefore = Array(repeating: false, count: parents.count)
    isBefore[place] = true
    for index in stride(from: place, through: 0, by: -1) where isBefore[index] {
      for parent in parents[index] { isBefore[parent] = true }
    }
    return isBefore
  }
}
