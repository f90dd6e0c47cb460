import JSON

/// The known name that a wrong one most likely stands for.
package enum Nearest {
  /// The nearest of some names, at most three edits away; of two as near, the first by bytes.
  package static func name(to name: String, among known: [String]) -> String? {
    let wrong = Array(name.utf8)
    var best: (distance: Int, name: String)?
    for candidate in known {
      let right = Array(candidate.utf8)
      // More than half of the text changed is another name, not a slip.
      let limit = min(3, max(wrong.count, right.count) / 2)
      guard abs(wrong.count - right.count) <= limit else { continue }
      let distance = edits(wrong, right)
      guard distance <= limit else { continue }
      if let best, best.distance < distance { continue }
      if let best, best.distance == distance, best.name.precedes(candidate) { continue }
      best = (distance, candidate)
    }
    return best?.name
  }
}

/// `; did you mean 'advance'?` behind a wrong name, or nothing.
package func suggestion(for name: String, among known: [String]) -> String {
  Nearest.name(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
}

/// The letters added, dropped, changed or swapped with a neighbour between two texts.
private func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var older: [Int] = []
  var old = Array(0...right.count)
  for i in 1...max(1, left.count) where i <= left.count {
    var new = [i]
    for j in 1...max(1, right.count) where j <= right.count {
      let same = left[i - 1] == right[j - 1]
      var cost = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (same ? 0 : 1))
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        cost = min(cost, older[j - 2] + 1)
      }
      new.append(cost)
    }
    (older, old) = (old, new)
  }
  return old[right.count]
}
